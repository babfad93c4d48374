/** The keyboard: arrows between cards and piles, 1 to 4 for piles, E, Z, H, T and ?. */

import { pilesOf } from "../core/model";
import type { Desk } from "./desk.svelte";

export type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

export type Deed =
  | { deed: "pile"; at: number }
  | { deed: "end" | "back" | "advice" | "talk" | "keys" | "drop" }
  | { deed: "step"; by: -1 | 1 }
  | { deed: "piles" | "hand" }
  | null;

/** What a key means at the table. */
export function deedOf({ key, ctrlKey, metaKey, altKey }: Pressed): Deed {
  if (ctrlKey || metaKey || altKey) return null;
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case "1":
    case "2":
    case "3":
    case "4":
      return { deed: "pile", at: Number(key) - 1 };
    case "e":
      return { deed: "end" };
    case "z":
      return { deed: "back" };
    case "h":
      return { deed: "advice" };
    case "t":
      return { deed: "talk" };
    case "?":
      return { deed: "keys" };
    case "Escape":
      return { deed: "drop" };
    case "ArrowLeft":
      return { deed: "step", by: -1 };
    case "ArrowRight":
      return { deed: "step", by: 1 };
    case "ArrowUp":
      return { deed: "piles" };
    case "ArrowDown":
      return { deed: "hand" };
    default:
      return null;
  }
}

export function onKey(event: KeyboardEvent, desk: Desk): void {
  const at = event.target;
  if (desk.opened !== null || desk.question !== null || event.defaultPrevented) return;
  if (at instanceof Element && at.closest("input, textarea, select, dialog, [contenteditable]")) return;
  const meant = deedOf(event);
  if (meant === null) return;
  switch (meant.deed) {
    case "pile":
      layOn(meant.at, desk);
      break;
    case "end":
      desk.end();
      break;
    case "back":
      desk.takeBack();
      break;
    case "advice":
      desk.askAdvice();
      break;
    case "talk":
      desk.opened = { kind: "talk" };
      break;
    case "keys":
      desk.opened = { kind: "keys" };
      break;
    case "drop":
      desk.picked = null;
      return;
    case "step":
      if (!step(meant.by)) return;
      break;
    case "piles":
      focusFirst(desk.picked === null ? "[data-pile]" : `[data-pile="${[...desk.fits.keys()][0] ?? ""}"], [data-pile]`);
      break;
    case "hand":
      focusFirst(desk.picked === null ? "[data-card]" : `[data-card="${desk.picked}"]`);
      break;
  }
  event.preventDefault();
}

function layOn(at: number, desk: Desk): void {
  const pile = desk.cards === null ? undefined : shownPiles(desk)[at];
  if (pile === undefined) return;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["card"] : undefined;
  const card = desk.picked ?? (focused === undefined ? null : Number(focused));
  if (card === null) {
    document.querySelector<HTMLElement>(`[data-pile="${pile}"]`)?.focus();
    return;
  }
  desk.lay(pile, card);
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusFirst("[data-card]");
  });
}

/** The piles as they stand on the screen. */
function shownPiles(desk: Desk): string[] {
  const found = [...document.querySelectorAll<HTMLElement>("[data-pile]")].map((node) => node.dataset["pile"] ?? "");
  return found.length > 0 ? found : [...pilesOf(desk.cards!)];
}

function step(by: number): boolean {
  const at = document.activeElement;
  const group = at?.matches("[data-pile]") ? "[data-pile]" : "[data-card]";
  const all = [...document.querySelectorAll<HTMLElement>(group)];
  if (all.length === 0) return false;
  const now = all.indexOf(at as HTMLElement);
  all[now < 0 ? 0 : (now + by + all.length) % all.length]?.focus();
  return true;
}

function focusFirst(selector: string): void {
  for (const part of selector.split(", ")) {
    const found = document.querySelector<HTMLElement>(part);
    if (found !== null) {
      found.focus();
      return;
    }
  }
}
