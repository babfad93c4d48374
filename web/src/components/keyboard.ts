/** The keyboard at a table and in a lesson: arrows between cards and piles, a number for each pile, and letters for the rest. */

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** What can be done without a card. */
type Action = "end" | "back" | "hint" | "talk" | "keys" | "next";

type KeyCommand =
  | { command: "pile"; at: number }
  | { command: Action | "drop" | "piles" | "hand" }
  | { command: "step"; by: -1 | 1 }
  | null;

/** Cards and piles on the screen, and what can be done with them. */
export type KeyTarget = {
  /** Where they are. */
  root: ParentNode;
  piles: readonly string[];
  hand: readonly number[];
  picked: number | null;
  /** Where the card that is picked up fits. */
  fitting: readonly string[];
  lay: (pile: string, card: number) => void;
  drop: () => void;
  /** Keys without an action here do nothing. */
  actions: Partial<Record<Action, () => void>>;
};

const ACTIONS: Record<string, Action> = { e: "end", z: "back", h: "hint", t: "talk", n: "next", "?": "keys" };

/** What a key means. */
export function commandOfKey({ key, ctrlKey, metaKey, altKey }: Pressed): KeyCommand {
  if (ctrlKey || metaKey || altKey) return null;
  const action = ACTIONS[key.toLowerCase()];
  if (action !== undefined) return { command: action };
  if (/^[1-9]$/.test(key)) return { command: "pile", at: Number(key) - 1 };
  switch (key) {
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

export function onKey(event: KeyboardEvent, target: KeyTarget): void {
  const at = event.target;
  if (event.defaultPrevented) return;
  if (at instanceof Element && at.closest("input, textarea, select, dialog, [contenteditable]")) return;
  const meant = commandOfKey(event);
  if (meant !== null && obey(meant, target)) event.preventDefault();
}

/** Does what a key means; returns whether there was something to do. */
function obey(meant: NonNullable<KeyCommand>, target: KeyTarget): boolean {
  switch (meant.command) {
    case "pile":
      layOn(target.piles[meant.at], target);
      return meant.at < target.piles.length;
    case "step":
      return step(meant.by, target);
    case "piles":
      focusPile(target, target.fitting[0] ?? target.piles[0]);
      return true;
    case "hand":
      focusCard(target, target.picked ?? sorted(target)[0]);
      return true;
    case "drop":
      target.drop();
      return false;
    default:
      target.actions[meant.command]?.();
      return target.actions[meant.command] !== undefined;
  }
}

function layOn(pile: string | undefined, target: KeyTarget): void {
  if (pile === undefined) return;
  const card = target.picked ?? focusedCard();
  if (card === null) {
    focusPile(target, pile);
    return;
  }
  target.lay(pile, card);
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) target.root.querySelector<HTMLElement>("[data-card]")?.focus();
  });
}

/** Goes to the next card, or among the piles to the next pile. */
function step(by: -1 | 1, target: KeyTarget): boolean {
  const pile = focused("pile");
  if (pile !== undefined) focusPile(target, neighbor(target.piles, pile, by));
  else focusCard(target, neighbor(sorted(target), focusedCard(), by));
  return target.hand.length > 0 || pile !== undefined;
}

function neighbor<T>(all: readonly T[], one: T | null, by: -1 | 1): T | undefined {
  const at = one === null ? -1 : all.indexOf(one);
  return all[at < 0 ? 0 : (at + by + all.length) % all.length];
}

/** The hand as it is drawn. */
function sorted({ hand }: KeyTarget): number[] {
  return hand.toSorted((a, b) => a - b);
}

function focused(name: "card" | "pile"): string | undefined {
  return document.activeElement instanceof HTMLElement ? document.activeElement.dataset[name] : undefined;
}

function focusedCard(): number | null {
  const card = focused("card");
  return card === undefined ? null : Number(card);
}

function focusPile({ root }: KeyTarget, pile: string | undefined): void {
  root.querySelector<HTMLElement>(`[data-pile="${pile}"]`)?.focus();
}

function focusCard({ root }: KeyTarget, card: number | undefined): void {
  root.querySelector<HTMLElement>(`[data-card="${card}"]`)?.focus();
}
