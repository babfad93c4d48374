/** The rules in our words; they come with the page that needs them. */

import { language } from "../core/texts.svelte";
import { EDITIONS } from "../editions";
import de from "../texts/de.rules.json";
import en from "../texts/en.rules.json";

const TEXTS: Record<string, Record<string, string>> = { de, en };

export function ruleText(key: string): string {
  return TEXTS[language()]![key] ?? key;
}

type Part = { id: string; rules: string[] };

/** The rules by edition, in the order in which they are read. */
export function rulesByEdition(): Part[] {
  return [
    ...EDITIONS.map(({ name, rule_letter }) => ({ id: name, rules: numbered(rule_letter) })),
    { id: "table", rules: numbered("T") },
  ];
}

function numbered(letter: string): string[] {
  const pattern = new RegExp(`^${letter}\\d+\\.title$`);
  return Object.keys(en)
    .filter((key) => pattern.test(key))
    .map((key) => key.replace(".title", ""));
}
