/** Who somebody is here: a guest by name, or an account. */

import type { PersonView } from "../protocol";
import { api } from "./api";

let person = $state.raw<PersonView | null>(null);
/** Whether the server has said who this is: before that nobody can be called unknown. */
let isTold = $state(false);
let restoring: Promise<PersonView | null> | null = null;

export function me(): PersonView | null {
  return person;
}

export function isSessionKnown(): boolean {
  return isTold || person !== null;
}

/** Finds out who this browser was before; null for newcomers. A person who has come in meanwhile stays. */
export function restoreSession(): Promise<PersonView | null> {
  restoring ??= fetchPerson().catch((error: unknown) => {
    restoring = null;
    throw error;
  });
  return restoring;
}

async function fetchPerson(): Promise<PersonView | null> {
  const found = await api.session();
  person ??= found.person;
  isTold = true;
  return person;
}

/** Makes sure that there is somebody, under a suggested name if need be. */
export async function ensureSession(name: string): Promise<PersonView> {
  await restoring?.catch(() => null);
  person ??= (await api.enter(name)).person;
  return person;
}

export function setPerson(wished: PersonView | null): void {
  person = wished;
}

/** Finds out who this browser is now: its session has ended, here or on another device. */
export async function recheckSession(): Promise<void> {
  person = (await api.session()).person;
  isTold = true;
}
