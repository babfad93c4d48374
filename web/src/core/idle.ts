/** Lets what nobody waits for begin only after what somebody does wait for: a browser asks for six files at a time. */

const urgent = new Set<Promise<unknown>>();

/** Notes that somebody waits for this, or will in a moment. */
export function first<T>(work: Promise<T>): Promise<T> {
  const done = work.then(() => undefined, () => undefined).then(() => void urgent.delete(done));
  urgent.add(done);
  return work;
}

/** Milliseconds after which a browser that is never idle counts as idle. */
const PATIENCE = 2_000;

/** Resolves once nothing is waited for, and what it brought is on the screen. */
export async function whenIdle(): Promise<void> {
  do {
    while (urgent.size > 0) await Promise.all(urgent);
    await idlePeriod();
  } while (urgent.size > 0);
}

/** Not every browser says when it has nothing to do. */
function idlePeriod(): Promise<unknown> {
  return new Promise((begin) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(begin, { timeout: PATIENCE });
    else setTimeout(begin);
  });
}
