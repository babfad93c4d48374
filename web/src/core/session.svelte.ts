/** Who somebody is here: a guest by name, or an account. */

import type { PersonView } from "../protocol";
import { api, Refused } from "./api";

let person = $state.raw<PersonView | null>(null);
let remembering: Promise<PersonView | null> | null = null;

export function me(): PersonView | null {
  return person;
}

/** Finds out who this browser was before; null for somebody new. Whoever has come in meanwhile stays. */
export function remember(): Promise<PersonView | null> {
  remembering ??= asked().catch((error: unknown) => {
    remembering = null;
    throw error;
  });
  return remembering;
}

async function asked(): Promise<PersonView | null> {
  try {
    const found = await api.me();
    person ??= found;
  } catch (error) {
    if (!(error instanceof Refused && error.status === 401)) throw error;
  }
  return person;
}

/** Makes sure that there is somebody, under a suggested name if need be. */
export async function ensure(name: string): Promise<PersonView> {
  await remembering?.catch(() => null);
  person ??= (await api.enter(name)).person;
  return person;
}

export function become(wished: PersonView | null): void {
  person = wished;
}
