/** A custom layout: which numbers carry which command (docs/rules.md, E14). */

/** The numbers typed for each command; null where a field is empty. */
export type TypedLayout = Record<string, (number | null)[]>;

/** Returns whether a field has a number of the edition that no other field has. */
export function isRightNumber(typed: TypedLayout, number: number | null, lowest: number, highest: number): boolean {
  const isOfEdition = number !== null && Number.isInteger(number) && lowest <= number && number <= highest;
  return isOfEdition && Object.values(typed).flat().filter((one) => one === number).length === 1;
}

/** Returns the layout once every number is right; else null. */
export function readLayout(typed: TypedLayout, lowest: number, highest: number): Record<string, number[]> | null {
  const isWhole = Object.values(typed).flat().every((one) => isRightNumber(typed, one, lowest, highest));
  return isWhole ? (typed as Record<string, number[]>) : null;
}
