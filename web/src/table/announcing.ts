/** What a screen reader is told about the things that happen. */

import type { Event } from "../core/events";
import type { Model } from "../core/model";
import { forward, isTrick, ownerOf, topOf } from "./looks";
import type { Saying } from "./saying";

/** Returns what has been done between two states of a table, in order. */
export function announced(before: Model, after: Model): Saying[] {
  const sayings: Saying[] = [];
  let tops = new Map<string, number>();
  for (const event of after.news) {
    const said = sayingOf(before, after, event, tops);
    if (said !== null) sayings.push(said);
    if (event.type === "laid") tops = new Map(tops).set(event.pile, event.card);
  }
  sayings.push(...announcedSeats(before, after));
  const line = after.chat.at(-1);
  if (line !== undefined && line !== before.chat.at(-1) && line.seat !== after.seat) {
    sayings.push({ key: "announce.chat", details: { name: line.name, text: line.text } });
  }
  return sayings;
}

function sayingOf(before: Model, after: Model, event: Event, tops: Map<string, number>): Saying | null {
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
      // Bots talk after every move: their words stand at the piles, and would drown everything else here.
      if (isOwn || after.places[event.seat]?.bot != null) return null;
      return { key: "announce.said", details: { seat: event.seat, signal: signalText(event) } };
    }
    case "over":
      return null;
    case "resigned":
      return { key: "announce.resigned", details: { seat: event.seat } };
  }
}

function signalText(event: Extract<Event, { type: "said" }>): string {
  const { word, about } = event.signal;
  return about === null ? word : `${word} ${about}`;
}

function announcedSeats(before: Model, after: Model): Saying[] {
  return after.places.flatMap((place, seat): Saying[] => {
    const old = before.places[seat];
    if (old === undefined || seat === after.seat) return [];
    if (old.name === null && place.name !== null) return [{ key: "announce.sat", details: { seat } }];
    if (old.name !== null && place.name === null) return [{ key: "announce.stood", details: { number: seat + 1 } }];
    if (place.is_person && old.bot === null && place.bot !== null) return [{ key: "announce.replaced", details: { seat } }];
    if (place.is_person && old.bot !== null && place.bot === null) return [{ key: "announce.returned", details: { seat } }];
    if (!old.is_resigning && place.is_resigning) return [{ key: "announce.resigning", details: { seat } }];
    return [];
  });
}

/** Returns whether the own turn has just begun. */
export function isNowOwnTurn(before: Model | null, after: Model): boolean {
  return isOwnTurn(after) && (before === null || !isOwnTurn(before) || after.news.some((e) => e.type === "turn"));
}

export function isOwnTurn(model: Model): boolean {
  const { cards, seat } = model;
  if (cards === null || seat === null || cards.outcome !== null) return false;
  if (model.places[seat]?.bot != null) return false;
  return cards.turn === seat || (cards.turn === null && cards.named[seat] == null);
}
