/** Loads the parts of a table that come after the first cards (later.ts). */

import { whenIdle } from "../core/idle";

type Parts = typeof import("./later");

let parts = $state.raw<Parts | null>(null);
let areMissing = $state(false);
let loading: Promise<void> | null = null;

/** The parts, once they are loaded. */
export function laterParts(): Parts | null {
  return parts;
}

/** Whether the parts could not be loaded. */
export function arePartsMissing(): boolean {
  return areMissing;
}

/** Loads the parts, once nobody waits for anything else. */
export function loadLaterParts(): void {
  loading ??= whenIdle()
    .then(() => import("./later"))
    .then(
      (found) => void (parts = found),
      () => void (areMissing = true),
    );
}
