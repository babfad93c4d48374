/** Lets what nobody waits for begin only after what somebody does wait for: a browser asks for six files at a time. */

const urgent = new Set<Promise<unknown>>();

/** Notes that somebody waits for this, or will in a moment. */
export function first<T>(work: Promise<T>): Promise<T> {
  const done = work.then(() => undefined, () => undefined).then(() => void urgent.delete(done));
  urgent.add(done);
  return work;
}

/** Resolves once nothing is waited for. */
export async function whenIdle(): Promise<void> {
  while (urgent.size > 0) await Promise.all(urgent);
}
