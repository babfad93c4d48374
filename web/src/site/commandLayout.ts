/** A custom layout: which numbers carry which command (docs/rules.md, E14). */

/** The numbers typed for each command; null where a field is empty. */
export type TypedLayout = Record<string, (number | null)[]>;

/** Returns the layout once every field has a number of the edition, none of them twice; else null. */
export function readLayout(typed: TypedLayout, lowest: number, highest: number): Record<string, number[]> | null {
  const numbers = Object.values(typed).flat();
  const isWhole = numbers.every((one) => one !== null && Number.isInteger(one) && lowest <= one && one <= highest);
  return isWhole && new Set(numbers).size === numbers.length ? (typed as Record<string, number[]>) : null;
}
