/** The texts of the lessons; they come with the page that needs them. */

import { textsOf } from "../core/texts.svelte";

/** Returns a text of a lesson, or null where there is none. */
export function lessonText(key: string): string | null {
  return textsOf("lessons")[key] ?? null;
}
