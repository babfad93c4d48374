/** What a guest would be called who has not come in yet. */

import type { PersonView } from "../protocol";
import { ensureSession, me } from "./session.svelte";
import { type Language, language } from "./texts.svelte";

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
export function suggestName(language: Language, chance: () => number = Math.random): string {
  const one = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)]!;
  if (language === "en") return `${one(ENGLISH.how)} ${one(ENGLISH.who)}`;
  const how = one(GERMAN.how);
  const [ending, animal] = one(GERMAN.who.flatMap(([end, all]) => all.map((who) => [end, who] as const)));
  return `${how}${ending} ${animal}`;
}

const KEPT_AS = "tenback.name";
/** As the server has it. */
export const LONGEST_NAME = 32;

let wished = $state(localStorage.getItem(KEPT_AS) ?? suggestName(language()));

/** Returns how this person is called, or would be. */
export function guestName(): string {
  return me()?.name ?? wished;
}

export function setGuestName(name: string): void {
  wished = name;
  localStorage.setItem(KEPT_AS, name);
}

export function suggestAnotherName(): string {
  setGuestName(suggestName(language()));
  return wished;
}

/** Returns how somebody would be called whom nobody knows yet. */
export function newGuestName(): string {
  return wished.trim() || suggestName(language());
}

/** Lets this person in, under the wished name if nobody knows them yet. */
export function enterAsGuest(): Promise<PersonView> {
  return ensureSession(newGuestName());
}
