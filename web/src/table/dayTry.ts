/** Whether a game with the cards of a day counts: only the first try does, and only until the day is over. */

import { api } from "../core/api";
import type { Model } from "../core/model";
import type { TableState } from "./state.svelte";

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
