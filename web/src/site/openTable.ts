/** Opens a table, and goes there. */

import { api } from "../core/api";
import { newGuestName } from "../core/guest.svelte";
import { keepInitialWelcome } from "../core/initialWelcome";
import { go } from "../core/router.svelte";
import { setPerson } from "../core/session.svelte";
import type { OpenTable } from "../protocol";

/** Whoever has no session, or one that the server has forgotten, comes in with the same request. */
export async function openTable(wished: OpenTable): Promise<void> {
  const opened = await api.open({ ...wished, guest: newGuestName() });
  if (opened.session) setPerson(opened.session.person);
  keepInitialWelcome(opened.welcome);
  go(`/t/${opened.id}`);
}
