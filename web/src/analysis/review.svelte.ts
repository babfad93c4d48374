/** A review of mistakes: each is decided again, and the first try counts. */

import type { AnalysisStep } from "../protocol";
import { givenAway } from "./figures";

/** Chances that differ by less are equally good. */
const EQUAL = 0.01;

export type Quality = "best" | "better" | "no-better";

export class Review {
  /** The index of the open mistake. */
  at = $state<number | null>(null);
  /** Whether all mistakes are done and the summary is shown. */
  isOver = $state(false);
  /** What the first try at each mistake promises; null if the answer was shown before it ended. */
  private tries = $state.raw<ReadonlyMap<AnalysisStep, number | null>>(new Map());

  constructor(readonly mistakes: readonly AnalysisStep[]) {}

  get step(): AnalysisStep | null {
    return this.at === null ? null : this.mistakes[this.at]!;
  }

  get isLast(): boolean {
    return this.at === this.mistakes.length - 1;
  }

  begin(): void {
    this.tries = new Map();
    this.open(0);
  }

  open(at: number): void {
    this.at = at;
    this.isOver = false;
  }

  next(): void {
    if (this.at === null) return;
    if (this.isLast) {
      this.at = null;
      this.isOver = true;
    } else {
      this.at += 1;
    }
  }

  close(): void {
    this.at = null;
    this.isOver = false;
  }

  /** Records how a try at a mistake ended. */
  note(step: AnalysisStep, chance: number | null): void {
    if (!this.tries.has(step)) this.tries = new Map(this.tries).set(step, chance);
  }

  chanceOf(step: AnalysisStep): number | null {
    return this.tries.get(step) ?? null;
  }

  /** How many tries were as good as the best line, and what the finished ones gave away, in the game and now. */
  get sums(): { best: number; finished: number; inGame: number; now: number } {
    const sums = { best: 0, finished: 0, inGame: 0, now: 0 };
    for (const step of this.mistakes) {
      const chance = this.chanceOf(step);
      if (chance === null) continue;
      sums.finished += 1;
      sums.best += qualityOf(step, chance) === "best" ? 1 : 0;
      sums.inGame += givenAway(step);
      sums.now += Math.max(0, step.before - chance);
    }
    return sums;
  }
}

export function qualityOf({ before, after }: AnalysisStep, chance: number): Quality {
  if (chance > before - EQUAL) return "best";
  return chance > after + EQUAL ? "better" : "no-better";
}
