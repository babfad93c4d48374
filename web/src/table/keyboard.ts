/** The keyboard: arrows between cards and piles, 1 to 4 for piles, E, Z, H, N, T and ?. */

import type { TableClient } from "./client.svelte";
import type { TableState } from "./state.svelte";

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

type KeyCommand =
  | { command: "pile"; at: number }
  | { command: "end" | "back" | "hint" | "talk" | "keys" | "drop" | "next" }
  | { command: "step"; by: -1 | 1 }
  | { command: "piles" | "hand" }
  | null;

/** What a key means at the table. */
export function commandOfKey({ key, ctrlKey, metaKey, altKey }: Pressed): KeyCommand {
  if (ctrlKey || metaKey || altKey) return null;
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case "1":
    case "2":
    case "3":
    case "4":
      return { command: "pile", at: Number(key) - 1 };
    case "e":
      return { command: "end" };
    case "z":
      return { command: "back" };
    case "h":
      return { command: "hint" };
    case "t":
      return { command: "talk" };
    case "n":
      return { command: "next" };
    case "?":
      return { command: "keys" };
    case "Escape":
      return { command: "drop" };
    case "ArrowLeft":
      return { command: "step", by: -1 };
    case "ArrowRight":
      return { command: "step", by: 1 };
    case "ArrowUp":
      return { command: "piles" };
    case "ArrowDown":
      return { command: "hand" };
    default:
      return null;
  }
}

export function onKey(event: KeyboardEvent, table: TableClient): void {
  const at = event.target;
  const { state } = table;
  if (state.sheet !== null || state.question !== null || event.defaultPrevented) return;
  if (at instanceof Element && at.closest("input, textarea, select, dialog, [contenteditable]")) return;
  const meant = commandOfKey(event);
  if (meant === null) return;
  switch (meant.command) {
    case "pile":
      layOn(meant.at, table);
      break;
    case "end":
      table.endTurn();
      break;
    case "back":
      table.takeBack();
      break;
    case "hint":
      table.askHint();
      break;
    case "talk":
      state.sheet = { kind: "talk" };
      break;
    case "next":
      if (state.canGoOn) table.playback.next();
      break;
    case "keys":
      state.sheet = { kind: "keys" };
      break;
    case "drop":
      state.picked = null;
      return;
    case "step":
      if (!step(meant.by, state)) return;
      break;
    case "piles":
      focusPile([...state.fits.keys()][0] ?? state.piles[0]);
      break;
    case "hand":
      focusCard(state.picked ?? handOf(state)[0]);
      break;
  }
  event.preventDefault();
}

function layOn(at: number, table: TableClient): void {
  const { state } = table;
  const pile = state.piles[at];
  if (pile === undefined) return;
  const card = state.picked ?? focusedCard();
  if (card === null) {
    focusPile(pile);
    return;
  }
  table.lay(pile, card);
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusCard(handOf(state)[0]);
  });
}

/** Goes to the next card, or among the piles to the next pile. */
function step(by: -1 | 1, state: TableState): boolean {
  const pile = focused("pile");
  if (pile !== undefined) focusPile(neighbor(state.piles, pile, by));
  else focusCard(neighbor(handOf(state), focusedCard(), by));
  return handOf(state).length > 0 || pile !== undefined;
}

function neighbor<T>(all: readonly T[], one: T | null, by: -1 | 1): T | undefined {
  const at = one === null ? -1 : all.indexOf(one);
  return all[at < 0 ? 0 : (at + by + all.length) % all.length];
}

/** The hand as it is drawn, in order. */
function handOf({ cards }: TableState): number[] {
  return cards?.hand.toSorted((a, b) => a - b) ?? [];
}

function focused(name: "card" | "pile"): string | undefined {
  return document.activeElement instanceof HTMLElement ? document.activeElement.dataset[name] : undefined;
}

function focusedCard(): number | null {
  const card = focused("card");
  return card === undefined ? null : Number(card);
}

function focusPile(pile: string | undefined): void {
  document.querySelector<HTMLElement>(`[data-pile="${pile}"]`)?.focus();
}

function focusCard(card: number | undefined): void {
  document.querySelector<HTMLElement>(`[data-card="${card}"]`)?.focus();
}
