/** Records (docs/record.md): read from their text or JSON, and written as both. */

import type { OutcomeView } from "../protocol";
import { BadRecord } from "./badRecord";
import { checkLayout, type Layout } from "./commandLayouts";
import { readPosition, writePosition } from "./position";
import { readText } from "./recordText";
import { afterEvent, sceneOf } from "./scene";

export const VERSION = 1;
/** A game has a few hundred events; anything larger than this is not a record. */
export const LARGEST_FILE = 1 << 20;

export type Comment = { after: number; text: string };

/** A game from its first position on: the players, all events, and how it ended. */
export type SavedRecord = {
  deal: string | null;
  layout: Layout | null;
  /** The first position, as text. */
  start: string;
  players: string[];
  tags: Record<string, string>;
  /** Every event with its seat: `0:20>u1`, `turn 1`, `over …`. */
  events: string[];
  comments: Comment[];
  outcome: OutcomeView | null;
};

/** Reads a record from plain text or JSON; throws if cards are not where it says. */
export function readRecord(text: string): SavedRecord {
  if (text.length > LARGEST_FILE) throw new BadRecord("not-a-record");
  return text.trimStart().startsWith("{") ? readJson(text) : readText(text);
}

/** Returns the record that a JSON text holds. */
function readJson(text: string): SavedRecord {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new BadRecord("not-a-record");
  }
  return fromJson(found);
}

/** Returns the record that the server sent as JSON. */
export function fromJson(found: unknown): SavedRecord {
  if (!isObject(found)) throw new BadRecord("not-a-record");
  if (found["tenback"] !== VERSION) throw new BadRecord("version", String(found["tenback"]));
  if (typeof found["start"] !== "string") throw new BadRecord("no-start");
  const record: SavedRecord = {
    deal: textOr(found["deal"], null),
    layout: isObject(found["layout"]) ? checkLayout(found["layout"] as Layout) : null,
    start: writePosition(readPosition(found["start"])),
    players: texts(found["players"]),
    tags: tagsOf(found["tags"] ?? {}),
    events: texts(found["events"]),
    comments: list(found["comments"] ?? []).map(commentOf),
    outcome: outcomeOf(found["outcome"] ?? null),
  };
  checkRecord(record);
  return record;
}

/** Plays all events through, so that errors show before the replay starts. */
function checkRecord(record: SavedRecord): void {
  const position = readPosition(record.start);
  if (record.players.length !== position.hands.length) throw new BadRecord("players", record.players.join(", "));
  let scene = sceneOf(position, {}, record.players);
  record.events.forEach((event, at) => {
    try {
      scene = afterEvent(scene, event);
    } catch (error) {
      throw error instanceof BadRecord ? error.at(at + 1) : error;
    }
  });
  const told = scene.model.cards!.outcome;
  if (told !== null && record.outcome !== null && !isSame(told, record.outcome)) {
    throw new BadRecord("outcome", record.outcome.ending);
  }
  let last = 0;
  for (const { after } of record.comments) {
    if (after < last || after > record.events.length) throw new BadRecord("comment", String(after));
    last = after;
  }
}

export function isSame(one: OutcomeView, other: OutcomeView): boolean {
  const { ending, won, winner, left } = one;
  return ending === other.ending && won === other.won && winner === other.winner && left === other.left;
}

/** Returns a record as JSON, as `tenback replay --json` writes it. */
export function writeJson(record: SavedRecord): string {
  return JSON.stringify({ tenback: VERSION, ...record });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new BadRecord("not-a-record");
  return value;
}

function texts(value: unknown): string[] {
  const found = list(value);
  if (!found.every((item) => typeof item === "string")) throw new BadRecord("not-a-record");
  return found;
}

function textOr(value: unknown, fallback: string | null): string | null {
  return typeof value === "string" && value !== "" ? value : fallback;
}

function tagsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) throw new BadRecord("not-a-record");
  texts(Object.values(value));
  return value as Record<string, string>;
}

function commentOf(value: unknown): Comment {
  if (!isObject(value) || !Number.isInteger(value["after"]) || typeof value["text"] !== "string") {
    throw new BadRecord("not-a-record");
  }
  return { after: value["after"] as number, text: value["text"] };
}

function outcomeOf(value: unknown): OutcomeView | null {
  if (value === null) return null;
  if (!isObject(value) || typeof value["ending"] !== "string") throw new BadRecord("outcome");
  const { ending, won, winner, left } = value as OutcomeView;
  return { ending, won: won ?? null, winner: winner ?? null, left };
}
