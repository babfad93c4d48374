/** The events of a record, turn by turn. */

import { readEvent } from "../core/events";
import { readPosition } from "./position";
import type { SavedRecord } from "./record";

/** A turn: its number from 1 (0 for the opening, which has no seat), and its events from `first` up to `end`. */
export type Turn = { number: number; seat: number | null; first: number; end: number };

export function turnsOf(record: SavedRecord): Turn[] {
  const { turn } = readPosition(record.start);
  let running: Turn = { number: turn === null ? 0 : 1, seat: turn, first: 0, end: 0 };
  const turns: Turn[] = [];
  record.events.forEach((event, at) => {
    if (!event.startsWith("turn ")) return;
    turns.push({ ...running, end: at });
    running = { number: running.number + 1, seat: Number(event.slice(5)), first: at, end: at };
  });
  turns.push({ ...running, end: record.events.length });
  return turns.filter(({ first, end, number }) => end > first || number > 0);
}

/** Returns the cards that were laid on a pile, the top one last. */
export function laidOn(history: readonly string[], pile: string): number[] {
  const cards: number[] = [];
  for (const text of history) {
    const event = readEvent(text);
    if (event?.type === "laid" && event.pile === pile) cards.push(event.card);
    if (event?.type === "back" && event.pile === pile) cards.pop();
  }
  return cards;
}
