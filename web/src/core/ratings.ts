/** Ratings of duels (docs/ratings.md). */

import type { RatingView } from "../protocol";

/** The rating that everybody starts with. */
export const FIRST_RATING = 1500;

/** Returns the rating after a duel, and by how much the duel has changed it; null if it was not rated, or long ago. */
export function ratingChange(rating: RatingView, table: string): { rating: number; change: number } | null {
  const at = rating.last.findIndex((duel) => duel.table === table);
  const after = rating.last[at];
  if (after === undefined) return null;
  const isFirst = rating.last.length === rating.duels && at === 0;
  const before = isFirst ? FIRST_RATING : rating.last[at - 1]?.rating;
  return before === undefined ? null : { rating: after.rating, change: after.rating - before };
}
