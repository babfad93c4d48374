/** What is drawn now: the states of a table one after another, so that all that others do can be seen happening. */

import type { Event } from "../core/events";
import type { Model } from "../core/model";
import { type Lasts, lastsOf, remembered } from "./looks";

/** How long something is given to be seen. */
const LAID = 420;
const DREW = 260;
/** The picture is never further behind the truth than this. */
const LONGEST_LAG = 1500;

export function pauseAfter(news: readonly Event[], waiting: number): number {
  let pause = 0;
  for (const event of news) {
    if (event.type === "laid" || event.type === "back") pause = Math.max(pause, LAID);
    if (event.type === "drew" && event.cards.length > 0) pause = Math.max(pause, DREW);
  }
  return Math.min(pause, LONGEST_LAG / (waiting + 2));
}

export function isStill(): boolean {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether a step is what the player has done with cards: nobody waits to see that. */
export function isOwnDoing({ news, seat, places }: Model): boolean {
  const [first] = news;
  const isDone = first?.type === "laid" || first?.type === "back" || first?.type === "drew";
  return isDone && first.seat === seat && places[seat]?.bot === null;
}

export class Stage {
  shown = $state.raw<Model | null>(null);
  lasts = $state.raw<Lasts>({});
  private queue: Model[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `before` is told what is about to be shown, so that cards can fly from where they were. */
  constructor(private readonly before: (old: Model, next: Model) => void = () => {}) {}

  take(model: Model): void {
    const newest = this.queue.at(-1) ?? this.shown;
    if (newest === null || model.number > newest.number + 1 || model.number < newest.number || isStill()) {
      this.jump(model);
    } else if (model.number === newest.number && this.queue.length > 0) {
      this.queue[this.queue.length - 1] = model;
    } else if (model.number === newest.number) {
      this.shown = model;
    } else if (isOwnDoing(model)) {
      this.hurry();
      this.queue.push(model);
      this.next();
    } else {
      this.queue.push(model);
      if (this.timer === undefined) this.next();
    }
  }

  /** Shows the newest at once: nobody has been looking. */
  hurry(): void {
    const newest = this.queue.at(-1);
    if (newest !== undefined) this.jump(newest);
  }

  close(): void {
    clearTimeout(this.timer);
    this.queue = [];
  }

  private jump(model: Model): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.show(model);
  }

  private next(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const model = this.queue.shift();
    if (model === undefined) return;
    if (this.shown !== null) this.before(this.shown, model);
    this.show(model);
    const pause = pauseAfter(model.news, this.queue.length);
    if (pause > 0) this.timer = setTimeout(() => this.next(), pause);
    else this.next();
  }

  private show(model: Model): void {
    const { cards } = model;
    const before = this.shown;
    if (cards === null) this.lasts = {};
    else if (cards.history.length > 0 || before?.cards == null || model.number !== before.number + 1) {
      this.lasts = lastsOf(cards);
    } else {
      const old = before.cards;
      this.lasts = model.news.reduce((lasts, event) => remembered(lasts, old, event), this.lasts);
    }
    this.shown = model;
  }
}
