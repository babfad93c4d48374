/** What the keys do at a table. */

import { onKey as onCardKey } from "../components/keyboard";
import type { TableClient } from "./client.svelte";

export function onKey(event: KeyboardEvent, table: TableClient): void {
  const { state } = table;
  if (state.sheet !== null || state.question !== null) return;
  onCardKey(event, {
    root: document,
    piles: state.piles,
    hand: state.cards?.hand ?? [],
    picked: state.picked,
    fitting: [...state.fits.keys()],
    lay: (pile, card) => table.lay(pile, card),
    drop: () => (state.picked = null),
    actions: {
      end: () => table.endTurn(),
      back: () => table.takeBack(),
      hint: () => table.askHint(),
      talk: () => (state.sheet = { kind: "talk" }),
      next: () => state.canGoOn && table.playback.next(),
      keys: () => (state.sheet = { kind: "keys" }),
    },
  });
}
