/** Shows the tables that the server sends one after another, so that everything others do can be seen happening. */

import { lastPlaysAfter, lastPlaysOf } from "../cards/cardView";
import type { Event } from "../core/events";
import type { Model } from "../core/model";
import { type Pace, pace } from "../core/preferences.svelte";
import { isStill } from "../components/flights";
import type { TableState } from "./state.svelte";

/** How long a step stays visible, and how far the drawing may be behind, in milliseconds. */
const TIMES: Record<Pace, { laid: number; drew: number; longestLag: number }> = {
  quick: { laid: 420, drew: 260, longestLag: 1500 },
  calm: { laid: 1200, drew: 500, longestLag: 8000 },
  step: { laid: 420, drew: 260, longestLag: 1500 },
};

/** Returns how many milliseconds a step gets, with this many others waiting. */
export function pauseAfter(news: readonly Event[], waiting: number, pace: Pace = "quick"): number {
  const { laid, drew, longestLag } = TIMES[pace];
  let pause = 0;
  for (const event of news) {
    if (event.type === "laid" || event.type === "back") pause = Math.max(pause, laid);
    if (event.type === "drew" && event.cards.length > 0) pause = Math.max(pause, drew);
  }
  return Math.min(pause, longestLag / (waiting + 2));
}

/** Whether a step is the player's own move of cards, which they need not watch. */
function isOwnAction({ news, seat, places }: Model): boolean {
  const [first] = news;
  const isWithCards = first?.type === "laid" || first?.type === "back" || first?.type === "drew";
  return isWithCards && first.seat === seat && places[seat]?.bot === null;
}

/** Whether another player has laid a card, or a bot in the player's place. */
function isSeenToPlay({ news, seat, places }: Model): boolean {
  return news.some((event) => event.type === "laid" && (event.seat !== seat || places[seat]?.bot != null));
}

function playsOfStandIn({ news, seat, places }: Model): string[] {
  if (seat === null || places[seat]?.bot == null) return [];
  return news.flatMap((event) => (event.type === "laid" && event.seat === seat ? [`${event.card}>${event.pile}`] : []));
}

export class Playback {
  private queue: Model[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `beforeShow` receives what is about to be shown, so that cards can fly from where they were. */
  constructor(
    private readonly state: TableState,
    private readonly beforeShow: (next: Model) => void = () => {},
    private readonly paceOf: () => Pace = pace,
  ) {}

  add(model: Model): void {
    const newest = this.queue.at(-1) ?? this.state.shown;
    if (newest === null || model.number > newest.number + 1 || model.number < newest.number || (isStill() && this.paceOf() === "quick")) {
      this.jumpTo(model);
    } else if (model.number === newest.number && this.queue.length > 0) {
      this.queue[this.queue.length - 1] = model;
    } else if (model.number === newest.number) {
      this.state.shown = model;
    } else if (isOwnAction(model)) {
      this.skip();
      this.queue.push(model);
      this.showNext();
    } else {
      this.queue.push(model);
      if (this.timer === undefined && !this.state.isHeld) this.showNext();
    }
  }

  /** Continues after a step that was held until the player has seen it. */
  next(): void {
    this.state.isHeld = false;
    this.showNext();
  }

  /** Shows the newest at once. */
  skip(): void {
    const newest = this.queue.at(-1);
    if (newest !== undefined) this.jumpTo(newest);
  }

  close(): void {
    clearTimeout(this.timer);
    this.queue = [];
  }

  private jumpTo(model: Model): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.state.isHeld = false;
    this.queue = [];
    this.show(model);
  }

  private showNext(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const model = this.queue.shift();
    if (model === undefined) return;
    if (this.state.shown !== null) this.beforeShow(model);
    this.show(model);
    const pause = pauseAfter(model.news, this.queue.length, this.paceOf());
    if (this.paceOf() === "step" && isSeenToPlay(model)) this.state.isHeld = true;
    else if (pause > 0) this.timer = setTimeout(() => this.showNext(), pause);
    else this.showNext();
  }

  private show(model: Model): void {
    const { state } = this;
    const { cards } = model;
    const before = state.shown;
    if (cards === null) state.lastPlays = {};
    else if (cards.history.length > 0 || before?.cards == null || model.number !== before.number + 1) {
      state.lastPlays = lastPlaysOf(cards);
    } else {
      const old = before.cards;
      state.lastPlays = model.news.reduce((plays, event) => lastPlaysAfter(plays, old, event), state.lastPlays);
    }
    state.botPlays = new Set([...state.botPlays, ...playsOfStandIn(model)]);
    state.shown = model;
  }
}
