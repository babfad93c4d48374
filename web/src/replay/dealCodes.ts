/** Deals and their codes (docs/deals.md): from a code to the first position. */

import { describeEdition, readEdition } from "../core/editions";
import { EDITIONS } from "../editions";
import { BadRecord } from "./badRecord";
import type { Position } from "./position";
import { ALPHABET, RandomStream, digestOf, range, seedFrom, shuffled } from "./randomStream";

export type Deal = { edition: string; seats: number; seed: string };

const CODE = /^([A-Z])([1-9])([A-Z]*?)([SL]?)$/;
/** The purposes of the decks where each seat has its own. */
const OWN_DECKS = ["gold", "silver"];
const MISREAD: Record<string, string> = { O: "0", I: "1", L: "1" };
const KEY_LENGTH = 10;

/** Returns the deal of a code; `own` names the custom layout that some codes refer to. */
export function readCode(text: string, own: string | null = null): Deal {
  const [head = "", ...groups] = text.toUpperCase().replace(/\s/g, "").split("-");
  const body = groups.join("").replace(/[OIL]/g, (sign) => MISREAD[sign]!);
  const [seed, sign] = [body.slice(0, -1), body.slice(-1)];
  const isSeed = seed.length >= 1 && seed.length <= 64 && [...seed].every((s) => ALPHABET.includes(s));
  const [, letter, seats, letters, layout] = CODE.exec(head) ?? [];
  const edition = EDITIONS.find((one) => one.letter === letter);
  const options = edition?.options.filter((option) => letters!.includes(option.letter)) ?? [];
  const isHead =
    edition !== undefined &&
    edition.seats.includes(Number(seats)) &&
    options.map((option) => option.letter).join("") === letters &&
    (layout === "" || edition.commands.length > 0);
  if (!isHead || !isSeed || sign !== checkSign(head, seed)) {
    throw new BadRecord("code", text);
  }
  let name = [edition.name, ...options.map((option) => option.name)].join("+");
  if (layout === "S") name += `@shuffled:${layoutKey(seed)}`;
  if (layout === "L") {
    if (own === null) throw new BadRecord("layout", text);
    name += `@${own}`;
  }
  return { edition: name, seats: Number(seats), seed };
}

/** Returns the first position of a deal. */
export function startOf({ edition, seats, seed }: Deal): Position {
  const { lowest, highest, piles, draw_pile_count, is_starter_drawn, ...described } = describeEdition(edition);
  const cards = range(lowest, highest);
  const isSmaller = readEdition(edition).options.includes("hand-1");
  const size = described.hand_sizes[described.seats.indexOf(seats)]! - (isSmaller ? 1 : 0);
  const purposes = draw_pile_count > 1 ? OWN_DECKS : ["cards"];
  const decks = purposes.map((purpose) => shuffled(purpose, seed, cards));
  const sharing = seats / decks.length;
  const hands = Array.from({ length: seats }, (_, seat) =>
    hand(decks[Math.floor(seat / sharing)]!, (seat % sharing) * size, size),
  );
  const isOpen = seats > 1 && !is_starter_drawn;
  return {
    edition,
    tops: piles.map(({ row_card }) => row_card),
    hands,
    draws: decks.map((deck) => deck.slice(sharing * size)),
    turn: isOpen ? null : is_starter_drawn ? new RandomStream("starter", seed).below(seats) : 0,
    plays: [],
    named: isOpen ? Array<null>(seats).fill(null) : [],
    resigned: null,
  };
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
