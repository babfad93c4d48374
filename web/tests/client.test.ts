import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepInitialWelcome } from "../src/core/initialWelcome";
import type { Choices, SeatView, ToClient, Welcome } from "../src/protocol";
import { TableClient } from "../src/table/client.svelte";
import en from "../../src/tenback/languages/en/page/table.json";

const CARDS: SeatView = {
  edition: "classic",
  tops: [1, 1, 100, 100],
  hand: [10, 20, 30, 90],
  hand_sizes: [4, 7],
  draw_sizes: [80],
  laid: [[]],
  turn: 0,
  plays: [],
  named: [],
  signals: [[], []],
  history: [],
  outcome: null,
  commands: {},
};
const MOVES: Choices = { moves: ["10>u1", "20>u1", "30>u1", "90>d1"], minimum: 2 };

function welcome(change: Partial<Welcome> = {}): Welcome {
  const places = ["Anna", "Ben"].map((name) => ({ name, bot: null, is_person: true, word: "", is_resigning: false }));
  return {
    type: "welcome",
    protocol: 1,
    table: "t",
    number: 5,
    at: 0,
    settings: { edition: "classic", seats: 2 },
    seat: 0,
    places,
    present: [0, 1],
    commitment: null,
    secret: null,
    deal: null,
    cards: CARDS,
    choices: MOVES,
    deadline: null,
    chat: [],
    following: null,
    ...change,
  };
}

/** A server at the other end, which says what the test says. */
class Wire {
  static readonly OPEN = 1;
  static last: Wire;
  readyState = 1;
  sent: { type: string; id: string; move?: string }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly url: string) {
    Wire.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {}

  tell(told: ToClient): void {
    this.onmessage?.({ data: JSON.stringify(told) });
  }
}

/** The table as seat 0 sees it, in a page with animations. */
function seated(told: Welcome = welcome()) {
  keepInitialWelcome(told);
  const table = new TableClient(told.table);
  const wire = Wire.last;
  let { number } = told;
  wire.tell({ type: "resumed", number, seat: 0, present: [0, 1] });
  const happen = (events: string[], choices: Choices | null = null) => {
    number += 1;
    wire.tell({ type: "happened", number, at: 0, facts: [{ type: "played", events }], choices });
  };
  const acknowledge = async () => {
    wire.tell({ type: "ack", id: wire.sent.at(-1)!.id, number });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { table, state: table.state, wire, happen, acknowledge };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("window", {});
  vi.stubGlobal("location", { protocol: "http:", host: "table" });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("document", { hidden: false, querySelector: () => null });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("after the second card what fits is what the server says now, however fast it was laid", async () => {
  const { table, state, happen, acknowledge } = seated();
  table.lay("u1", 10);
  happen(["0:10>u1"], { ...MOVES, moves: ["20>u1", "30>u1", "90>d1"] });
  await acknowledge();
  table.lay("u1", 30);
  happen(["0:30>u1"], { moves: ["20>u1", "90>d1", "end"], minimum: 2 });
  await acknowledge();
  table.pick(20);
  expect(state.choices?.moves).toContain("end");
  expect([...state.fits.values()].map(({ pile, gap, kind }) => [pile, gap, kind])).toEqual([["u1", -10, "trick"]]);
  expect(state.cards?.tops).toEqual([30, 1, 100, 100]);
});

test("between the answer to a move and what it has brought nothing is known", async () => {
  const { table, state, wire, happen } = seated();
  table.lay("u1", 10);
  wire.tell({ type: "ack", id: wire.sent.at(-1)!.id, number: 6 });
  await vi.advanceTimersByTimeAsync(0);
  expect(state.choices).toBeNull();
  happen(["0:10>u1"], { moves: ["20>u1"], minimum: 2 });
  expect(state.choices?.moves).toEqual(["20>u1"]);
});

test("what others do is shown one after the other, and who moves before it is shown may do so", async () => {
  const { table, state, wire, happen } = seated(welcome({ cards: { ...CARDS, turn: 1 }, choices: null }));
  happen(["1:40>u2"]);
  happen(["1:60>u2"]);
  happen(["1:draws ?.?", "turn 0"], MOVES);
  expect([state.cards?.tops[1], state.isOwnTurn]).toEqual([40, false]);
  table.lay("u1", 10);
  expect(state.cards?.tops).toEqual([10, 60, 100, 100]);
  expect(wire.sent.at(-1)?.move).toBe("10>u1");
});

test("a word of somebody does not hurry what is being shown", () => {
  const { state, happen } = seated(welcome({ cards: { ...CARDS, turn: 1 }, choices: null }));
  happen(["1:40>u2"]);
  happen(["1:60>u2"]);
  happen(["1:draws ?.?", "turn 0"], MOVES);
  happen(["1:say keep u1"], MOVES);
  expect(state.cards?.tops[1]).toBe(40);
  vi.advanceTimersByTime(1500);
  expect([state.cards?.tops[1], state.isOwnTurn]).toEqual([60, true]);
});

test("the call to one's turn is taken back with it, and at the end the result is told once", () => {
  const { table, happen } = seated();
  expect(table.notices.urgent).toContain(en["turn.you"]);
  happen(["0:draws 50.51", "turn 1"]);
  expect(table.notices.urgent).toBe("");
  happen(["turn 0"], MOVES);
  expect(table.notices.urgent).toContain(en["turn.you"]);
  happen(["0:90>u1", "over stuck, lost, 93 left"]);
  expect(table.notices.urgent).toBe("");
  expect(table.notices.polite).toBe("You lay 90 on Up 1. The game is over. No move left – 93 of 98 cards are left.");
});

test("a refusal is gone with the next move", async () => {
  const { table, wire, acknowledge } = seated();
  table.lay("u1", 10);
  wire.tell({ type: "refused", id: wire.sent.at(-1)!.id, code: "does-not-fit", message: "no", details: {} } as ToClient);
  await vi.advanceTimersByTimeAsync(0);
  expect(table.notices.list.map(({ kind }) => kind)).toEqual(["refusal"]);
  table.lay("u1", 20);
  await acknowledge();
  expect(table.notices.list).toEqual([]);
});
