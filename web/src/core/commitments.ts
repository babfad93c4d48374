/** A commitment that the server makes in advance, so that a table is opened and dealt with one request (docs/fairness.md). */

import type { CommitmentView } from "../protocol";

/** Milliseconds for which one is used; the server keeps it for twice as long. */
const FRESH = 60 * 60 * 1000;
/** Milliseconds to wait for it; without one, a table is dealt a moment later. */
const PATIENCE = 4_000;

let asked: { commitment: Promise<string | null>; at: number } | null = null;

/** Asks for a commitment, unless there is a fresh one. */
export function askForCommitment(): void {
  if (!isFresh()) asked = { commitment: fetchCommitment().catch(() => null), at: Date.now() };
}

/** Returns the commitment that was asked for, only once, because it is good for one table; null if there is none. */
export async function takeCommitment(): Promise<string | null> {
  const found = isFresh() ? asked : null;
  asked = null;
  return found?.commitment ?? null;
}

function isFresh(): boolean {
  return asked !== null && Date.now() - asked.at < FRESH;
}

async function fetchCommitment(): Promise<string | null> {
  const answer = await fetch("/api/commitments", { method: "POST", credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
  return answer.ok ? ((await answer.json()) as CommitmentView).commitment : null;
}
