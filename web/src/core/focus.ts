/** Where the focus goes when the element that had it is gone: keyboard players should not have to start over. */

export function isFocusLost(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.matches(":disabled");
}

/** Gives a lost focus back to what had it before, or to the page if that is gone too. */
export function refocus(before: Element | null = null): void {
  if (!isFocusLost()) return;
  const next = before instanceof HTMLElement && before.isConnected ? before : document.getElementById("main");
  next?.focus({ preventScroll: true });
}
