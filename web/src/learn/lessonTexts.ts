/** The texts of the lessons; they come with the page that needs them. */

import { language } from "../core/texts.svelte";
import de from "../texts/de.lessons.json";
import en from "../texts/en.lessons.json";

const TEXTS: Record<string, Record<string, string>> = { de, en };

/** Returns a text of a lesson, or null where there is none. */
export function lessonText(key: string): string | null {
  return TEXTS[language()]![key] ?? null;
}
