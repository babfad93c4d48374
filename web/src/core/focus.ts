/** Where the focus goes when what had it is gone: who plays by keys shall not have to begin anew. */

export function isFocusLost(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.matches(":disabled");
}

/** Gives a lost focus back to what had it before, or to the page where that is gone too. */
export function refocus(before: Element | null = null): void {
  if (!isFocusLost()) return;
  const next = before instanceof HTMLElement && before.isConnected ? before : document.getElementById("main");
  next?.focus({ preventScroll: true });
}
