/** A moment of a game with all cards open: what everybody sees, and what lies face down. */

import { describeEdition } from "../core/editions";
import { type Event, readEvent } from "../core/events";
import { sorted, withItem } from "../core/lists";
import { applyMessage, type Cards, drawPileOf, type Model, pilesOf } from "../core/model";
import type { OutcomeView, Place } from "../protocol";
import { BadRecord } from "./badRecord";
import type { Layout } from "./commandLayouts";
import { hasOwnDecks, type Position, writePosition } from "./position";

export type Scene = {
  /** What a spectator sees; the page's fold keeps it. */
  model: Model;
  hands: number[][];
  draws: number[][];
  resigned: number | null;
};

/** Returns the first scene: a position, and who sits there. */
export function sceneOf(position: Position, layout: Layout, players: string[]): Scene {
  const { edition, tops, hands, draws, turn, plays, named, resigned } = position;
  const cards: Cards = {
    edition,
    tops,
    hand: [],
    hand_sizes: hands.map((hand) => hand.length),
    draw_sizes: draws.map((draw) => draw.length),
    laid: laidBefore(position),
    turn,
    plays,
    named,
    signals: hands.map(() => []),
    history: [],
    outcome: null,
    commands: layout,
  };
  const model: Model = {
    ...NOWHERE,
    settings: { edition, seats: hands.length, is_past_shown: true },
    places: players.map((name) => ({ ...SOMEBODY, name })),
    cards,
  };
  return { model, hands, draws, resigned };
}

const NOWHERE: Omit<Model, "settings" | "places" | "cards"> = {
  table: "",
  number: 0,
  seat: null,
  present: [],
  watching: 0,
  host: null,
  isSentAway: false,
  commitment: null,
  areWordsClosed: false,
  secret: null,
  deal: null,
  choices: null,
  deadline: null,
  timedOut: null,
  chat: [],
  following: null,
  news: [],
};
const SOMEBODY: Place = { name: null, bot: null, is_person: true, word: "", is_resigning: false };

/** Cards in no hand and no draw pile have been laid. */
function laidBefore({ edition, hands, draws }: Position): number[][] {
  const { lowest, highest } = describeEdition(edition);
  return draws.map((draw, at) => {
    const kept = new Set([...draw, ...(hasOwnDecks(edition) ? (hands[at] ?? []) : hands.flat())]);
    const deck = Array.from({ length: highest - lowest + 1 }, (_, step) => lowest + step);
    return deck.filter((card) => !kept.has(card));
  });
}

/** Returns the scene after an event, if the cards are where it says. */
export function afterEvent(scene: Scene, text: string): Scene {
  const event = readEvent(text);
  if (event === null) throw new BadRecord("event", text);
  check(scene, event, text);
  const number = scene.model.number + 1;
  const facts = [{ type: "played" as const, events: [text] }];
  const model = applyMessage(scene.model, { type: "happened", number, at: 0, facts });
  return { ...scene, ...movedCards(scene, event), model };
}

/** Returns the hands and draw piles that an event has changed. */
function movedCards(scene: Scene, event: Event): Partial<Scene> {
  const { hands, draws } = scene;
  switch (event.type) {
    case "laid":
      return { hands: withItem(hands, event.seat, hands[event.seat]!.filter((card) => card !== event.card)) };
    case "back":
      return { hands: withItem(hands, event.seat, sorted([...hands[event.seat]!, event.card])) };
    case "drew": {
      const source = drawPileOf(draws, event.seat);
      const draw = draws[source]!;
      const count = event.cards.length;
      return {
        hands: withItem(hands, event.seat, sorted([...hands[event.seat]!, ...draw.slice(0, count)])),
        draws: withItem(draws, source, draw.slice(count)),
      };
    }
    case "resigned":
      return { resigned: event.seat };
    default:
      return {};
  }
}

/** Throws if a card, seat or pile is not where an event says. */
function check(scene: Scene, event: Event, text: string): void {
  const cards = cardsOf(scene, null);
  if ("seat" in event && event.seat >= scene.hands.length) throw new BadRecord("event", text);
  switch (event.type) {
    case "laid":
      checkTurn(cards, event.seat, event.pile, text);
      if (!scene.hands[event.seat]!.includes(event.card)) throw new BadRecord("not-in-hand", text);
      return;
    case "back":
      checkTurn(cards, event.seat, event.pile, text);
      if (cards.plays.at(-1) !== `${event.card}>${event.pile}`) throw new BadRecord("event", text);
      return;
    case "drew": {
      checkTurn(cards, event.seat, null, text);
      const truth = scene.draws[drawPileOf(scene.draws, event.seat)]!.slice(0, event.cards.length);
      const isTrue = event.cards.every((card, at) => truth[at] !== undefined && (card ?? truth[at]) === truth[at]);
      if (!isTrue) throw new BadRecord("draw", text);
      return;
    }
    case "named":
      if (event.starter >= scene.hands.length) throw new BadRecord("event", text);
  }
}

function checkTurn(cards: Cards, seat: number, pile: string | null, text: string): void {
  if (cards.turn !== seat || cards.outcome !== null) throw new BadRecord("turn", text);
  if (pile !== null && !pilesOf(cards).includes(pile)) throw new BadRecord("event", text);
}

/** Returns the cards as a seat saw them, or as a spectator did. */
export function cardsOf(scene: Scene, seat: number | null): Cards {
  const cards = scene.model.cards!;
  return seat === null ? cards : { ...cards, hand: scene.hands[seat]! };
}

/** Returns the text of the scene's position. */
export function positionOf(scene: Scene): string {
  const { edition, tops, turn, plays, named } = cardsOf(scene, null);
  const { hands, draws, resigned } = scene;
  return writePosition({ edition, tops, hands, draws, turn, plays, named, resigned });
}

/** Returns the scene with an outcome that no event reports, because it was over from the start. */
export function withOutcome(scene: Scene, outcome: OutcomeView | null): Scene {
  return { ...scene, model: { ...scene.model, cards: { ...scene.model.cards!, outcome } } };
}
