/** What is known of a table before its socket has said a word: who opens one is told at once. */

import type { Welcome } from "../protocol";

let known: Welcome | null = null;

export function foretell(welcome: Welcome): void {
  known = welcome;
}

/** Returns what was told of a table, once: later there is newer news. */
export function foretold(table: string): Welcome | null {
  const found = known?.table === table ? known : null;
  known = null;
  return found;
}
