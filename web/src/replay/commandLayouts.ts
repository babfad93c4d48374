/** Which numbers carry which command in Extreme (E14). */

import { BadRecord } from "./badRecord";
import { range, shuffled } from "./randomStream";

/** The numbers of each command. */
export type Layout = Record<string, number[]>;

export const COMMANDS = ["stop", "skull", "three", "silence", "no-trick", "one-pile", "draw-one"] as const;
export type Command = (typeof COMMANDS)[number];

/** The built-in layout, `tenback layout`; a test compares it with docs/notation.md. */
export const STANDARD: Layout = {
  stop: [5, 31, 70, 96],
  skull: [3, 38, 63, 98],
  three: [12, 27, 74, 89],
  silence: [9, 41, 60, 92],
  "no-trick": [16, 48, 53, 85],
  "one-pile": [19, 45, 56, 82],
  "draw-one": [23, 34, 67, 78],
};

/** Returns the layout of an edition; `own` is the one that a record holds itself. */
export function layoutOf(edition: string, own: Layout | null): Layout {
  if (!edition.startsWith("extreme")) return {};
  const name = edition.split("@").slice(1).join("@");
  if (name === "" || name === "standard") return STANDARD;
  const [kind, key] = name.split(":");
  if (kind === "shuffled" && key) return drawLayout(key.toUpperCase());
  if (own === null) throw new BadRecord("layout", name);
  return own;
}

/** Returns the layout that a key draws. */
export function drawLayout(key: string): Layout {
  const order = shuffled("layout", key, range(2, 99));
  const four = (at: number) => order.slice(4 * at, 4 * at + 4).toSorted((a, b) => a - b);
  return Object.fromEntries(COMMANDS.map((command, at) => [command, four(at)]));
}

/** Returns the layout of one line, `stop 5.31.70.96, skull …`. */
export function readLayout(text: string): Layout {
  const parts = text.split(",").map((part) => part.trim().split(/\s+/));
  return checkLayout(Object.fromEntries(parts.map(([kind, of]) => [kind, (of ?? "").split(".").map(Number)])));
}

export function writeLayout(layout: Layout): string {
  return COMMANDS.map((command) => `${command} ${layout[command]!.join(".")}`).join(", ");
}

/** Returns a layout if it is one: seven commands, four numbers each, none twice. */
export function checkLayout(layout: Layout): Layout {
  const numbers = COMMANDS.flatMap((command) => layout[command] ?? []);
  const isWhole = COMMANDS.every((command) => layout[command]?.length === 4);
  const areRight = numbers.every((n) => Number.isInteger(n) && n >= 2 && n <= 99);
  const isOdd = Object.keys(layout).length !== COMMANDS.length;
  if (isOdd || !isWhole || !areRight || new Set(numbers).size !== 28) {
    throw new BadRecord("layout", JSON.stringify(layout));
  }
  return layout;
}

/** Returns the command of a card, if it carries one. */
export function commandOf(layout: Layout, card: number): Command | null {
  return COMMANDS.find((command) => layout[command]?.includes(card)) ?? null;
}
