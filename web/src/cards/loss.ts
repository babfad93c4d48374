/** Why a game was lost, as far as the server says: what the turn still had to do, and what still fitted. */

import { type Cards, type Model, pilesOf } from "../core/model";
import { activeCommands, isTrick, topOf } from "./cardView";
import type { Message } from "./messages";

/** Returns the cards that still fitted somewhere in the turn that lost the game; null if no turn did. */
export function fittingCards({ cards, choices }: Model): number[] | null {
  if (cards?.outcome == null || choices === null || cards.turn === null) return null;
  const plays = (choices.fitting ?? []).filter((move) => move.includes(">"));
  return [...new Set(plays.map((move) => Number.parseInt(move, 10)))];
}

/** Returns the cards of a hand that no longer fitted anywhere, if the game was lost in the turn of this seat. */
export function uselessCards(model: Model, seat: number | null, hand: readonly number[]): Set<number> {
  const fitting = model.cards?.turn === seat ? fittingCards(model) : null;
  return new Set(fitting === null ? [] : hand.filter((card) => !fitting.includes(card)));
}

/** Returns the seat of another player who could not go on, and so lost the game: their hand explains it best. */
export function otherStuckSeat(model: Model): number | null {
  const turn = model.cards?.turn ?? null;
  const { ending, won } = model.cards?.outcome ?? {};
  const isStuck = won !== true && ending !== "resigned" && lossMessage(model) !== null;
  return isStuck && turn !== model.seat ? turn : null;
}

/** Returns one sentence about the loss, with the most telling reason. */
export function lossMessage(model: Model): Message | null {
  const { cards, choices, seat } = model;
  if (cards?.outcome == null) return null;
  const { ending, winner } = cards.outcome;
  if (ending === "resigned") return winner === null ? null : resignedBy(model, winner);
  if (choices === null || cards.turn === null || cards.turn === winner) return null;
  const [fire] = choices.fires ?? [];
  if (ending === "fire" && fire !== undefined) return { key: "why.fire", details: { pile: fire } };
  if (choices.demands?.includes("skull")) return { key: "why.skull", details: {} };
  if (choices.demands?.includes("three")) return { key: "why.three", details: { count: 3 - cards.plays.length } };
  const count = (choices.minimum ?? 0) - cards.plays.length;
  if (count <= 0) return null;
  const fitting = fittingCards(model) ?? [];
  const commands = activeCommands(cards).map(({ command }) => command);
  const isBound = commands.includes("one-pile") && (cards.plays.length > 0 || fitting.length > 0);
  const which = cards.plays.length === 0 ? "first" : "more";
  if (isBound) return { key: `why.one-pile.${which}`, details: { count } };
  const trick = commands.includes("no-trick") && cards.turn === seat ? findTrick(cards) : null;
  if (trick !== null) return { key: `why.no-trick.${which}`, details: { count, ...trick } };
  const what = fitting.length === 0 ? "nothing" : fitting.length === 1 ? "only" : "not-both";
  const whose = cards.turn === seat ? "why" : "why.other";
  return { key: `${whose}.${what}.${which}`, details: { count, cards: fitting.join(", "), seat: cards.turn } };
}

/** Returns a card of the hand that would go back by exactly ten, and the pile. */
function findTrick(cards: Cards): { card: number; pile: string } | null {
  const all = cards.hand.flatMap((card) => pilesOf(cards).map((pile) => ({ card, pile })));
  return all.find(({ card, pile }) => isTrick(pile, topOf(cards, pile), card)) ?? null;
}

/** Returns who gave up a duel; a team that gives up has agreed on it. */
function resignedBy({ places, seat }: Model, winner: number): Message {
  const loser = places.findIndex((_, at) => at !== winner);
  return loser === seat ? { key: "why.resigned-you", details: {} } : { key: "why.resigned", details: { seat: loser } };
}
