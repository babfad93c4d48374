/** Why a card is refused, said to somebody who learns. */

import { type Key, t, tOr } from "../core/texts.svelte";
import { directionOf } from "../table/looks";
import { pileName } from "../table/wording";
import { LEARNER, type Refusal } from "./lesson";

/** Codes whose reason depends on which way the pile goes. */
const BY_DIRECTION = new Set(["does-not-fit", "no-improvement"]);

export function why({ code, details }: Refusal): string {
  const { pile, only } = details;
  const way = BY_DIRECTION.has(code) && pile !== undefined ? `.${directionOf(pile)}` : "";
  const named = {
    ...details,
    ...(pile === undefined ? {} : { pile: pileName(pile, LEARNER) }),
    ...(only === undefined ? {} : { only: pileName(only, LEARNER) }),
  };
  return tOr(`learn.why.${code}${way}`, t("learn.why.other" satisfies Key), named);
}
