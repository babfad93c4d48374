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

export function moveText(move: string): string {
  const [card, pile] = move.split(">");
  if (card !== undefined && pile !== undefined) return t("analysis.move", { card, pile: pileName(pile, null) });
  return t("analysis.end");
}

/** "22 on Up 1, then 32 on Down 2"; the end of a turn is mentioned only if nothing is laid. */
export function lineText(line: readonly string[]): string {
  const plays = line.filter((move) => move.includes(">"));
  return (plays.length > 0 ? plays : line).map(moveText).join(t("analysis.then"));
}
