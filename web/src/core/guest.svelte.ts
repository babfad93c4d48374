/** The name of a guest who has not come in yet. */

import type { PersonView } from "../protocol";
import type { Names } from "./languages";
import { ensureSession, me } from "./session.svelte";
import { guestNames } from "./texts.svelte";

/** Returns a name; `chance` gives numbers from 0 up to 1. */
export function suggestName({ name, kinds }: Names, chance: () => number = Math.random): string {
  const one = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)]!;
  const [kind, who] = one(kinds.flatMap((each) => each.who.split(" ").map((animal) => [each, animal] as const)));
  return name.replace("{how}", one(kind.how.split(" "))).replace("{who}", who);
}

const KEPT_AS = "tenback.name";
/** The same limit as the server's. */
export const LONGEST_NAME = 32;

let wished = $state(localStorage.getItem(KEPT_AS));
/** Made on first use, when the language is loaded. */
let suggested: string | undefined;

/** Returns this person's name, or a suggested one. */
export function guestName(): string {
  return me()?.name ?? wished ?? (suggested ??= suggestName(guestNames()));
}

export function setGuestName(name: string): void {
  wished = name;
  localStorage.setItem(KEPT_AS, name);
}

export function suggestAnotherName(): string {
  const name = suggestName(guestNames());
  setGuestName(name);
  return name;
}

/** Returns the suggested name for a newcomer. */
export function newGuestName(): string {
  return wished?.trim() || (suggested ??= suggestName(guestNames()));
}

/** Signs this person in as a guest, under the requested name if the server does not know them yet. */
export function enterAsGuest(): Promise<PersonView> {
  return ensureSession(newGuestName());
}
