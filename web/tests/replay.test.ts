import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BadRecord } from "../src/replay/badRecord";
import { layoutOf, readLayout, STANDARD, writeLayout } from "../src/replay/commandLayouts";
import { readCode, startOf } from "../src/replay/dealCodes";
import { commitmentOf, fairSeed, verify } from "../src/replay/fairness";
import { replayOf, frameOfTurn, turnAfter, turnBefore } from "../src/replay/frames";
import { readPosition, writePosition } from "../src/replay/position";
import { fromJson, readRecord, type SavedRecord, writeJson } from "../src/replay/record";
import { readText, writeText } from "../src/replay/recordText";
import { afterEvent, cardsOf, positionOf, type Scene, sceneOf } from "../src/replay/scene";
import { turnsOf } from "../src/replay/turns";

const ROOT = join(import.meta.dirname, "../..");
const RECORDS = join(import.meta.dirname, "records");
const PLAYTHROUGHS = join(ROOT, "vectors/playthroughs");

type Known = { text: string; record: { tenback: number } & SavedRecord; end: string };

function known(name: string): Known {
  return JSON.parse(readFileSync(join(RECORDS, `${name}.json`), "utf-8")) as Known;
}

function vectors(name: string): string[] {
  const lines = readFileSync(join(ROOT, "vectors", name), "utf-8").trimEnd().split("\n");
  return lines.filter((line) => !line.startsWith("#"));
}

const NAMES = readdirSync(RECORDS).map((name) => name.replace(".json", ""));

for (const name of NAMES) {
  const { text, record, end } = known(name);
  const { tenback: _version, ...told } = record;

  test(`a text is read as the same record as its JSON: ${name}`, () => {
    expect(readText(text)).toEqual(told);
    expect(readRecord(JSON.stringify(record))).toEqual(told);
  });

  test(`the fold of a record reaches the position of the referee: ${name}`, () => {
    const replay = replayOf(fromJson(record));
    const last = replay.frames.at(-1)!.scene;
    expect(positionOf(last)).toBe(end);
    expect(cardsOf(last, null).outcome).toEqual(record.outcome);
  });

  test(`what is written has one spelling: ${name}`, () => {
    const again = fromJson(JSON.parse(writeJson(told)));
    expect(again).toEqual(told);
    if (name !== "example") expect(writeText(again)).toBe(text);
  });

  test(`a written record is read again: ${name}`, () => {
    expect(readText(writeText(told))).toEqual(told);
  });
}

/** Follows the moves of a playthrough; what they lead to is told by the line after each. */
function playedThrough(name: string, layout: Record<string, number[]>): { scene: Scene; end: string } {
  const lines = vectors(`playthroughs/${name}`);
  let scene = sceneOf(readPosition(lines[0]!.replace("position ", "")), layout, []);
  let end = "";
  lines.slice(1).forEach((line, at) => {
    const [word, told = ""] = [line.split(" ")[0]!, line.slice(line.indexOf(" ") + 1)];
    if (word === "seat") expect(`${told} `).toContain(` tops ${cardsOf(scene, null).tops.join(",")} `);
    if (word === "position") end = told;
    if (word === "move") scene = moved(scene, told, lines.slice(at + 2));
  });
  return { scene, end };
}

/** Makes the events of a move, from what the file tells next about turn and draw pile. */
function moved(scene: Scene, move: string, rest: string[]): Scene {
  const cards = cardsOf(scene, null);
  const seat = cards.turn;
  const isTalk = /^\d:/.test(move);
  let next = scene;
  if (move === "back") {
    const last = cards.plays.at(-1)!;
    const tops = /tops (\S+)/.exec(rest.find((line) => line.startsWith("seat"))!)![1]!.split(",");
    const pile = last.split(">")[1]!;
    next = afterEvent(next, `${seat}:back ${last} to ${tops[["u1", "u2", "d1", "d2"].indexOf(pile)]}`);
  } else if (isTalk) next = afterEvent(next, move);
  else if (move.startsWith("begin")) return afterEvent(next, `turn ${move.slice(6)}`);
  else if (move !== "end") next = afterEvent(next, `${seat}:${move}`);
  const after = rest.find((line) => line.startsWith("seat") || line.startsWith("position"))!;
  const isLast = after.startsWith("position");
  const told = isLast ? readPosition(after.slice(9)) : null;
  const [, who, draws] = /^seat (\d) .* draw (\S+)$/.exec(after) ?? [];
  const turn = told ? told.turn : who === undefined ? null : Number(who);
  const sizes = told ? told.draws.map((draw) => draw.length) : (draws ?? "").split("/").map(Number);
  const plays = cardsOf(next, null).plays;
  const isOver = move === "end" || turn !== seat || (told !== null && told.plays.length < plays.length)
    || (seat !== null && sizes.some((size, at) => size !== scene.draws[at]!.length));
  if (seat === null) return turn === null ? next : afterEvent(next, `turn ${turn}`);
  if (!isOver) return next;
  const source = scene.draws.length > 1 ? seat : 0;
  const drawn = scene.draws[source]!.slice(0, scene.draws[source]!.length - sizes[source]!);
  return afterEvent(afterEvent(next, `${seat}:draws ${drawn.join(".") || "-"}`), `turn ${turn}`);
}

for (const name of readdirSync(PLAYTHROUGHS)) {
  test(`the fold reaches the last position of a playthrough: ${name}`, () => {
    const { scene, end } = playedThrough(name, {});
    expect(positionOf(scene)).toBe(end);
  });
}

test("positions are written as they are read", () => {
  const positions = [
    ...vectors("perft.txt").map((line) => line.split(" ; ")[0]!),
    ...vectors("deals.txt").map((line) => line.split(" ; ")[1]!),
    "classic 1,1,100,100 2.3/4.5 6.7 ?1.-",
    "classic 24,1,100,100 2.49/12.38 15 1!1",
  ];
  for (const position of positions) expect(writePosition(readPosition(position))).toBe(position);
});

test("a position that cannot be read is refused", () => {
  const wrong = [
    "classic 1,1,100,100 2.3 4",
    "chess 1,1,100,100 2.3 4 0",
    "classic 1,1,100 2.3 4 0",
    "classic 1,1,100,100 2.2 4 0",
    "classic 1,1,100,100 2.3 4.3 0",
    "classic 1,1,100,100 2.100 4 0",
    "classic 1,1,100,100 2.3 4 1",
    "classic 1,1,100,100 2.3 4 0:x",
    "classic 1,1,100,100 2.x 4 0",
    "face-to-face 1,60/1,60 2.3/2.3 4 0",
  ];
  for (const text of wrong) expect(() => readPosition(text), text).toThrow(BadRecord);
});

const SLOPPY = `\ufeffTENBACK: 1\r
Deal: c2-4qx7m-ozb2k-6\r
PLAYER 0: Anna\r
Opening: 0:name 0 , 1 : NAME 0 ; they agree
turn 1 seat 0: 20 > U1, 24>u1, draws ?.?
turn 2, seat 1: 97>d1, 12>u2, back, 74>d1, draws 15.?
`;

test("the reader forgives spelling, a missing start, back alone and cards face down", () => {
  const record = readText(SLOPPY);
  expect(record.players).toEqual(["Anna", "?"]);
  expect(record.start).toMatch(/^classic 1,1,100,100 20\.24\.49/);
  expect(record.comments).toEqual([{ after: 2, text: "they agree" }]);
  expect(record.events).toContain("0:draws 62.2");
  expect(record.events).toContain("1:back 12>u2 to 1");
  expect(record.events.at(-1)).toBe("1:draws 15.70");
  expect(record.outcome).toBeNull();
});

const HEAD = "tenback: 1\nstart: classic 1,1,100,100 20.24.30/12.38.44 62.2.15.70 0\n";

function caught(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

const WRONG: [string, string, string, number | null][] = [
  ["no version", "start: classic 1,1,100,100 2.3 4 0", "version", 1],
  ["another version", "tenback: 2\n", "version", 1],
  ["neither start nor deal", "tenback: 1\n", "no-start", null],
  ["a deal code with a slip", "tenback: 1\ndeal: C2-4QX7M-0ZB2K-7\n", "code", 2],
  ["no key", "tenback: 1\nhello", "key", 2],
  ["a key twice", "tenback: 1\ndate: x\ndate: y", "twice", 3],
  ["too many players", `${HEAD}player 2: Carl`, "players", 3],
  ["a card that nobody holds", `${HEAD}turn 1, seat 0: 21>u1`, "not-in-hand", 3],
  ["a card of somebody else", `${HEAD}turn 1, seat 0: 20>u1, 1:12>u2`, "turn", 3],
  ["another draw", `${HEAD}turn 1, seat 0: 20>u1, 24>u1, draws 62.15`, "draw", 3],
  ["more than there is", `${HEAD}turn 1, seat 0: 20>u1, draws ?.?.?.?.?`, "draw", 3],
  ["a turn that is left out", `${HEAD}turn 3, seat 0: 20>u1`, "turn", 3],
  ["a draw that is left out", `${HEAD}turn 1, seat 0: 20>u1, 24>u1\nturn 2, seat 1: 38>u1`, "left-out", 4],
  ["end instead of a draw", `${HEAD}turn 1, seat 0: 20>u1, 24>u1, end`, "left-out", 3],
  ["no event", `${HEAD}turn 1, seat 0: dances`, "event", 3],
  ["no pile", `${HEAD}turn 1, seat 0: 20>gu`, "event", 3],
  ["back without a play", `${HEAD}turn 1, seat 0: back`, "event", 3],
  ["no outcome", `${HEAD}outcome: fine`, "outcome", 3],
  ["not JSON", "{", "not-a-record", null],
];

for (const [what, text, code, line] of WRONG) {
  test(`a record is refused with its place: ${what}`, () => {
    const error: unknown = caught(() => readRecord(text));
    expect(error).toBeInstanceOf(BadRecord);
    expect(error).toMatchObject({ code, line });
  });
}

test("JSON that is no record is refused", () => {
  const { record } = known("example");
  const wrong: unknown[] = [
    [],
    { ...record, tenback: 2 },
    { ...record, start: 5 },
    { ...record, players: ["Anna"] },
    { ...record, events: ["0:dances"] },
    { ...record, comments: [{ after: 1000, text: "late" }] },
    { ...record, outcome: { ending: "stuck", won: false, winner: null, left: 3 } },
    { ...record, layout: { stop: [2] } },
  ];
  for (const found of wrong) {
    const error: unknown = caught(() => readRecord(JSON.stringify(found)));
    expect(error, JSON.stringify(found).slice(0, 60)).toBeInstanceOf(BadRecord);
  }
});

test("a layout of one's own is read and written", () => {
  const line = "stop 5.31.70.96, skull 3.38.63.98, three 12.27.74.89, silence 9.41.60.92, " +
    "no-trick 16.48.53.85, one-pile 19.45.56.82, draw-one 23.34.67.78";
  expect(readLayout(line)).toEqual(STANDARD);
  expect(writeLayout(STANDARD)).toBe(line);
});

test("the standard layout is that of the documentation", () => {
  const page = readFileSync(join(ROOT, "docs/notation.md"), "utf-8");
  for (const [command, numbers] of Object.entries(STANDARD)) {
    expect(page).toContain(`${command} = [${numbers.join(", ")}]`);
  }
});

test("a shuffled layout is drawn by its key", () => {
  const told = readFileSync(join(ROOT, "vectors/told/extreme-anna.jsonl"), "utf-8").trimEnd().split("\n");
  const { cards } = JSON.parse(told.at(-1)!) as { cards: { edition: string; commands: unknown } };
  expect(layoutOf(cards.edition, null)).toEqual(cards.commands);
});

for (const line of vectors("deals.txt")) {
  const [code, position] = line.split(" ; ") as [string, string];
  test(`a deal code gives its cards: ${code}`, () => {
    expect(writePosition(startOf(readCode(code)))).toBe(position);
  });
}

for (const line of vectors("fairness.txt")) {
  const [secret, words, commitment, seed] = line.split(" ; ") as [string, string, string, string];
  test(`commitment and seed of ${words}`, () => {
    expect(commitmentOf(secret)).toBe(commitment);
    expect(fairSeed(secret, JSON.parse(words) as string[])).toBe(seed);
  });
}

const FAIR = ["duel", "extreme", "friends", "given-up"];

for (const name of FAIR) {
  test(`the cards of a fair sitting are proven: ${name}`, () => {
    const record = fromJson(known(name).record);
    const findings = verify(record, ` ${record.tags["commitment"]!.toUpperCase()} `);
    const seals = "seal-0" in record.tags ? ["seals"] : [];
    expect(findings.map(({ check }) => check)).toEqual(["noted", "commitment", "words", ...seals, "seed", "layout", "cards"]);
    expect(findings.every(({ isRight }) => isRight)).toBe(true);
  });
}

test("what is not fair is found, and nothing after it is compared", () => {
  const fair = fromJson(known("friends").record);
  const { commitment: _c, secret: _s, ...bare } = fair.tags;
  const { "seal-0": _seal, "salt-0": _salt, ...unsealed } = fair.tags;
  const other = { ...fair, start: fromJson(known("example").record).start };
  const cases: [string, SavedRecord, string][] = [
    ["noted", fair, "0".repeat(64)],
    ["commitment", { ...fair, tags: bare }, ""],
    ["commitment", { ...fair, tags: { ...fair.tags, secret: "0".repeat(64) } }, ""],
    ["words", { ...fair, tags: { ...fair.tags, "word-7": "late" } }, ""],
    ["words", { ...fair, tags: { ...fair.tags, "word-0": "x".repeat(33) } }, ""],
    ["seals", { ...fair, tags: { ...fair.tags, "word-0": "Gruß" } }, ""],
    ["seed", { ...fair, tags: { ...unsealed, "word-0": "Gruß" } }, ""],
    ["seed", { ...fair, deal: null }, ""],
    ["cards", other, ""],
  ];
  for (const [check, record, noted] of cases) {
    expect(verify(record, noted).at(-1)).toEqual({ check, isRight: false });
  }
});

test("a replay is cut where somebody does something", () => {
  const replay = replayOf(fromJson(known("example").record));
  const [first, ...rest] = replay.frames;
  expect(first!.events.map(({ type }) => type)).toEqual(["said"]);
  expect(rest.every(({ events }) => !["turn", "over", "said"].includes(events[0]!.type))).toBe(true);
  expect(rest.at(-1)!.events.map(({ type }) => type)).toEqual(["resigned", "over"]);
  expect(replay.frames.flatMap(({ comments }) => comments)).toEqual(replay.record.comments.map(({ text }) => text));
});

test("every turn can be jumped to", () => {
  const replay = replayOf(fromJson(known("friends").record));
  for (const { number, seat } of replay.turns.slice(1)) {
    const frame = replay.frames[frameOfTurn(replay, number)]!;
    expect(frame.turn).toBe(number);
    expect(cardsOf(frame.scene, null).turn).toBe(seat);
    expect(cardsOf(frame.scene, null).plays).toEqual([]);
  }
  expect(frameOfTurn(replay, 0)).toBe(0);
  expect(frameOfTurn(replay, 999)).toBe(replay.frames.length - 1);
  const third = frameOfTurn(replay, 3);
  expect(turnAfter(replay, third)).toBe(frameOfTurn(replay, 4));
  expect(turnBefore(replay, third + 1)).toBe(third);
  expect(turnBefore(replay, third)).toBe(frameOfTurn(replay, 2));
  expect(turnBefore(replay, 0)).toBe(0);
});

test("turns are counted from the opening on, in a duel from the first card on", () => {
  expect(turnsOf(fromJson(known("friends").record))[0]).toMatchObject({ number: 0, seat: null });
  expect(turnsOf(fromJson(known("duel").record))[0]).toMatchObject({ number: 1, seat: 0 });
});

test("a seat sees its own hand only", () => {
  const replay = replayOf(fromJson(known("friends").record));
  const { scene } = replay.frames[5]!;
  expect(cardsOf(scene, 1).hand).toEqual(scene.hands[1]);
  expect(cardsOf(scene, null).hand).toEqual([]);
});
