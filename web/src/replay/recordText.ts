/** Records as plain text, as docs/record.md specifies them.
 *
 * The reader is as forgiving as `tenback replay`, but it knows no rules: a record that leaves out the drawn
 * cards is refused, because only a referee could fill them in.
 */

import { readEvent } from "../core/events";
import { drawPileOf, pilesOf } from "../core/model";
import type { OutcomeView } from "../protocol";
import { BadRecord } from "./badRecord";
import { type Layout, readLayout, writeLayout } from "./commandLayouts";
import { readCode, startOf } from "./dealCodes";
import { type Position, readPosition, writePosition } from "./position";
import { type Comment, type SavedRecord, VERSION } from "./record";
import { afterEvent, cardsOf, type Scene, sceneOf } from "./scene";
import { turnsOf } from "./turns";

const PLAYER = /^player ([0-9])$/;
const TURN = /^turn ([0-9]{1,4}) ?,? ?seat ([0-9])$/;
const TAG = /^[a-z][a-z0-9-]*$/;
const NOBODY = "?";

type Line = { line: number; key: string; value: string };

/** Returns the record that a plain text holds. */
export function readText(text: string): SavedRecord {
  const header = new Map<string, Line>();
  const body: Line[] = [];
  text
    .replace(/^\ufeff/, "")
    .split("\n")
    .forEach((content, at) => sortLine({ line: at + 1, key: "", value: content.trim() }, header, body));
  const version = header.get("tenback");
  if (version?.value !== String(VERSION)) throw new BadRecord("version", version?.value ?? "", version?.line ?? 1);
  const layout = header.has("layout") ? atLine(header.get("layout")!, readLayout) : null;
  const deal = header.get("deal")?.value ?? null;
  const start = readStart(header);
  const players = readPlayers(header, start.hands.length);
  const reader = new BodyReader(sceneOf(start, {}, players));
  body.forEach((line) => atLine(line, () => reader.readLine(line)));
  return {
    deal,
    layout,
    start: writePosition(start),
    players,
    tags: readTags(header),
    events: reader.events,
    comments: reader.comments,
    outcome: reader.outcome,
  };
}

/** Puts a line where it belongs: header, or body with its comments. */
function sortLine({ line, value: content }: Line, header: Map<string, Line>, body: Line[]): void {
  if (content === "") return;
  if (content.startsWith(";")) {
    body.push({ line, key: ";", value: content.slice(1).trim() });
    return;
  }
  const colon = content.indexOf(":");
  if (colon < 0) throw new BadRecord("key", content, line);
  const key = content.slice(0, colon).toLowerCase().trim().replace(/\s+/g, " ");
  const value = content.slice(colon + 1).trim();
  if (key === "opening" || key === "outcome" || TURN.test(key)) {
    const [told, ...comment] = value.split(";");
    body.push({ line, key, value: told!.trim() });
    if (comment.length > 0) body.push({ line, key: ";", value: comment.join(";").trim() });
  } else if (header.has(key)) {
    throw new BadRecord("twice", key, line);
  } else if (PLAYER.test(key) || TAG.test(key)) {
    header.set(key, { line, key, value });
  } else {
    throw new BadRecord("key", key, line);
  }
}

function readStart(header: Map<string, Line>): Position {
  const start = header.get("start");
  if (start !== undefined) return atLine(start, readPosition);
  const deal = header.get("deal");
  if (deal === undefined) throw new BadRecord("no-start");
  const own = header.has("layout") ? "own" : null;
  return startOf(atLine(deal, (code) => readCode(code, own)));
}

function readPlayers(header: Map<string, Line>, seats: number): string[] {
  const players = Array<string>(seats).fill(NOBODY);
  for (const { key, value, line } of header.values()) {
    const seat = Number(PLAYER.exec(key)?.[1] ?? NaN);
    if (seat >= seats) throw new BadRecord("players", key, line);
    if (!Number.isNaN(seat)) players[seat] = value;
  }
  return players;
}

const RESERVED = new Set(["tenback", "deal", "layout", "start"]);

function readTags(header: Map<string, Line>): Record<string, string> {
  const tags = [...header.values()].filter(({ key }) => !RESERVED.has(key) && !PLAYER.test(key));
  return Object.fromEntries(tags.map(({ key, value }) => [key, value]));
}

/** The body, line by line. */
class BodyReader {
  readonly events: string[] = [];
  readonly comments: Comment[] = [];
  outcome: OutcomeView | null = null;
  private turn: { number: number; seat: number | null };
  /** The tops when the running turn began, needed only for `back`. */
  private tops: number[];

  constructor(private scene: Scene) {
    const { turn, tops } = cardsOf(scene, null);
    this.turn = { number: turn === null ? 0 : 1, seat: turn };
    this.tops = tops;
  }

  readLine({ key, value }: Line): void {
    if (key === ";") {
      this.comments.push({ after: this.events.length, text: value });
      return;
    }
    if (key === "outcome") {
      this.readOutcome(value);
      return;
    }
    const found = TURN.exec(key);
    if (found) this.beginTurn(Number(found[1]), Number(found[2]));
    const seat = found ? this.turn.seat : null;
    const items = value.split(",").map((item) => item.trim());
    for (const item of items.filter((item) => item !== "")) this.addEvent(this.completeEvent(item, seat));
  }

  private beginTurn(number: number, seat: number): void {
    if (number === this.turn.number + 1) {
      const last = readEvent(this.events.at(-1) ?? "");
      if (this.turn.number > 0 && last?.type !== "drew") throw new BadRecord("left-out", `turn ${number}`);
      this.addEvent(`turn ${seat}`);
      this.turn = { number, seat };
      this.tops = cardsOf(this.scene, null).tops;
    } else if (number !== this.turn.number || seat !== this.turn.seat) {
      throw new BadRecord("turn", `turn ${number}, seat ${seat}`);
    }
  }

  private readOutcome(text: string): void {
    const event = readEvent(`over ${text.toLowerCase().replace(/\s*,\s*/g, ", ")}`);
    if (event?.type !== "over") throw new BadRecord("outcome", text);
    const { type: _type, ...outcome } = event;
    this.outcome = outcome;
    if (this.events.length > 0) this.addEvent(`over ${writeOutcome(outcome)}`);
  }

  private addEvent(event: string): void {
    this.scene = afterEvent(this.scene, event);
    this.events.push(event);
  }

  /** Returns an event with its seat and all its cards. */
  private completeEvent(item: string, seat: number | null): string {
    const text = item.toLowerCase().replace(/\s*([>:])\s*/g, "$1").replace(/\s+/g, " ");
    if (text === "end") throw new BadRecord("left-out", item);
    const own = text === "back" ? this.takenBack(item) : text;
    if (/^\d:/.test(own)) return this.withDrawnCards(own);
    if (seat === null) throw new BadRecord("event", item);
    return this.withDrawnCards(`${seat}:${own}`);
  }

  /** Cards that were drawn face down are known: they lie on top of the draw pile. */
  private withDrawnCards(text: string): string {
    const event = readEvent(text);
    if (event?.type !== "drew" || !event.cards.includes(null)) return text;
    const draw = this.scene.draws[drawPileOf(this.scene.draws, event.seat)] ?? [];
    const cards = event.cards.map((card, at) => card ?? draw[at]);
    if (cards.includes(undefined)) throw new BadRecord("draw", text);
    return `${event.seat}:draws ${cards.join(".")}`;
  }

  private takenBack(item: string): string {
    const { plays } = cardsOf(this.scene, null);
    const last = plays.at(-1);
    if (last === undefined) throw new BadRecord("event", item);
    const pile = last.split(">")[1]!;
    const below = plays.slice(0, -1).findLast((play) => play.endsWith(`>${pile}`));
    const top = below?.split(">")[0] ?? this.tops[this.index(pile)];
    return `back ${last} to ${top}`;
  }

  private index(pile: string): number {
    return pilesOf(cardsOf(this.scene, null)).indexOf(pile);
  }
}

function atLine<T>(line: Line, read: (value: string) => T): T {
  try {
    return read(line.value);
  } catch (error) {
    throw withLine(error, line.line);
  }
}

function withLine(error: unknown, line: number): unknown {
  return error instanceof BadRecord ? error.at(line) : error;
}

function writeOutcome({ ending, won, winner, left }: OutcomeView): string {
  const result = winner === null ? (won ? "won" : "lost") : `seat ${winner} wins`;
  return `${ending}, ${result}, ${left} left`;
}

/** Returns the text of a record, in its canonical spelling. */
export function writeText(record: SavedRecord): string {
  return [...header(record), "", ...body(record), ""].join("\n");
}

function header({ deal, layout, start, players, tags }: SavedRecord): string[] {
  return [
    `tenback: ${VERSION}`,
    ...(deal === null ? [] : [`deal: ${deal}`]),
    ...(layout === null ? [] : [`layout: ${writeLayout(layout satisfies Layout)}`]),
    `start: ${start}`,
    ...players.map((player, seat) => `player ${seat}: ${player}`),
    ...Object.entries(tags).map(([tag, value]) => `${tag}: ${value}`),
  ];
}

/** A line for each turn, cut only by comments. */
function body(record: SavedRecord): string[] {
  const lines: string[] = [];
  const remark = (after: number) => {
    for (const comment of record.comments) {
      if (comment.after === after) lines.push(`; ${comment.text}`.trimEnd());
    }
  };
  for (const { number, seat, first, end } of turnsOf(record)) {
    const head = seat === null ? "opening" : `turn ${number}, seat ${seat}`;
    let items: string[] = [];
    let isDue = false;
    const close = () => {
      if (items.length > 0 || isDue) lines.push(`${head}: ${items.join(", ")}`.trimEnd());
      [items, isDue] = [[], false];
    };
    for (let at = first; at < end; at += 1) {
      if (record.comments.some((comment) => comment.after === at)) {
        close();
        remark(at);
      }
      const event = record.events[at]!;
      if (event.startsWith("turn ")) isDue = true;
      else if (!event.startsWith("over ")) items.push(event.startsWith(`${seat}:`) ? event.slice(2) : event);
    }
    close();
  }
  if (record.outcome !== null && record.events.length > 0) lines.push(`outcome: ${writeOutcome(record.outcome)}`);
  remark(record.events.length);
  return lines;
}
