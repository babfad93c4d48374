/** Names for guests who have not thought of one: friendly, invented, and soon changed. */

import type { Language } from "../core/texts.svelte";

const ENGLISH = {
  how: ["Calm", "Brave", "Bright", "Gentle", "Merry", "Nimble", "Patient", "Quiet", "Sunny", "Clever", "Lucky", "Steady"],
  who: ["Otter", "Badger", "Heron", "Fox", "Owl", "Hedgehog", "Finch", "Marten", "Beaver", "Magpie", "Seal", "Lynx", "Dormouse", "Swift"],
};

/** German adjectives take the ending of their animal. */
const GERMAN = {
  how: ["Flink", "Klug", "Mutig", "Fröhlich", "Geduldig", "Ruhig", "Sanft", "Schlau", "Sonnig", "Munter", "Pfiffig", "Heiter"],
  who: [
    ["er", ["Otter", "Dachs", "Fuchs", "Igel", "Fink", "Marder", "Biber", "Luchs", "Reiher", "Spatz"]],
    ["e", ["Eule", "Elster", "Robbe", "Meise", "Amsel", "Libelle", "Haselmaus"]],
    ["es", ["Eichhorn", "Rotkehlchen", "Wiesel", "Murmeltier"]],
  ] as const,
};

/** Returns a name; `chance` gives numbers from 0 up to 1. */
export function suggested(language: Language, chance: () => number = Math.random): string {
  const one = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)]!;
  if (language === "en") return `${one(ENGLISH.how)} ${one(ENGLISH.who)}`;
  const how = one(GERMAN.how);
  const [ending, animal] = one(GERMAN.who.flatMap(([end, all]) => all.map((who) => [end, who] as const)));
  return `${how}${ending} ${animal}`;
}
