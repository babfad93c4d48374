import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deckSize } from "../src/cards/cardView";
import { DUEL } from "../src/core/editions";
import { LANGUAGES } from "../src/core/languages";
import { language, setLanguage, t } from "../src/core/texts.svelte";

const FOLDER = join(import.meta.dirname, "../../src/tenback/languages");

function texts(part: string, language = "en"): Record<string, string> {
  return JSON.parse(readFileSync(join(FOLDER, language, `page/${part}.json`), "utf-8")) as Record<string, string>;
}

test.each([...LANGUAGES])("the plural rules of a language are those of CLDR: %s", (language, { plurals }) => {
  const rules = new Intl.PluralRules(language);
  for (const count of Array.from({ length: 1200 }, (_, at) => at)) {
    expect([count, category(plurals, count)]).toEqual([count, rules.select(count)]);
  }
});

/** Returns the plural category of a number, as `tenback.languages.plurals` computes it. */
function category(plurals: Record<string, string>, count: number): string {
  const isTrue = (relation: string) => {
    const [, operand, modulus, sign, ranges] = /^([niv])(?: % (\d+))? (!?=) ([\d.,]+)$/.exec(relation)!;
    const value = operand === "v" ? 0 : modulus === undefined ? count : count % Number(modulus);
    const isWithin = (range: string) => {
      const [first, last = first] = range.split("..").map(Number);
      return first! <= value && value <= last!;
    };
    return ranges!.split(",").some(isWithin) === (sign === "=");
  };
  const holds = (rule: string) => rule.split(" or ").some((part) => part.split(" and ").every(isTrue));
  return Object.keys(plurals).find((name) => holds(plurals[name]!)) ?? "other";
}

test("the form is that of the number's plural category", () => {
  expect([0, 1, 2].map((count) => t("outcome.left", { count }))).toEqual(["0 cards left", "1 card left", "2 cards left"]);
});

test("a language is changed when its texts are there", async () => {
  expect(t("site.learn")).toBe("Learn");
  await setLanguage("de");
  expect([language(), t("site.learn")]).toEqual(["de", "Lernen"]);
  await setLanguage("en");
});

test("the last of several wishes counts", async () => {
  await Promise.all([setLanguage("de"), setLanguage("en")]);
  expect([language(), t("site.learn")]).toEqual(["en", "Learn"]);
});

const SOURCES = join(import.meta.dirname, "../src");
/** They are there before any card is shown, and without the texts that come with cards. */
const SITE = ["App.svelte", ...["core", "site"].flatMap(filesIn), ...["Start", "Day", "Me", "Code", "Lost"].map((page) => `pages/${page}Page.svelte`)];

function filesIn(folder: string): string[] {
  return readdirSync(join(SOURCES, folder)).map((name) => `${folder}/${name}`);
}

test("the site says nothing that only comes with a table or a lesson", () => {
  const later = new Set(["table", "learn", "analysis"].flatMap((part) => Object.keys(texts(part))));
  for (const file of SITE) {
    const quoted = readFileSync(join(SOURCES, file), "utf-8").matchAll(/["'`]([a-z-]+\.[\w.-]+)["'`]/g);
    expect([file, [...quoted].map(([, key]) => key!).filter((key) => later.has(key))]).toEqual([file, []]);
  }
});

test.each([...LANGUAGES.keys()])("how many cards a duel has is told as the edition has it: %s", (language) => {
  expect(texts("site", language)["start.duel.text"]).toMatch(new RegExp(`\\b${deckSize(DUEL.name)}\\b`));
});
