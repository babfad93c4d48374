/** Why a card is refused in a lesson. */

import { directionOf } from "../cards/cardView";
import { pileName } from "../cards/naming";
import { type Key, t, tOr } from "../core/texts.svelte";
import { LEARNER, type Refusal } from "./lesson";

/** Codes whose reason depends on which way the pile goes. */
const BY_DIRECTION = new Set(["does-not-fit", "no-improvement"]);

/** Returns why a card is refused, in words for a learner. */
export function lessonRefusalText({ code, details }: Refusal): string {
  const { pile, only } = details;
  const way = BY_DIRECTION.has(code) && pile !== undefined ? `.${directionOf(pile)}` : "";
  const named = {
    ...details,
    ...(pile === undefined ? {} : { pile: pileName(pile, LEARNER) }),
    ...(only === undefined ? {} : { only: pileName(only, LEARNER) }),
  };
  return tOr(`learn.why.${code}${way}`, t("learn.why.other" satisfies Key), named);
}
