/** The rules in our words; they come with the page that needs them. */

import { textsOf } from "../core/texts.svelte";
import { EDITIONS } from "../editions";

export function ruleText(key: string): string {
  return textsOf("rules")[key] ?? key;
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
  return Object.keys(textsOf("rules"))
    .filter((key) => pattern.test(key))
    .map((key) => key.replace(".title", ""));
}
