/** What the coach says in a first game: one thing at a time, about what to do now. */

import { type Cards, pilesOf } from "../core/model";
import type { Choices } from "../protocol";
import { isTrick, ownerOf, shownSignals, topOf } from "./cardView";
import type { Message } from "./messages";

export function coachMessage(cards: Cards, choices: Choices | null, seat: number | null): Message {
  if (cards.turn === null) return { key: "coach.opening", details: {} };
  if (cards.turn !== seat) {
    const hasSigns = pilesOf(cards).some((pile) => shownSignals(cards, pile).length > 0);
    return { key: hasSigns ? "coach.signs" : "coach.watch", details: {} };
  }
  const trick = choices?.moves?.map(readPlay).find((play) => play !== null && isOwnTrick(cards, play, seat));
  if (trick != null) return { key: "coach.trick", details: trick };
  if (choices?.moves?.includes("end")) return { key: "coach.end", details: {} };
  return { key: cards.plays.length > 0 ? "coach.second" : "coach.first", details: {} };
}

type Play = { card: number; pile: string };

function readPlay(move: string): Play | null {
  const [card, pile] = move.split(">");
  return pile === undefined ? null : { card: Number(card), pile };
}

function isOwnTrick(cards: Cards, { card, pile }: Play, seat: number | null): boolean {
  const owner = ownerOf(pile);
  return (owner === null || owner === seat) && isTrick(pile, topOf(cards, pile), card);
}
