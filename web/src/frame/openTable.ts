/** Opens a table, and goes there. */

import { api, Refused } from "../core/api";
import { go } from "../core/router.svelte";
import { become } from "../core/session.svelte";
import type { OpenTable, TableSummary } from "../protocol";
import { comeIn } from "./guest.svelte";

export async function openTable(wished: OpenTable): Promise<void> {
  const opened = await asSomebody(() => api.open(wished));
  go(`/t/${opened.id}`);
}

/** Does something that needs a session; one that the server has forgotten is begun anew. */
async function asSomebody(act: () => Promise<TableSummary>): Promise<TableSummary> {
  await comeIn();
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refused && error.status === 401)) throw error;
    become(null);
    await comeIn();
    return await act();
  }
}
