/** The welcome to a table that is known before its socket answers: it comes with the response to opening a table. */

import type { Welcome } from "../protocol";

let known: Welcome | null = null;

export function keepInitialWelcome(welcome: Welcome): void {
  known = welcome;
}

/** Returns the welcome to a table, only once, because it is soon outdated. */
export function takeInitialWelcome(table: string): Welcome | null {
  const found = known?.table === table ? known : null;
  known = null;
  return found;
}
