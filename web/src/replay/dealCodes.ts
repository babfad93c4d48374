/** Deals and their codes (docs/deals.md): from a code to the first position. */

import { BadRecord } from "./badRecord";
import { isDuel, numbersOf, type Position } from "./position";
import { ALPHABET, RandomStream, digestOf, range, seedFrom, shuffled } from "./randomStream";

export type Deal = { edition: string; seats: number; seed: string; isLayoutDrawn: boolean };

const EDITIONS: Record<string, string> = { C: "classic", E: "extreme", F: "face-to-face" };
const CODE = /^([CEF])([1-5])(M?)(H?)([SL]?)$/;
const MISREAD: Record<string, string> = { O: "0", I: "1", L: "1" };
const KEY_LENGTH = 10;

/** Returns the deal of a code; `own` names the layout of one's own that some codes speak of. */
export function readCode(text: string, own: string | null = null): Deal {
  const [head = "", ...groups] = text.toUpperCase().replace(/\s/g, "").split("-");
  const body = groups.join("").replace(/[OIL]/g, (sign) => MISREAD[sign]!);
  const found = CODE.exec(head);
  const [seed, sign] = [body.slice(0, -1), body.slice(-1)];
  const isSeed = seed.length >= 1 && seed.length <= 64 && [...seed].every((s) => ALPHABET.includes(s));
  if (found === null || !isSeed || sign !== checkSign(head, seed)) {
    throw new BadRecord("code", text);
  }
  const [, letter, seats, minimum, hand, layout] = found;
  let edition = EDITIONS[letter!]! + (minimum ? "+min3" : "") + (hand ? "+hand-1" : "");
  if (layout === "S") edition += `@shuffled:${layoutKey(seed)}`;
  if (layout === "L") {
    if (own === null) throw new BadRecord("layout", text);
    edition += `@${own}`;
  }
  return { edition, seats: Number(seats), seed, isLayoutDrawn: layout === "S" };
}

/** Returns the first position of a deal. */
export function startOf({ edition, seats, seed }: Deal): Position {
  const { first, last } = numbersOf(edition);
  const opening = { turn: null, plays: [], named: Array<null>(seats).fill(null), resigned: null };
  if (isDuel(edition)) {
    const gold = shuffled("gold", seed, range(first, last));
    const silver = shuffled("silver", seed, range(first, last));
    const turn = new RandomStream("starter", seed).below(2);
    const hands = [gold, silver].map((deck) => hand(deck, 0, 6));
    const draws = [gold.slice(6), silver.slice(6)];
    return { ...opening, edition, tops: [1, 60, 1, 60], hands, draws, turn, named: [] };
  }
  const deck = shuffled("cards", seed, range(first, last));
  const size = (seats === 1 ? 8 : seats === 2 ? 7 : 6) - (edition.includes("+hand-1") ? 1 : 0);
  const hands = Array.from({ length: seats }, (_, seat) => hand(deck, seat * size, size));
  const dealt = { ...opening, edition, tops: [1, 1, 100, 100], hands, draws: [deck.slice(seats * size)] };
  return seats === 1 ? { ...dealt, turn: 0, named: [] } : dealt;
}

function hand(deck: number[], from: number, size: number): number[] {
  return deck.slice(from, from + size).toSorted((a, b) => a - b);
}

/** Returns the key of the layout that a seed draws. */
export function layoutKey(seed: string): string {
  return seedFrom("layout-key", seed, KEY_LENGTH);
}

function checkSign(head: string, seed: string): string {
  const digest = digestOf(`tenback:1:code:${head}-${seed}`);
  return ALPHABET[digest[0]! >> 3]!;
}
