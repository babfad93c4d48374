/** Lists that are replaced instead of changed. */

export function withItem<T>(values: readonly T[], index: number, value: T): T[] {
  return values.map((old, at) => (at === index ? value : old));
}

export function sorted(cards: readonly number[]): number[] {
  return cards.toSorted((a, b) => a - b);
}
