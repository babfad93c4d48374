/** Turns the user's choices into requests to open a table. */

import { DUEL, USUAL, writeEdition } from "../core/editions";
import { EDITIONS } from "../editions";
import type { OpenTable, TableSettings } from "../protocol";

/** A solo table, dealt at once, with hints. */
export function soloTable(edition: string): OpenTable {
  return { settings: { edition, seats: 1, has_hints: true }, is_started: true };
}

/** A table with a number of the usual bots, dealt at once. */
export function botTable(edition: string, count: number): OpenTable {
  return { settings: { edition, seats: count + 1, has_hints: true }, bots: Array<null>(count).fill(null), is_started: true };
}

/** A table for friends, who join by a link and play without hints. */
export function friendsTable(edition: string, seats: number): OpenTable {
  return { settings: { edition, seats, has_hints: false } };
}

/** A duel against a bot or a friend; it is rated, so there are no hints. */
export function duelTable(foe: "bot" | "friend"): OpenTable {
  const table = foe === "bot" ? botTable(DUEL.name, 1) : friendsTable(DUEL.name, 2);
  return { ...table, settings: { ...table.settings, has_hints: false } };
}

/** The deal that everybody is asked to play each day; those of other editions and seats come after it. */
export const HEADLINE = { edition: USUAL.name, seats: 1 };

/** The deal of a day, with bots or friends on the other seats; results are compared, so there are no hints. */
export function dayTable(day: string, edition: string, seats: number, { isWithBots = true } = {}): OpenTable {
  const table = isWithBots ? botTable(edition, seats - 1) : friendsTable(edition, seats);
  return { ...table, settings: { ...table.settings, has_hints: false, day } };
}

/** Returns the current day for the server: days begin at midnight UTC. */
export function today(now: Date = new Date()): string {
  return now.toISOString().slice(0, 10);
}

export function dayAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return today(date);
}

/** A table with everything that can be chosen. */
export type CustomTable = {
  name: string;
  options: string[];
  layout: string | null;
  ownLayout: Record<string, number[]> | null;
  seats: number;
  /** Who sits on the other seats: a bot, or null for a friend. */
  others: (string | null)[];
  isPublic: boolean;
  canWatch: boolean;
  isPastShown: boolean;
  canTakeBack: boolean;
  hasHints: boolean;
  clock: number | null;
  deal: string;
};

export function customTable(wishes: CustomTable): OpenTable {
  const deal = wishes.deal.trim() || null;
  const isOwn = wishes.layout === "own";
  const settings: TableSettings = {
    edition: writeEdition(wishes),
    seats: wishes.seats,
    layout: isOwn ? wishes.ownLayout : null,
    deal,
    is_public: wishes.isPublic,
    can_watch: wishes.canWatch,
    is_past_shown: wishes.isPastShown,
    can_take_back: wishes.canTakeBack,
    has_hints: wishes.hasHints,
    clock: wishes.clock,
  };
  const others = wishes.others.slice(0, wishes.seats - 1);
  const bots = others.filter((bot) => bot !== null);
  return { settings, bots, is_started: bots.length === wishes.seats - 1 };
}

const CODE = /^\s*([A-Z])([1-9])([A-Z]*)-/;

/** What a deal code says about the table, as far as its first characters show (docs/deals.md). */
export function readDealCode(code: string): { name: string; seats: number; options: string[]; layout: string } | null {
  const [, letter, seats, differing = ""] = CODE.exec(code.toUpperCase()) ?? [];
  const edition = EDITIONS.find((one) => one.letter === letter);
  if (edition === undefined || !edition.seats.includes(Number(seats))) return null;
  const options = edition.options.filter((option) => differing.includes(option.letter)).map(({ name }) => name);
  const layout = differing.includes("S") ? "shuffled" : differing.includes("L") ? "own" : "standard";
  return { name: edition.name, seats: Number(seats), options, layout };
}

/** Returns the letters of a table code from typed or pasted text. */
export function readTableCode(text: string): string {
  return text.toUpperCase().replace(/[^A-Z]/g, "").slice(0, 5);
}
