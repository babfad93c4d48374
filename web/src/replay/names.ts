/** How the players of a record are called. */

import { tOr } from "../core/texts.svelte";

/** Returns the names to be shown: bots by their kind in the reader's language, those of the same name with a number. */
export function namesOf(players: readonly string[]): string[] {
  return players.map((player, seat) => {
    const name = tOr(`bot.${player}`, player);
    const alike = players.flatMap((other, at) => (other === player ? [at] : []));
    return alike.length > 1 ? `${name} ${alike.indexOf(seat) + 1}` : name;
  });
}
