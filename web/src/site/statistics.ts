/** Counts results for charts. */

import { FIRST_RATING } from "../core/ratings";
import type { RatingView, ResultView, StatisticsView } from "../protocol";

/** The properties that must match for results to be compared. */
type Kind = { edition: string; seats: number; is_offline?: boolean };

export function isSameKind(kind: Kind, result: Kind): boolean {
  return result.edition === kind.edition && result.seats === kind.seats && result.is_offline === kind.is_offline;
}

export type Bar = { from: number; to: number; count: number };

/** How far a bar reaches: 0 alone (all laid), then by fives, so that "fewer than ten" ends a bar (C11). */
const WIDTH = 5;

/** Returns the distribution of cards left: nothing left, 1–4, 5–9, 10–14, … */
export function bars(left: StatisticsView["left"]): Bar[] {
  const most = Math.max(0, ...left.map(([cards]) => cards));
  const found: Bar[] = [{ from: 0, to: 0, count: 0 }];
  for (let from = 1; from <= most; from = to(from) + 1) found.push({ from, to: to(from), count: 0 });
  for (const [cards, count] of left) {
    found.find((bar) => bar.from <= cards && cards <= bar.to)!.count += count;
  }
  return found;
}

function to(from: number): number {
  return WIDTH * Math.ceil((from + 1) / WIDTH) - 1;
}

export type Point = { at: number; value: number };

/** Returns the share of wins among the last `span` results, from the oldest on; results come newest first. */
export function winRates(results: readonly ResultView[], span = 10): Point[] {
  const inOrder = results.toReversed();
  return inOrder.map((result, index) => {
    const last = inOrder.slice(Math.max(0, index + 1 - span), index + 1);
    return { at: result.at, value: last.filter((one) => one.is_winner).length / last.length };
  });
}

/** Returns the rating after each duel; where all of them are known, it begins before the first. */
export function curve(rating: RatingView): Point[] {
  const found = rating.last.map((duel) => ({ at: duel.at, value: duel.rating }));
  const isWhole = found.length > 0 && found.length === rating.duels;
  return isWhole ? [{ at: found[0]!.at, value: FIRST_RATING }, ...found] : found;
}

/** Returns round numbers, few of them, between which all values lie. */
export function roundScale(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = [50, 100, 200, 500].find((one) => (most - least) / one <= 3) ?? 1000;
  const first = Math.floor(least / step);
  const count = Math.max(1, Math.ceil(most / step) - first);
  return Array.from({ length: count + 1 }, (_, at) => (first + at) * step);
}
