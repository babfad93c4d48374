/** The hand of another player who could not go on: after the end, the record knows it. */

import { api } from "../core/api";
import type { TableState } from "../table/state.svelte";

/** Looks the hand up: nice to know, but not worth an error message. Only now is the code needed that reads records. */
export async function lookUpStuckHand(state: TableState, table: string, seat: number): Promise<void> {
  try {
    const [record, { fromJson }, { replayOf }] = await Promise.all([api.record(table), import("../replay/record"), import("../replay/frames")]);
    state.stuckHand = replayOf(fromJson(record)).frames.at(-1)?.scene.hands[seat] ?? [];
  } catch {
    state.stuckHand = [];
  }
}
