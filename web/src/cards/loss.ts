/** Why a game was lost, as far as the server says: what the turn still had to do, and what still fitted. */

import type { Model } from "../core/model";
import type { Message } from "./messages";

/** Returns the cards that still fitted somewhere when the game was lost in the player's own turn; else null. */
export function fittingCards({ cards, choices, seat }: Model): number[] | null {
  if (cards?.outcome == null || choices === null || cards.turn === null || cards.turn !== seat) return null;
  const plays = (choices.fitting ?? []).filter((move) => move.includes(">"));
  return [...new Set(plays.map((move) => Number.parseInt(move, 10)))];
}

/** Returns one sentence about the loss, with the most telling reason. */
export function lossMessage(model: Model): Message | null {
  const { cards, choices } = model;
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
  const fitting = fittingCards(model);
  if (fitting === null) return { key: "why.other", details: { count, seat: cards.turn } };
  const what = fitting.length === 0 ? "nothing" : fitting.length === 1 ? "only" : "not-both";
  return { key: `why.${what}`, details: { count, cards: fitting.join(", ") } };
}

/** Returns who gave up a duel; a team that gives up has agreed on it. */
function resignedBy({ places, seat }: Model, winner: number): Message {
  const loser = places.findIndex((_, at) => at !== winner);
  return loser === seat ? { key: "why.resigned-you", details: {} } : { key: "why.resigned", details: { seat: loser } };
}
