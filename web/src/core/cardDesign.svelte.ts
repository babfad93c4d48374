/** How cards look: like paper, or large and clear for every eye. */

import { remembered, rememberAs } from "./preferences.svelte";

export const CARD_DESIGNS = ["paper", "clear"] as const;
type CardDesign = (typeof CARD_DESIGNS)[number];

let chosen = $state<CardDesign>(remembered("cards", CARD_DESIGNS, "paper"));

export function cardDesign(): CardDesign {
  return chosen;
}

export function setCardDesign(wished: CardDesign): void {
  chosen = wished;
  rememberAs("cards", wished);
  applyCardDesign();
}

/** Puts the chosen design on the document, where styles look for it. */
export function applyCardDesign(): void {
  document.documentElement.dataset["cards"] = chosen;
}
