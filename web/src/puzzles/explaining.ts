/** Facts about the lines of a puzzle, besides how often they win. */

import { readPosition } from "../replay/position";
import { pileNames } from "../core/editions";

export type LineFacts = {
  cards: number;
  /** How far the piles move on in all; a backwards trick brings ten back. */
  steps: number;
  tricks: number;
};

const TRICK = -10;

/** Returns what a line does to the piles of a position. */
export function factsOf(position: string, moves: readonly string[]): LineFacts {
  const { edition, tops } = readPosition(position);
  const names = pileNames(edition);
  const now = new Map(names.map((name, at) => [name, tops[at]!]));
  const facts = { cards: 0, steps: 0, tricks: 0 };
  for (const move of moves) {
    const [card, pile] = move.split(">");
    if (card === undefined || pile === undefined) continue;
    const isDown = pile.startsWith("d") || pile.endsWith("d");
    const step = (Number(card) - now.get(pile)!) * (isDown ? -1 : 1);
    now.set(pile, Number(card));
    facts.cards += 1;
    facts.steps += step;
    facts.tricks += step === TRICK ? 1 : 0;
  }
  return facts;
}
