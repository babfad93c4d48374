/** Events at a table and demands of a turn, as messages: texts before they are translated. */

import { describeEdition } from "../core/editions";
import { type Event, writeSignal } from "../core/events";
import { type Cards, drawPileOf, type Model, pilesOf } from "../core/model";
import type { Key } from "../core/texts.svelte";
import type { Choices } from "../protocol";
import { commandOf, firesOf, forward, isBurning, isTrick, ownerOf, topOf } from "./cardView";

/** A text by its key, with its details. The names of seats and piles are filled in when it is shown. */
export type Message = { key: Key; details: { [name: string]: string | number } };

/** Returns what happened between two states of a table, in order. */
export function messagesBetween(before: Model, after: Model): Message[] {
  const messages: Message[] = [];
  let tops = new Map<string, number>();
  for (const event of after.news) {
    const said = messageOf(before, after, event, tops);
    if (said !== null) messages.push(said);
    if (event.type === "laid" && after.cards !== null && isBurning(after.cards.edition, event.card)) {
      messages.push({ key: "announce.fire", details: { card: event.card } });
    }
    if (event.type === "laid") tops = new Map(tops).set(event.pile, event.card);
  }
  messages.push(...seatMessages(before, after));
  const line = after.chat.at(-1);
  if (line !== undefined && line !== before.chat.at(-1) && line.seat !== after.seat) {
    messages.push({ key: "announce.chat", details: { name: line.name, text: line.text } });
  }
  return messages;
}

/** Whether a backwards trick was made between two states of a table. */
export function hasTrickBetween(before: Model, after: Model): boolean {
  if (before.cards === null) return false;
  const tops = new Map(pilesOf(before.cards).map((pile, at) => [pile, before.cards!.tops[at]!]));
  return after.news.some((event) => {
    if (event.type !== "laid") return false;
    const top = tops.get(event.pile) ?? 0;
    tops.set(event.pile, event.card);
    const owner = ownerOf(event.pile);
    return isTrick(event.pile, top, event.card) && (owner === null || owner === event.seat);
  });
}

function messageOf(before: Model, after: Model, event: Event, tops: Map<string, number>): Message | null {
  const isOwn = "seat" in event && event.seat === after.seat;
  switch (event.type) {
    case "laid": {
      const { seat, card, pile } = event;
      if (before.cards === null) return null;
      if (isOwn) return { key: "announce.you-laid", details: { card, pile } };
      const top = tops.get(pile) ?? topOf(before.cards, pile);
      const owner = ownerOf(pile);
      if (owner !== null && owner !== seat) return { key: "announce.helped", details: { seat, card, pile } };
      if (isTrick(pile, top, card)) return { key: "announce.trick", details: { seat, card, pile } };
      return { key: "announce.laid", details: { seat, card, pile, count: forward(pile, top, card) } };
    }
    case "back":
      return isOwn ? null : { key: "announce.back", details: { seat: event.seat, card: event.card, pile: event.pile } };
    case "drew":
      if (event.cards.length === 0) return null;
      if (!isOwn) return { key: "announce.drew", details: { seat: event.seat, count: event.cards.length } };
      return { key: "announce.you-drew", details: { cards: event.cards.join(", ") } };
    case "turn":
      return isOwn ? null : { key: "announce.turn", details: { seat: event.seat } };
    case "named":
      return isOwn ? null : { key: "announce.named", details: { seat: event.seat, starter: event.starter } };
    case "said": {
      // Bots talk after every move: their words are shown at the piles, and would drown everything else here.
      if (isOwn || after.places[event.seat]?.bot != null) return null;
      return { key: "announce.said", details: { seat: event.seat, signal: writeSignal(event.signal) } };
    }
    case "over":
      return null;
    case "resigned":
      return { key: "announce.resigned", details: { seat: event.seat } };
  }
}

function seatMessages(before: Model, after: Model): Message[] {
  return after.places.flatMap((place, seat): Message[] => {
    const old = before.places[seat];
    if (old === undefined) return [];
    const isReplaced = place.is_person && old.bot === null && place.bot !== null;
    if (isReplaced && after.timedOut === seat) {
      return [seat === after.seat ? { key: "stand-in.time-up", details: {} } : { key: "announce.time-up", details: { seat } }];
    }
    if (seat === after.seat) return [];
    if (old.name === null && place.name !== null) return [{ key: "announce.sat", details: { seat } }];
    if (old.name !== null && place.name === null) return [{ key: "announce.stood", details: { number: seat + 1 } }];
    if (isReplaced) return [{ key: "announce.replaced", details: { seat } }];
    if (place.is_person && old.bot !== null && place.bot === null) return [{ key: "announce.returned", details: { seat } }];
    if (!old.is_resigning && place.is_resigning) return [{ key: "announce.resigning", details: { seat } }];
    return [];
  });
}

/** Returns what the player's own turn still demands, most urgent first; empty if it may just end. */
export function turnNeeds(cards: Cards, choices: Choices | null): Message[] {
  const laid = cards.plays.length;
  const demands = choices?.demands ?? [];
  const needs: Message[] = [];
  if (demands.includes("three")) {
    needs.push({ key: "need.three", details: { count: Math.max(0, 3 - laid) } });
  }
  if (demands.includes("skull")) {
    for (const pile of pilesOf(cards)) {
      if (commandOf(cards, topOf(cards, pile)) === "skull") needs.push({ key: "need.skull", details: { pile } });
    }
  }
  for (const pile of firesOf(cards, choices)) needs.push({ key: "need.fire", details: { pile } });
  const missing = (choices?.minimum ?? 0) - laid;
  if (missing > 0 && !demands.includes("three")) {
    needs.push({ key: laid > 0 ? "need.more" : "need.first", details: { count: missing } });
  }
  return needs;
}

/** What a turn asks for, as it is said about somebody else. */
const SAID_OF_OTHERS: { readonly [key in Key]?: Key } = {
  "need.first": "other.cards",
  "need.more": "other.cards",
  "need.skull": "other.skull",
  "need.fire": "other.fire",
};

/** Returns what somebody else's turn still asks for: nothing here is for the reader to do. */
export function othersNeeds(cards: Cards, choices: Choices | null): Message[] {
  return turnNeeds(cards, choices).map(({ key, details }) => ({ key: SAID_OF_OTHERS[key] ?? key, details }));
}

/** Returns how many cards would be drawn, if that differs from the number of cards laid (E10, F6). */
export function drawMessage(cards: Cards, choices: Choices | null): Message | null {
  const draws = choices?.draws ?? null;
  if (draws === null || cards.plays.length === 0 || !choices?.moves?.includes("end")) return null;
  if (draws === cards.plays.length && !describeEdition(cards.edition).is_duel) return null;
  const isAll = draws < cards.plays.length && draws === cards.draw_sizes[drawPileOf(cards.draw_sizes, cards.turn ?? 0)];
  return isAll ? null : { key: "need.draws", details: { count: draws } };
}

/** Returns the line above the player's hand during their turn. */
export function turnMessages(cards: Cards, choices: Choices | null): Message[] {
  const needs = turnNeeds(cards, choices);
  if (needs.length > 0) return needs;
  const moves = choices?.moves ?? [];
  if (!moves.includes("end")) return [];
  const end: Message = { key: moves.length > 1 ? "need.may-end" : "need.only-end", details: {} };
  const draw = drawMessage(cards, choices);
  return draw === null ? [end] : [end, draw];
}
