/** Longer descriptions for those who do not see the picture. */

import { t } from "../core/texts.svelte";

/** Runs of numbers as text: `2–7, 9`. */
export function runs(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(", ");
}

export function stripLabel(numbers: readonly { number: number; where: string }[]): string {
  const out = numbers.filter(({ where }) => where === "out").map(({ number }) => number);
  return t("strip.label", { count: out.length, numbers: runs(out) });
}
