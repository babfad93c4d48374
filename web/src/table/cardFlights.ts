/** Notes where cards are on the screen before they are drawn in their new places. */

import { drawPileOf, type Model } from "../core/model";
import { noteOrigin, flyCardBacks, rectOf } from "../components/flights";
import type { TableState } from "./state.svelte";

/** Lets the cards of a step fly just before it is shown. */
export function flyCards(state: TableState, next: Model): void {
  for (const event of next.news) {
    const isOwn = "seat" in event && event.seat === next.seat;
    if (event.type === "laid") {
      const isDrawn = state.cards !== null && !state.cards.hand.includes(event.card) && isOwn;
      if (!isDrawn) noteOrigin(`${event.card}>${event.pile}`, isOwn ? cardSpot(event.card) : seatSpot(event.seat));
    } else if (event.type === "back" && isOwn) {
      noteOrigin(event.card, pileSpot(event.pile));
    } else if (event.type === "drew") {
      const deck = rectOf(`[data-deck="${drawPileOf(state.shown?.cards?.draw_sizes ?? [], event.seat)}"]`);
      if (!isOwn) flyCardBacks(deck, seatSpot(event.seat), event.cards.length);
      else for (const card of event.cards) if (card !== null) noteOrigin(card, deck);
    }
  }
}

/** A card that the player lays flies from the hand. */
export function flyFromHand(card: number, pile: string): void {
  noteOrigin(`${card}>${pile}`, cardSpot(card));
}

/** A card that was refused flies back to the hand. */
export function flyBack(move: string): void {
  const [card = "", pile] = move.split(">");
  if (pile !== undefined) noteOrigin(card, pileSpot(pile));
}

const cardSpot = (card: number) => rectOf(`[data-card="${card}"]`);
const pileSpot = (pile: string) => rectOf(`[data-pile="${pile}"]`);
const seatSpot = (seat: number) => rectOf(`[data-seat="${seat}"]`);
