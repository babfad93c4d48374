/** Positions as text (docs/notation.md), with every card open. Nothing here asks what the rules allow. */

import { describeEdition, findEdition, pileNames, readEdition } from "../core/editions";
import { BadRecord } from "./badRecord";

export type Position = {
  /** With options and layout: `NAME+min3@shuffled:KEY`. */
  edition: string;
  tops: number[];
  hands: number[][];
  draws: number[][];
  turn: number | null;
  /** What was laid in the running turn, `14>u1`. */
  plays: string[];
  /** In the opening: whom each seat has named. */
  named: (number | null)[];
  resigned: number | null;
};

const TURN = /^(\?[0-9.-]*|[0-9])(?::([^!]*))?(?:!([0-9]))?$/;
const PLAY = /^[0-9]{1,2}>([a-z][a-z0-9])$/;

/** Whether there is such an edition, with these options and a layout only where its cards carry commands. */
function isEdition(text: string): boolean {
  const edition = findEdition(text);
  const { options, layout } = readEdition(text);
  const known = edition?.options.map(({ name }) => name) ?? [];
  const areOptions = new Set(options).size === options.length && options.every((option) => known.includes(option));
  return edition !== null && areOptions && (layout === null || edition.commands.length > 0);
}

/** Whether each seat has cards of its own. */
export function hasOwnDecks(edition: string): boolean {
  return describeEdition(edition).draw_pile_count > 1;
}

/** Returns the position that a text holds, or says which part of it cannot be read. */
export function readPosition(text: string): Position {
  const fields = text.trim().split(/\s+/);
  const [edition, tops, hands, draws, turn] = fields as [string, string, string, string, string];
  if (fields.length !== 5 || !isEdition(normalizeEdition(edition))) throw badPosition(text);
  const position: Position = {
    edition: normalizeEdition(edition),
    tops: tops.split(/[,/]/).map(number),
    hands: hands.split("/").map((hand) => cards(hand).toSorted((a, b) => a - b)),
    draws: draws.split("/").map(cards),
    ...readTurn(turn, hands.split("/").length, pileNames(normalizeEdition(edition))),
  };
  const { piles, draw_pile_count } = describeEdition(position.edition);
  if (position.tops.length !== piles.length || position.draws.length !== draw_pile_count) throw badPosition(text);
  checkCards(position, text);
  return position;
}

/** Returns an edition with its name and options in small letters; names of layouts stay as they are. */
function normalizeEdition(edition: string): string {
  const [name, ...layout] = edition.split("@");
  return [name!.toLowerCase(), ...layout].join("@");
}

function readTurn(text: string, seats: number, piles: string[]): Pick<Position, "turn" | "plays" | "named" | "resigned"> {
  const found = TURN.exec(text);
  if (found === null) throw badPosition(text);
  const [, who, laid, resigned] = found as unknown as [string, string, string | undefined, string | undefined];
  const plays = laid?.toLowerCase().split(",") ?? [];
  if (!plays.every((play) => piles.includes(PLAY.exec(play)?.[1] ?? ""))) throw badPosition(text);
  const gaveUp = resigned === undefined ? null : seat(resigned, seats);
  if (!who.startsWith("?")) {
    return { turn: seat(who, seats), plays, named: [], resigned: gaveUp };
  }
  const names = who.length > 1 ? who.slice(1).split(".") : Array<string>(seats).fill("-");
  if (names.length !== seats || plays.length > 0) throw badPosition(text);
  const named = names.map((name) => (name === "-" ? null : seat(name, seats)));
  return { turn: null, plays, named, resigned: gaveUp };
}

/** Every card is there once, in its deck. */
function checkCards(position: Position, text: string): void {
  const { lowest, highest } = describeEdition(position.edition);
  const decks = hasOwnDecks(position.edition)
    ? position.draws.map((draw, at) => [...draw, ...(position.hands[at] ?? [])])
    : [[...position.draws.flat(), ...position.hands.flat()]];
  for (const deck of decks) {
    if (new Set(deck).size !== deck.length || deck.some((card) => card < lowest || card > highest)) {
      throw badPosition(text);
    }
  }
}

/** Returns the text of a position, in its canonical spelling. */
export function writePosition(position: Position): string {
  const { edition, tops, hands, draws } = position;
  const piles = hasOwnDecks(edition) ? `${tops[0]},${tops[1]}/${tops[2]},${tops[3]}` : tops.join(",");
  return [edition, piles, joinGroups(hands), joinGroups(draws), writeTurn(position)].join(" ");
}

function writeTurn({ turn, plays, named, resigned }: Position): string {
  let text: string;
  if (turn !== null) text = plays.length > 0 ? `${turn}:${plays.join(",")}` : `${turn}`;
  else text = named.some((name) => name !== null) ? `?${named.map((n) => n ?? "-").join(".")}` : "?";
  return resigned === null ? text : `${text}!${resigned}`;
}

function joinGroups(groups: number[][]): string {
  return groups.map((group) => group.join(".") || "-").join("/");
}

function cards(text: string): number[] {
  return text === "-" ? [] : text.split(".").map(number);
}

function number(text: string): number {
  if (!/^[0-9]{1,3}$/.test(text)) throw badPosition(text);
  return Number(text);
}

function seat(text: string, seats: number): number {
  if (!/^[0-9]$/.test(text) || Number(text) >= seats) throw badPosition(text);
  return Number(text);
}

function badPosition(text: string): BadRecord {
  return new BadRecord("position", text);
}
