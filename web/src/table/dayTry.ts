/** Whether a game with the cards of a day counts: only the first try does, and only until the day is over. */

import { api } from "../core/api";
import type { Model } from "../core/model";
import { serverTime } from "../core/serverClock";
import type { TableState } from "./state.svelte";

const DAY = 86_400_000;
/** After midnight by so many milliseconds, the server says so too. */
const LATER = 1_000;

/** Calls back now, and again once the day is over, if that is yet to come. Returns a function that stops waiting. */
export function nowAndAfter(day: string, call: () => void): () => void {
  call();
  const left = Date.parse(`${day}T00:00:00Z`) + DAY + LATER - serverTime();
  const timer = left > LATER ? setTimeout(call, left) : undefined;
  return () => clearTimeout(timer);
}

/** Asks the server once the cards are dealt: nice to know, but not worth an error message. */
export async function lookUpTry(state: TableState, model: Model): Promise<void> {
  const { day, edition } = model.settings;
  if (day == null || edition === undefined) return;
  try {
    const found = await api.day(day, edition, model.places.length);
    const first = found.own?.first_table ?? null;
    const isRunning = model.cards?.outcome == null;
    if (first !== null && first !== model.table) state.uncounted = "again";
    else state.uncounted = found.is_past && (first === null || isRunning) ? "past" : null;
  } catch {
    state.uncounted = null;
  }
}
