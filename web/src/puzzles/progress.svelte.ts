/**
 * The player's progress with puzzles, kept in the browser. An answer sends the rating along, and a request for
 * the next puzzle sends the rating and the ids of puzzles seen recently; the server stores neither.
 */

import type { PuzzleVerdict } from "../protocol";

export type Progress = {
  /** The puzzle rating, as the server last returned it; null before the first puzzle. */
  mu: number | null;
  sigma: number | null;
  rating: number;
  solved: number;
  failed: number;
  /** How many training puzzles were solved in a row. */
  streak: number;
  best: number;
  /** Puzzles of the training that need not come back soon. */
  seen: readonly string[];
  /** The last day whose puzzle was answered, whether correctly, and days in a row. */
  day: string | null;
  isDayRight: boolean;
  days: number;
};

const KEPT_AS = "tenback.puzzles";
const MOST_SEEN = 300;
const NEW: Progress = { mu: null, sigma: null, rating: 1500, solved: 0, failed: 0, streak: 0, best: 0, seen: [], day: null, isDayRight: false, days: 0 };

let known = $state.raw<Progress>(kept());

function kept(): Progress {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? "{}");
    return typeof found === "object" && found !== null ? { ...NEW, ...found } : NEW;
  } catch {
    return NEW;
  }
}

export function puzzleProgress(): Progress {
  return known;
}

export function keepTraining(id: string, verdict: PuzzleVerdict): void {
  keep(afterTraining(known, id, verdict));
}

export function keepDay(day: string, isRight: boolean): void {
  keep(afterDay(known, day, isRight));
}

function keep(progress: Progress): void {
  known = progress;
  localStorage.setItem(KEPT_AS, JSON.stringify(progress));
}

/** Returns the progress after a puzzle of the training. */
export function afterTraining(progress: Progress, id: string, { is_right: isRight, mu, sigma, rating }: Pick<PuzzleVerdict, "is_right" | "mu" | "sigma" | "rating">): Progress {
  const streak = isRight ? progress.streak + 1 : 0;
  return {
    ...progress,
    mu,
    sigma,
    rating,
    solved: progress.solved + (isRight ? 1 : 0),
    failed: progress.failed + (isRight ? 0 : 1),
    streak,
    best: Math.max(progress.best, streak),
    seen: [...progress.seen.filter((one) => one !== id), id].slice(-MOST_SEEN),
  };
}

/** Returns the progress after the puzzle of a day: only the first answer counts. */
export function afterDay(progress: Progress, day: string, isRight: boolean): Progress {
  if (progress.day === day) return progress;
  const isNext = progress.day !== null && Date.parse(day) - Date.parse(progress.day) === 86_400_000;
  return { ...progress, day, isDayRight: isRight, days: isNext ? progress.days + 1 : 1 };
}
