/** What the table shows of the cards: directions, distances, what fits. The server judges; this only displays. */

import { describeEdition, findPile, pileNames } from "../core/editions";
import { type Event, readEvent } from "../core/events";
import { type Cards, drawPileOf, type Model, pilesOf } from "../core/model";
import type { Choices } from "../protocol";

type Direction = "up" | "down";

export type Fit = {
  pile: string;
  card: number;
  /** The card minus the top, as the two cards show it. */
  gap: number;
  kind: "step" | "trick" | "improve";
  isLosing: boolean;
};

/** The card that was laid last on a pile, by whom, and over which top. */
type LastPlay = { seat: number; card: number; over: number; isNewest: boolean };
export type LastPlays = { [pile: string]: LastPlay };

export function isDuel(edition: string): boolean {
  return describeEdition(edition).is_duel;
}

export function hasSignals(edition: string): boolean {
  return describeEdition(edition).words.length > 0;
}

/** The row card at the far end, one above the last number. */
export function highestCard(edition: string): number {
  return describeEdition(edition).highest + 1;
}

/** How many number cards a team lays, or a seat of a duel. */
export function deckSize(edition: string): number {
  const { lowest, highest } = describeEdition(edition);
  return highest - lowest + 1;
}

export function directionOf(pile: string): Direction {
  return findPile(pile)?.is_ascending === true ? "up" : "down";
}

/** The seat that owns a pile; null where all piles are shared. */
export function ownerOf(pile: string): number | null {
  return findPile(pile)?.owner ?? null;
}

export type Tone = "gold" | "silver";

/** The color of a seat in a duel, shared by its piles and cards. */
export function toneOf(seat: number | null): Tone | null {
  return seat === null ? null : seat === 0 ? "gold" : "silver";
}

export function topOf(cards: Cards, pile: string): number {
  return cards.tops[pilesOf(cards).indexOf(pile)] ?? 0;
}

/** How far a card takes a pile on its way; a backwards trick is -10. */
export function forward(pile: string, top: number, card: number): number {
  return directionOf(pile) === "up" ? card - top : top - card;
}

export function isTrick(pile: string, top: number, card: number): boolean {
  return forward(pile, top, card) === -10;
}

/** A difference with its sign: `+5`, and with a true minus `−10`. */
export function signed(gap: number): string {
  return gap < 0 ? `−${-gap}` : `+${gap}`;
}

/** How much of a pile's way is used, from 0 to 1. */
export function usedShare(pile: string, top: number, most: number): number {
  const way = (top - 1) / (most - 1);
  return directionOf(pile) === "up" ? way : 1 - way;
}

/** Which piles take a card, according to the server. */
export function fitsOf(
  cards: Cards,
  choices: Choices | null,
  seat: number | null,
  card: number,
): Map<string, Fit> {
  const losing = new Set(choices?.losing ?? []);
  const found = new Map<string, Fit>();
  for (const move of choices?.moves ?? []) {
    const [number, pile] = move.split(">");
    if (pile === undefined || Number(number) !== card) continue;
    const top = topOf(cards, pile);
    const owner = ownerOf(pile);
    const isForeign = owner !== null && owner !== seat;
    const kind = isForeign ? "improve" : isTrick(pile, top, card) ? "trick" : "step";
    found.set(pile, { pile, card, gap: card - top, kind, isLosing: losing.has(move) });
  }
  return found;
}

/** The cards as they would lie after plays that the server has not answered yet. */
export function withPlays(cards: Cards, plays: readonly string[]): Cards {
  return plays.reduce((now, play) => {
    const [number, pile] = play.split(">");
    const card = Number(number);
    if (pile === undefined || !now.hand.includes(card)) return now;
    const at = pilesOf(now).indexOf(pile);
    return {
      ...now,
      hand: now.hand.filter((held) => held !== card),
      tops: now.tops.map((top, index) => (index === at ? card : top)),
      plays: [...now.plays, play],
    };
  }, cards);
}

/** How many cards a hand has room for: it keeps its shape while the cards of a turn are laid. */
export function handRoom(cards: Cards, seat: number | null): number {
  return cards.hand.length + (seat !== null && cards.turn === seat ? cards.plays.length : 0);
}

/** The row card that a pile starts with. */
export function rowCardOf(pile: string): number {
  return findPile(pile)?.row_card ?? 0;
}

/** What was laid last on every pile, after one more event; `before` are the cards before it. */
export function lastPlaysAfter(lasts: LastPlays, before: Cards, event: Event): LastPlays {
  if (event.type === "laid") {
    const { seat, card, pile } = event;
    const older = Object.entries(lasts).map(([at, last]) => [at, { ...last, isNewest: false }]);
    return { ...Object.fromEntries(older), [pile]: { seat, card, over: topOf(before, pile), isNewest: true } };
  }
  if (event.type === "back") {
    const { [event.pile]: _gone, ...rest } = lasts;
    return rest;
  }
  return lasts;
}

/** What was laid last on every pile, as far as the table shows its past. */
export function lastPlaysOf(cards: Cards): LastPlays {
  const told = cards.history.length > 0 ? cards.history : playsAsEvents(cards);
  const tops = new Map<string, number[]>();
  const seats = new Map<string, number[]>();
  let newest: string | null = null;
  for (const text of told) {
    const event = readEvent(text);
    if (event?.type === "laid") {
      tops.set(event.pile, [...(tops.get(event.pile) ?? []), event.card]);
      seats.set(event.pile, [...(seats.get(event.pile) ?? []), event.seat]);
      newest = event.pile;
    } else if (event?.type === "back") {
      tops.get(event.pile)?.pop();
      seats.get(event.pile)?.pop();
      if (newest === event.pile) newest = null;
    }
  }
  const found: LastPlays = {};
  for (const [pile, laid] of tops) {
    const card = laid.at(-1);
    const seat = seats.get(pile)?.at(-1);
    if (card === undefined || seat === undefined || card !== topOf(cards, pile)) continue;
    const over = laid.at(-2) ?? (cards.history.length > 0 ? rowCardOf(pile) : card);
    found[pile] = { seat, card, over, isNewest: pile === newest };
  }
  return found;
}

function playsAsEvents(cards: Cards): string[] {
  return cards.turn === null ? [] : cards.plays.map((play) => `${cards.turn}:${play}`);
}

/** The command that a card carries, from the layout of the table. */
export function commandOf(cards: Pick<Cards, "commands">, card: number): string | null {
  for (const [command, numbers] of Object.entries(cards.commands)) {
    if (numbers.includes(card)) return command;
  }
  return null;
}

/** Whether a card burns (O1). */
export function isBurning(edition: string, card: number): boolean {
  return describeEdition(edition).burning.includes(card);
}

/** What is on a card besides its number: its command, or a fire. */
export type Sign = string | null;

export function signOf(cards: Pick<Cards, "commands" | "edition">, card: number): Sign {
  return isBurning(cards.edition, card) ? "fire" : commandOf(cards, card);
}

/** The piles whose fire the running turn must still cover, according to the server (O2). */
export function firesOf(cards: Cards, choices: Choices | null): string[] {
  return (choices?.fires ?? []).filter((pile) => isBurning(cards.edition, topOf(cards, pile)));
}

/** The commands that bind everybody now: those on a visible top that last (E6). */
export function activeCommands(cards: Cards): { command: string; pile: string }[] {
  const lasting = describeEdition(cards.edition).commands.filter((command) => !command.is_lightning);
  return pilesOf(cards).flatMap((pile) => {
    const command = commandOf(cards, topOf(cards, pile));
    return lasting.some(({ name }) => name === command) ? [{ command: command!, pile }] : [];
  });
}

export function isSilent(cards: Cards): boolean {
  return activeCommands(cards).some(({ command }) => command === "silence");
}

/** Returns the piles in the order in which they appear on the screen; in a duel, the player's own are below. */
export function pilesAsSeen(edition: string, seat: number | null): readonly string[] {
  const below = seat ?? 0;
  return pileNames(edition).toSorted((a, b) => Number(ownerOf(a) === below) - Number(ownerOf(b) === below));
}

/** The other seats around the table, clockwise from the player's left; a spectator sees them in order. */
export function othersOf(seats: number, own: number | null): number[] {
  const all = Array.from({ length: seats }, (_, seat) => seat);
  return own === null ? all : all.slice(1).map((step) => (own + step) % seats);
}

/** Whether the person of a seat is away, and no bot plays there. */
export function isAway(model: Pick<Model, "places" | "present">, seat: number): boolean {
  const place = model.places[seat];
  return place?.is_person === true && place.bot === null && !model.present.includes(seat);
}

/** The seat of a bot whose turn it is, or null: it is thinking about its move. */
export function thinkingSeat({ cards, places }: Pick<Model, "cards" | "places">): number | null {
  if (cards === null || cards.turn === null || cards.outcome !== null) return null;
  const place = places[cards.turn];
  return place?.bot != null || place?.is_bot === true ? cards.turn : null;
}

/** Whether a bot may be asked to play for somebody. In a duel with a clock, only the clock does that. */
export function isReplaceable(model: Pick<Model, "places" | "present" | "seat" | "settings" | "cards">, seat: number): boolean {
  const isTimedDuel = model.settings.clock != null && model.cards !== null && isDuel(model.cards.edition);
  return model.seat !== null && isAway(model, seat) && !isTimedDuel;
}

/** Whether there is anybody to chat with: bots hear signals only. */
export function hasCompany(model: Pick<Model, "places" | "seat" | "watching" | "chat">): boolean {
  const others = model.places.filter((place, seat) => place.is_person && seat !== model.seat);
  return others.length > 0 || model.watching > 0 || model.chat.length > 0;
}

/** What has been said about a pile: the seats by word, most urgent word first. */
export function signalsAbout(cards: Cards, pile: string): { word: string; seats: number[] }[] {
  return PILE_WORDS.flatMap((word) => {
    const seats = cards.signals.flatMap((said, seat) => (said.includes(`${word} ${pile}`) ? [seat] : []));
    return seats.length > 0 ? [{ word, seats }] : [];
  });
}

/** How many words fit under a pile. */
const SHOWN_WORDS = 2;

/** The signals that a pile shows, most urgent first: those that restrict others. That a pile is free is shown on request. */
export function shownSignals(cards: Cards, pile: string): { word: string; seats: number[] }[] {
  return signalsAbout(cards, pile)
    .filter(({ word }) => word !== "free")
    .slice(0, SHOWN_WORDS);
}

/** What a seat has said about its hand. */
export function signalsOfHand(cards: Cards, seat: number): string[] {
  const piles = pilesOf(cards);
  return (cards.signals[seat] ?? []).filter((text) => !piles.some((pile) => text.endsWith(` ${pile}`)));
}

/** Words about a pile, and about a hand at the start; an edition has all of them or none. */
export const PILE_WORDS = ["keep", "small", "free", "help"] as const;
export const START_WORDS = ["strong-start", "fair-start", "weak-start"] as const;

export type NumberPlace = { number: number; where: "laid" | "hand" | "out"; isBurning: boolean };

/** Every number of a set, and where it is: laid, in the player's own hand, or still out. */
export function numberStrip(cards: Cards, seat: number | null): NumberPlace[] {
  const source = drawPileOf(cards.draw_sizes, seat ?? 0);
  const laid = new Set(cards.laid?.[source] ?? []);
  const hand = new Set(cards.hand);
  const { lowest } = describeEdition(cards.edition);
  return Array.from({ length: deckSize(cards.edition) }, (_, at) => {
    const number = lowest + at;
    const where = laid.has(number) ? "laid" : hand.has(number) ? "hand" : "out";
    return { number, where, isBurning: isBurning(cards.edition, number) };
  });
}

/** Returns whether the player's own turn has just begun. */
export function isTurnStarting(before: Model | null, after: Model): boolean {
  return isOwnTurn(after) && (before === null || !isOwnTurn(before) || after.news.some((e) => e.type === "turn"));
}

export function isOwnTurn(model: Model): boolean {
  const { cards, seat } = model;
  if (cards === null || seat === null || cards.outcome !== null) return false;
  if (model.places[seat]?.bot != null) return false;
  return cards.turn === seat || (cards.turn === null && cards.named[seat] == null);
}

/** Runs of numbers as text: `2–7, 9`. */
export function runs(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(", ");
}
