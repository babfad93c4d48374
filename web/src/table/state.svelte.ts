/** The state of a table as one seat sees it: data and what follows from it. No DOM, no connection, no timers, no texts.
 *
 * Each part has one writer: `client` writes the newest table, which the connection delivers; `playback` what is drawn;
 * `moveQueue` the moves under way; `hints` what a bot would do; `dayTry` whether a game of the day counts; the page what somebody else held at the end. What the player
 * picks up and opens is written where the input arrives: by `client`, `keyboard` and the components. All parts may read
 * everything.
 */

import { type Fit, fitsOf, isOwnTurn, type LastPlays, pilesAsSeen, thinkingSeat, withPlays } from "../cards/cardView";
import type { Model } from "../core/model";
import type { Choices } from "../protocol";

/** A move the player has made; `step` is the number of the step it became, null until it is answered. */
export type QueuedMove = { move: string; step: number | null };

/** What covers the table. */
type OpenSheet =
  | { kind: "pile"; pile: string }
  | { kind: "command"; command: string }
  | { kind: "seat"; seat: number }
  | { kind: "talk" }
  | { kind: "log" }
  | { kind: "menu" }
  | { kind: "keys" }
  | { kind: "strip" };

/** A question that must be answered before anything else. */
type Question = { title: string; text: string; yes: string; answer: (isYes: boolean) => void };

export class TableState {
  /** The newest table that the server has sent. */
  newest = $state.raw<Model | null>(null);
  /** The table that is drawn: a little behind the newest while there is something to see happening. */
  shown = $state.raw<Model | null>(null);
  /** Whether the drawing waits until the player has seen it; see `canGoOn`. */
  isHeld = $state(false);
  /** Who laid the top card of each pile that is drawn, and how far it went. */
  lastPlays = $state.raw<LastPlays>({});
  /** What a bot has laid in place of the player, as far as it was seen: `23>u1`. */
  botPlays = $state.raw<ReadonlySet<string>>(new Set());
  /** The player's latest moves, oldest first. */
  moves = $state.raw<QueuedMove[]>([]);
  /** What a bot would do, and at which step it said so. */
  hint = $state.raw<{ move: string; step: number } | null>(null);
  /** The step at which a hint was asked for, until it is answered. */
  hintAskedAt = $state<number | null>(null);
  /** Why this game is not compared with others of the same day: it is not the first with its cards, or too late. */
  uncounted = $state<"again" | "past" | null>(null);
  /** After a loss in the turn of another player: what they still held. */
  stuckHand = $state.raw<readonly number[]>([]);
  /** The card that is picked up. */
  picked = $state<number | null>(null);
  /** The pile that a dragged card is over. */
  hovered = $state<string | null>(null);
  /** The pile that a text refers to right now. */
  pointed = $state<string | null>(null);
  sheet = $state.raw<OpenSheet | null>(null);
  question = $state.raw<Question | null>(null);

  /** The cards as they are drawn: with those that the player has laid and nobody has answered yet. */
  cards = $derived.by(() => {
    const { shown } = this;
    return shown?.cards == null ? null : withPlays(shown.cards, unseenPlays(this, shown.number));
  });
  /** The piles in the order in which they appear on the screen; keys use it, too. */
  piles = $derived.by((): readonly string[] =>
    this.cards === null ? [] : pilesAsSeen(this.cards.edition, this.shown?.seat ?? null),
  );
  isOwnTurn = $derived.by(() => this.shown !== null && this.cards?.turn === this.shown.seat && isOwnTurn(this.shown));
  /** The current choices, however far behind the drawing is; unknown until a move is answered. */
  choices = $derived.by((): Choices | null => {
    const { newest } = this;
    return newest !== null && unseenMoves(this, newest.number).length === 0 ? newest.choices : null;
  });
  /** Where the card that is picked up fits. */
  fits = $derived.by((): Map<string, Fit> => {
    const { shown, cards, choices, picked } = this;
    if (picked === null || shown === null || cards === null) return new Map();
    return fitsOf(cards, choices, shown.seat, picked);
  });
  /** Whether there is more to see than what is held. */
  canGoOn = $derived.by(() => this.isHeld && this.newest !== null && this.newest.number !== this.shown?.number);
  /** The seat of the bot that is thinking right now, unless the drawing still shows somebody else's turn. */
  thinkingSeat = $derived.by((): number | null => {
    const seat = this.newest === null ? null : thinkingSeat(this.newest);
    return seat === this.cards?.turn ? seat : null;
  });
  canAskHint = $derived.by(
    () => this.isOwnTurn && this.cards?.turn !== null && this.shown?.settings.has_hints !== false,
  );
  /** Whether a bot thinks about a hint for the table as it is now. */
  isHintAsked = $derived.by(() => this.newest !== null && this.hintAskedAt === this.newest.number);
  /** The move of the hint, as long as nothing has changed. */
  hintedMove = $derived.by((): string | null => {
    const isCurrent = this.isOwnTurn && !isAwaitingAnswer(this) && this.hint?.step === this.newest?.number;
    return isCurrent ? (this.hint?.move ?? null) : null;
  });
}

/** Returns the moves that a table at some step does not show yet. */
function unseenMoves(state: TableState, step: number): QueuedMove[] {
  return state.moves.filter((move) => move.step === null || move.step > step);
}

export function unseenPlays(state: TableState, step: number): string[] {
  return unseenMoves(state, step)
    .map(({ move }) => move)
    .filter((move) => move.includes(">"));
}

export function isAwaitingAnswer(state: TableState): boolean {
  return state.moves.some(({ step }) => step === null);
}

/** Picks a card up, or puts it down if it is picked up already; a dragged one stays up. */
export function pickUp(state: TableState, card: number, isDragged: boolean): void {
  state.picked = state.picked === card && !isDragged ? null : card;
}
