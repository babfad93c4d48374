/** Moves, lines and chances in words. */

import { pileName } from "../cards/naming";
import { t } from "../core/texts.svelte";

export function percent(chance: number): string {
  return `${Math.round(100 * chance)}\u00a0%`;
}

/** Percentage points with their sign. */
export function points(change: number): string {
  const rounded = Math.round(100 * change);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}

/** Returns a move in words; piles have the names that somebody at a seat sees, or those of spectators. */
export function moveText(move: string, seat: number | null): string {
  const [card, pile] = move.split(">");
  if (card !== undefined && pile !== undefined) return t("analysis.move", { card, pile: pileName(pile, seat) });
  return t("analysis.end");
}

/** "22 on Up 1, then 32 on Down 2"; the end of a turn is mentioned only if nothing is laid. */
export function lineText(line: readonly string[], seat: number | null): string {
  const plays = line.filter((move) => move.includes(">"));
  return (plays.length > 0 ? plays : line).map((move) => moveText(move, seat)).join(t("analysis.then"));
}
