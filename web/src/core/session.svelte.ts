/** The session of this browser: a guest with a name, or an account. */

import type { PersonView } from "../protocol";
import { api } from "./api";

let person = $state.raw<PersonView | null>(null);
/** Whether the server has said who this is; until then, nobody counts as unknown. */
let isTold = $state(false);
let restoring: Promise<PersonView | null> | null = null;

export function me(): PersonView | null {
  return person;
}

export function isSessionKnown(): boolean {
  return isTold || person !== null;
}

/** Asks the server who this browser's user is; null for newcomers. A person who has signed in meanwhile stays. */
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

/** Makes sure that there is a session, under a suggested name if need be. */
export async function ensureSession(name: string): Promise<PersonView> {
  await restoring?.catch(() => null);
  person ??= (await api.enter(name)).person;
  return person;
}

export function setPerson(wished: PersonView | null): void {
  person = wished;
}

/** Asks again who this browser's user is, after the session was ended here or on another device. */
export async function recheckSession(): Promise<void> {
  person = (await api.session()).person;
  isTold = true;
}
