/** Editions: what their descriptions say, and how one is written, with options and layout: `NAME+min3@shuffled`. */

import { EDITIONS } from "../editions";
import type { EditionView, PileView } from "../protocol";

type EditionText = { name: string; options: string[]; layout: string | null };

/** The default edition. */
export const USUAL = EDITIONS[0]!;
export const TEAM_EDITIONS = EDITIONS.filter((edition) => !edition.is_duel);
/** The edition of duels between two. */
export const DUEL = EDITIONS.find((edition) => edition.is_duel)!;

const PILES = new Map(EDITIONS.flatMap(({ piles }) => piles.map((pile) => [pile.name, pile])));

export function readEdition(text: string): EditionText {
  const [rules = "", layout = null] = text.split("@");
  const [name = "", ...options] = rules.split("+");
  return { name, options, layout: layout?.split(":")[0] ?? null };
}

/** The standard layout is left out, and a custom one is written as its numbers. */
export function writeEdition({ name, options, layout }: EditionText): string {
  const plain = [name, ...options].join("+");
  return layout === "shuffled" ? `${plain}@${layout}` : plain;
}

/** Returns the description of an edition that may have options and a layout; null if there is none of that name. */
export function findEdition(text: string): EditionView | null {
  const { name } = readEdition(text);
  return EDITIONS.find((edition) => edition.name === name) ?? null;
}

/** Returns the description of an edition; one of a newer server looks like the usual one. */
export function describeEdition(text: string): EditionView {
  return findEdition(text) ?? USUAL;
}

export function pileNames(edition: string): string[] {
  return describeEdition(edition).piles.map(({ name }) => name);
}

/** Returns a pile by its name, which means the same in every edition. */
export function findPile(name: string): PileView | null {
  return PILES.get(name) ?? null;
}

/** Returns the numbers of each command in the standard layout; none where cards carry no commands. */
export function standardLayout(edition: EditionView): Record<string, number[]> {
  return Object.fromEntries(edition.commands.map(({ name, numbers }) => [name, numbers]));
}
