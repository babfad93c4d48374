/** Who somebody is here: a guest by name, or an account. */

import type { PersonView } from "../protocol";
import { api, Refused } from "./api";

let person = $state.raw<PersonView | null>(null);

export function me(): PersonView | null {
  return person;
}

/** Finds out who this browser was before; null for somebody new. */
export async function remember(): Promise<PersonView | null> {
  try {
    person = await api.me();
  } catch (error) {
    if (!(error instanceof Refused && error.status === 401)) throw error;
    person = null;
  }
  return person;
}

/** Makes sure that there is somebody, under a suggested name if need be. */
export async function ensure(name: string): Promise<PersonView> {
  person ??= (await api.enter(name)).person;
  return person;
}

export function become(wished: PersonView | null): void {
  person = wished;
}
