/** Which numbers carry which command (E14). */

import { describeEdition, standardLayout } from "../core/editions";
import { EDITIONS } from "../editions";
import { BadRecord } from "./badRecord";
import { range, shuffled } from "./randomStream";

/** The numbers of each command. */
export type Layout = Record<string, number[]>;

/** The commands in their order, and the built-in layout; a test compares it with docs/notation.md. */
const WITH_COMMANDS = EDITIONS.find(({ commands }) => commands.length > 0)!;
const COMMANDS = WITH_COMMANDS.commands.map(({ name }) => name);
export const STANDARD: Layout = standardLayout(WITH_COMMANDS);
const CARDS = Object.values(STANDARD).flat().length;

/** Returns the layout of an edition; `own` is the one that a record holds itself. */
export function layoutOf(edition: string, own: Layout | null): Layout {
  if (describeEdition(edition).commands.length === 0) return {};
  const name = edition.split("@").slice(1).join("@");
  if (name === "" || name === "standard") return STANDARD;
  const [kind, key] = name.split(":");
  if (kind === "shuffled" && key) return drawLayout(key.toUpperCase());
  if (own === null) throw new BadRecord("layout", name);
  return own;
}

/** Returns the layout that a key draws. */
function drawLayout(key: string): Layout {
  const order = shuffled("layout", key, range(WITH_COMMANDS.lowest, WITH_COMMANDS.highest));
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
  const { lowest, highest } = WITH_COMMANDS;
  const areRight = numbers.every((n) => Number.isInteger(n) && n >= lowest && n <= highest);
  const isOdd = Object.keys(layout).length !== COMMANDS.length;
  if (isOdd || !isWhole || !areRight || new Set(numbers).size !== CARDS) {
    throw new BadRecord("layout", JSON.stringify(layout));
  }
  return layout;
}
