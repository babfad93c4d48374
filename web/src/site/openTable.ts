/** Opens a table, and goes there. */

import { api } from "../core/api";
import { guestName, newGuestName } from "../core/guest.svelte";
import { first } from "../core/idle";
import { keepInitialWelcome } from "../core/initialWelcome";
import { go } from "../core/router.svelte";
import { randomWord, sealWord } from "../core/seals";
import { setPerson } from "../core/session.svelte";
import type { OpenTable } from "../protocol";

/** A person without a session, or with an expired one, is signed in by the same request. */
export async function openTable(wished: OpenTable): Promise<void> {
  const { seal } = sealWord(randomWord());
  const table = { ...wished, seal };
  const opened = await first(api.open({ ...table, guest: newGuestName() }, { ...table, guest: guestName() }));
  if (opened.session) setPerson(opened.session.person);
  keepInitialWelcome(opened.welcome);
  go(`/t/${opened.id}`);
}
