/** What has gone wrong, in plain words. */

import { Refused } from "../core/api";
import { t, tOr } from "../core/texts.svelte";

export function inWords(error: unknown): string {
  if (error instanceof Refused) return tOr(`code.${error.code}`, error.message, error.details);
  if (error instanceof TypeError) return t("frame.unreachable");
  return t("frame.failed");
}
