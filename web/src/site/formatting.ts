/** Turns names from the server into words of the page. */

import { readEdition } from "../core/editions";
import { t, tOr } from "../core/texts.svelte";
import type { OutcomeView } from "../protocol";

/** Returns an edition in words: "Extreme, three cards per turn, shuffled commands". */
export function editionText(text: string): string {
  const { name, options, layout } = readEdition(text);
  const words = [tOr(`edition.${name}`, name)];
  words.push(...options.map((option) => tOr(`option.${option}`, option)));
  if (layout !== null && layout !== "standard") words.push(tOr(`layout.${layout}`, layout));
  return words.join(", ");
}

/** Returns an outcome in words; for a duel, whether it was won or lost. */
export function outcomeText(outcome: OutcomeView, isWinner: boolean): string {
  if (outcome.won === true) return t("outcome.all");
  if (outcome.won === false) return t("outcome.left", { count: outcome.left });
  return t(isWinner ? "outcome.duel.won" : "outcome.duel.lost", { count: outcome.left });
}

/** Returns an outcome in few enough words for a column of a table. */
export function shortOutcomeText(outcome: OutcomeView): string {
  return outcome.won === true ? t("outcome.short.all") : t("outcome.short.left", { count: outcome.left });
}

/** Returns the number of seats in words. */
export function seatsText(count: number): string {
  return count === 1 ? t("me.alone") : t("me.seats", { count });
}
