/** What a guest would be called who has not come in yet. */

import { ensure, me } from "../core/session.svelte";
import { language } from "../core/texts.svelte";
import type { PersonView } from "../protocol";
import { suggested } from "./names";

const KEPT_AS = "tenback.name";
/** As the server has it. */
export const LONGEST_NAME = 32;

let wished = $state(localStorage.getItem(KEPT_AS) ?? suggested(language()));

/** Returns how this person is called, or would be. */
export function guestName(): string {
  return me()?.name ?? wished;
}

export function wishName(name: string): void {
  wished = name;
  localStorage.setItem(KEPT_AS, name);
}

export function anotherName(): string {
  wishName(suggested(language()));
  return wished;
}

/** Returns how somebody would be called whom nobody knows yet. */
export function wishedName(): string {
  return wished.trim() || suggested(language());
}

/** Lets this person in, under the wished name if nobody knows them yet. */
export function comeIn(): Promise<PersonView> {
  return ensure(wishedName());
}
