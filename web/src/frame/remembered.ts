/** What somebody chose last time, kept in this browser. */

export function remembered<T extends string | number>(name: string, known: readonly T[], usual: T): T {
  const kept = localStorage.getItem(`tenback.${name}`);
  return known.find((value) => String(value) === kept) ?? usual;
}

export function rememberAs(name: string, value: string | number): void {
  localStorage.setItem(`tenback.${name}`, String(value));
}
