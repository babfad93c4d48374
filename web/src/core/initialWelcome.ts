/** The welcome to a table that was known before its socket said a word: whoever opens a table gets it with the answer. */

import type { Welcome } from "../protocol";

let known: Welcome | null = null;

export function keepInitialWelcome(welcome: Welcome): void {
  known = welcome;
}

/** Returns the welcome to a table, only once: later there is newer news. */
export function takeInitialWelcome(table: string): Welcome | null {
  const found = known?.table === table ? known : null;
  known = null;
  return found;
}
