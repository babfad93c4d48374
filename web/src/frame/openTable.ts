/** Opens a table, and goes there. */

import { api } from "../core/api";
import { foretell } from "../core/foretold";
import { go } from "../core/router.svelte";
import { become } from "../core/session.svelte";
import type { OpenTable } from "../protocol";
import { wishedName } from "./guest.svelte";

/** Whoever has no session, or one that the server has forgotten, comes in with the same request. */
export async function openTable(wished: OpenTable): Promise<void> {
  const opened = await api.open({ ...wished, guest: wishedName() });
  if (opened.session) become(opened.session.person);
  foretell(opened.welcome);
  go(`/t/${opened.id}`);
}
