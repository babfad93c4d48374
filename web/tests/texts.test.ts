import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const TEXTS = join(import.meta.dirname, "../src/texts");

function texts(name: string): Record<string, string> {
  return JSON.parse(readFileSync(join(TEXTS, name), "utf-8")) as Record<string, string>;
}

function details(text: string): string[] {
  return [...text.matchAll(/\{(\w+)/g)].map((found) => found[1]!).toSorted();
}

for (const name of readdirSync(TEXTS).filter((file) => file.startsWith("en."))) {
  test(`every text of ${name} is there in German, with the same details`, () => {
    const english = texts(name);
    const german = texts(name.replace(/^en/, "de"));
    expect(Object.keys(german)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(english)) {
      expect([key, new Set(details(german[key]!))]).toEqual([key, new Set(details(text))]);
    }
  });
}
