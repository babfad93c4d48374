/** The lessons that are done, kept in the browser. */

const KEPT_AS = "tenback.learned";

let learned = $state.raw<ReadonlySet<string>>(kept());

function kept(): ReadonlySet<string> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? "[]");
    return new Set(Array.isArray(found) ? found.map(String) : []);
  } catch {
    return new Set();
  }
}

export function isLearned(edition: string, lesson: string): boolean {
  return learned.has(`${edition}.${lesson}`);
}

export function markLearned(edition: string, lesson: string): void {
  learned = new Set([...learned, `${edition}.${lesson}`]);
  localStorage.setItem(KEPT_AS, JSON.stringify([...learned]));
}
