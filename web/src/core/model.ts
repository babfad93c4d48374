/** The state of a table that the page draws: a fold of the server's messages. Nothing here judges a move. */

import type {
  Chatted,
  Choices,
  Dealt,
  Happened,
  OutcomeView,
  Place,
  SeatView,
  TableSettings,
  ToClient,
  Welcome,
} from "../protocol";
import { describeEdition, pileNames } from "./editions";
import { type Event, readEvent, writeSignal } from "./events";
import { sorted, withItem } from "./lists";

export type Cards = SeatView;

export type Model = {
  table: string;
  number: number;
  settings: TableSettings;
  /** The client's own seat; null for a spectator. */
  seat: number | null;
  places: Place[];
  present: number[];
  watching: number;
  /** Whether the host has removed the player from the table. */
  isSentAway: boolean;
  /** The seat of the host, before the cards are dealt. */
  host: number | null;
  commitment: string | null;
  /** Whether every seat should open its word now: the cards come next. */
  areWordsClosed: boolean;
  secret: string | null;
  deal: string | null;
  cards: Cards | null;
  choices: Choices | null;
  /** When the clock of the running turn runs out, by the server's clock. */
  deadline: number | null;
  /** The seat whose time has run out, while a bot plays for it. */
  timedOut: number | null;
  chat: Chatted[];
  following: string | null;
  /** The events of the newest step, for animations and announcements. */
  news: Event[];
};

export function pilesOf(cards: Cards): readonly string[] {
  return pileNames(cards.edition);
}

/** Returns the table that a welcome describes. */
export function modelOf(welcome: Welcome): Model {
  const { type: _type, protocol: _protocol, at: _at, are_words_closed: areWordsClosed = false, ...rest } = welcome;
  return { ...rest, areWordsClosed, host: rest.host ?? null, isSentAway: false, watching: 0, timedOut: null, news: [] };
}

/** Returns what the person is called who opened the table, or starts the game in their place. */
export function hostName({ host, places }: Model): string | null {
  return host === null ? null : (places[host]?.name ?? null);
}

/** Returns whether the player's seat may start the game and seat bots; at public tables, only the host may. */
export function canArrange(model: Model): boolean {
  return model.seat !== null && (!model.settings.is_public || model.seat === model.host);
}

/** Returns whether a duel at this table can count for ratings: nobody knows the cards or gets hints (docs/ratings.md). */
export function isRated({ commitment, settings }: Model): boolean {
  return commitment !== null && settings.has_hints === false;
}

/** Returns the table after a message; most messages change nothing. */
export function applyMessage(model: Model, message: ToClient): Model {
  switch (message.type) {
    case "welcome":
      return modelOf(message);
    case "resumed":
      return { ...model, seat: message.seat, present: message.present };
    case "presence":
      return { ...model, present: message.present, watching: message.watching, host: message.host ?? null };
    case "happened":
      return applyStep(model, message);
    default:
      return model;
  }
}

function applyStep(model: Model, step: Happened): Model {
  if (step.number !== model.number + 1) return model;
  let next: Model = { ...model, number: step.number, news: [] };
  for (const fact of step.facts) next = applyFact(next, fact);
  next.choices = step.choices ?? null;
  next.timedOut = timedOutAfter(model, step);
  next.deadline = deadlineOf(next, model, step.at);
  return next;
}

/** No message says that a clock has run out; it has if a bot steps in for the seat to move after the deadline. */
function timedOutAfter(before: Model, step: Happened): number | null {
  let seat = before.timedOut;
  for (const fact of step.facts) {
    if (fact.type === "returned" && fact.seat === seat) seat = null;
    const isLate = before.deadline !== null && step.at >= before.deadline;
    if (fact.type === "replaced" && fact.seat === before.cards?.turn && isLate) seat = fact.seat;
  }
  return seat;
}

function applyFact(model: Model, fact: Happened["facts"][number]): Model {
  switch (fact.type) {
    case "opened":
      return { ...model, settings: fact.settings, commitment: fact.commitment ?? null };
    case "sat": {
      const bot = fact.bot ?? null;
      const seat = fact.is_you ? fact.seat : fact.seat === model.seat ? null : model.seat;
      const place = { ...NOBODY, name: fact.name, bot, is_person: bot === null, is_bot: fact.is_bot ?? false };
      return withPlace({ ...model, seat }, fact.seat, place);
    }
    case "stood": {
      const isOwn = fact.seat === model.seat;
      const isSentAway = isOwn ? (fact.is_sent_away ?? false) : model.isSentAway;
      return withPlace({ ...model, seat: isOwn ? null : model.seat, isSentAway }, fact.seat, NOBODY);
    }
    case "word":
      return withPlace(model, fact.seat, {
        word: fact.word,
        seal: fact.seal ?? null,
        is_word_open: fact.seal == null || fact.salt != null,
      });
    case "words-closed":
      return { ...model, areWordsClosed: true };
    case "word-withheld":
      return withPlace(model, fact.seat, { is_word_open: true });
    case "dealt":
      return { ...model, areWordsClosed: false, cards: cardsOfDeal(model, fact) };
    case "played":
      return fact.events.reduce(applyEventText, model);
    case "chatted":
      return { ...model, chat: [...model.chat.slice(1 - CHAT_KEPT), fact] };
    case "resign-wished":
      return withPlace(model, fact.seat, { is_resigning: fact.is_wished });
    case "replaced":
      return withPlace(model, fact.seat, { bot: fact.bot, is_resigning: false });
    case "returned":
      return withPlace(model, fact.seat, { bot: null });
    case "revealed":
      return { ...model, secret: fact.secret || null, deal: fact.code };
    case "followed":
      return { ...model, following: fact.table };
    default:
      return model;
  }
}

const CHAT_KEPT = 50;
const NOBODY: Place = { name: null, bot: null, is_person: false, word: "", is_resigning: false, seal: null, is_word_open: true, is_bot: false };

function withPlace(model: Model, seat: number, change: Partial<Place>): Model {
  const places = model.places.map((place, at) => (at === seat ? { ...place, ...change } : place));
  return { ...model, places };
}

function cardsOfDeal(model: Model, fact: Dealt): Cards {
  const seats = fact.hand_sizes.length;
  return {
    edition: fact.edition,
    tops: describeEdition(fact.edition).piles.map(({ row_card }) => row_card),
    hand: fact.hand ?? [],
    hand_sizes: fact.hand_sizes,
    draw_sizes: fact.draw_sizes,
    laid: model.settings.is_past_shown === false ? null : fact.draw_sizes.map(() => []),
    turn: fact.turn ?? null,
    plays: [],
    named: fact.turn == null ? Array<null>(seats).fill(null) : [],
    signals: Array.from({ length: seats }, () => []),
    history: [],
    outcome: null,
    commands: fact.commands ?? {},
  };
}

function applyEventText(model: Model, text: string): Model {
  const event = readEvent(text);
  if (event === null || model.cards === null) return model;
  const cards = { ...applyEvent(model, model.cards, event) };
  if (model.settings.is_past_shown !== false) cards.history = [...cards.history, text];
  return { ...model, cards, news: [...model.news, event] };
}

function applyEvent(model: Model, cards: Cards, event: Event): Cards {
  switch (event.type) {
    case "laid": {
      const own = event.seat === model.seat;
      return {
        ...cards,
        tops: withItem(cards.tops, pilesOf(cards).indexOf(event.pile), event.card),
        hand: own ? cards.hand.filter((card) => card !== event.card) : cards.hand,
        hand_sizes: withItem(cards.hand_sizes, event.seat, cards.hand_sizes[event.seat]! - 1),
        laid: withLaid(cards, event.seat, (laid) => sorted([...laid, event.card])),
        plays: [...cards.plays, `${event.card}>${event.pile}`],
        signals: cards.signals.map((said) => said.filter((text) => !isAbout(text, event.pile))),
      };
    }
    case "back": {
      const own = event.seat === model.seat;
      return {
        ...cards,
        tops: withItem(cards.tops, pilesOf(cards).indexOf(event.pile), event.top),
        hand: own ? sorted([...cards.hand, event.card]) : cards.hand,
        hand_sizes: withItem(cards.hand_sizes, event.seat, cards.hand_sizes[event.seat]! + 1),
        laid: withLaid(cards, event.seat, (laid) => laid.filter((card) => card !== event.card)),
        plays: cards.plays.slice(0, -1),
        signals: cards.signals.map((said) => said.filter((text) => !isAbout(text, event.pile))),
      };
    }
    case "drew": {
      const source = drawPileOf(cards.draw_sizes, event.seat);
      const seen = event.cards.filter((card) => card !== null);
      const own = event.seat === model.seat;
      const size = cards.hand_sizes[event.seat]! + event.cards.length;
      const aboutPiles = (cards.signals[event.seat] ?? []).filter((text) => isAboutAPile(cards, text));
      return {
        ...cards,
        hand: own ? sorted([...cards.hand, ...seen]) : cards.hand,
        hand_sizes: withItem(cards.hand_sizes, event.seat, size),
        draw_sizes: withItem(cards.draw_sizes, source, cards.draw_sizes[source]! - event.cards.length),
        signals: withItem(cards.signals, event.seat, aboutPiles),
      };
    }
    case "turn":
      return { ...cards, turn: event.seat, plays: [], named: [] };
    case "named":
      return { ...cards, named: withItem(cards.named, event.seat, event.starter) };
    case "said":
      return { ...cards, signals: withItem(cards.signals, event.seat, signalsAfter(cards, event)) };
    case "resigned":
      return cards;
    case "over": {
      const { type: _type, ...outcome } = event;
      return { ...cards, outcome: outcome satisfies OutcomeView };
    }
  }
}

/** What a seat has said, with a new word in the place of the one about the same thing. */
function signalsAfter(cards: Cards, event: Extract<Event, { type: "said" }>): string[] {
  const { about } = event.signal;
  const text = writeSignal(event.signal);
  const same = (said: string) => (about === null ? !said.includes(" ") : isAbout(said, about));
  const before = cards.signals[event.seat] ?? [];
  return before.some(same) ? before.map((said) => (same(said) ? text : said)) : [...before, text];
}

function isAbout(text: string, about: string): boolean {
  return text.endsWith(` ${about}`);
}

function isAboutAPile(cards: Cards, text: string): boolean {
  return pilesOf(cards).some((pile) => isAbout(text, pile));
}

/** Returns which of the draw piles a seat draws from: its own in a duel, else the only one. */
export function drawPileOf(piles: readonly unknown[], seat: number): number {
  return piles.length > 1 ? seat : 0;
}

function withLaid(cards: Cards, seat: number, change: (laid: number[]) => number[]): Cards["laid"] {
  const source = drawPileOf(cards.draw_sizes, seat);
  return cards.laid?.map((laid, at) => (at === source ? change(laid) : laid)) ?? null;
}

/** The clock runs for people only, from the moment their turn began. */
function deadlineOf(model: Model, before: Model, at: number): number | null {
  const { clock } = model.settings;
  const turn = model.cards?.turn ?? null;
  if (clock == null || turn === null || model.cards?.outcome || model.places[turn]?.bot) return null;
  const isNew = model.news.some((event) => event.type === "turn") || before.cards === null;
  const hasReturned = before.places[turn]?.bot != null;
  return isNew || hasReturned ? at + 1000 * clock : before.deadline;
}
