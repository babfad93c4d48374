/** Opens a table, and goes there. */

import { api } from "../core/api";
import { guestName, newGuestName } from "../core/guest.svelte";
import { keepInitialWelcome } from "../core/initialWelcome";
import { isServerReachable } from "../core/reach.svelte";
import { go } from "../core/router.svelte";
import { randomWord, sealWord } from "../core/seals";
import { setPerson } from "../core/session.svelte";
import { lookForKit } from "../offline/kit.svelte";
import type { OpenedTable, OpenTable } from "../protocol";

/** Opens a table at the server; if that is gone, in this browser, if it has the kit for it. */
async function openSomewhere(table: OpenTable): Promise<OpenedTable> {
  const here = async () => api.openHere({ ...table, guest: guestName() });
  if (!isServerReachable() && (await lookForKit())) return here();
  try {
    return await api.open(table);
  } catch (trouble) {
    if (isServerReachable() || !(await lookForKit())) throw trouble;
    return here();
  }
}

/** A person without a session, or with one that the server has forgotten, comes in with the same request. */
export async function openTable(wished: OpenTable): Promise<void> {
  const { seal } = sealWord(randomWord());
  const opened = await openSomewhere({ ...wished, seal, guest: newGuestName() });
  if (opened.session) setPerson(opened.session.person);
  keepInitialWelcome(opened.welcome);
  go(`/t/${opened.id}`);
}
