/** What people are called in the reader's language. */

import { t } from "./texts.svelte";

/** What the server calls everybody who was deleted; nobody else may use this name. */
const DELETED = "Deleted player";

export function playerName(name: string): string {
  return name === DELETED ? t("person.deleted") : name;
}
