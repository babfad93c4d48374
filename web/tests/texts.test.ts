import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deckSize } from "../src/cards/cardView";
import { DUEL } from "../src/core/editions";

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

const SOURCES = join(import.meta.dirname, "../src");
/** They are there before any card is shown, and without the texts that come with cards. */
const SITE = ["App.svelte", ...["core", "site"].flatMap(filesIn), ...["Start", "Day", "Me", "Code", "Lost"].map((page) => `pages/${page}Page.svelte`)];

function filesIn(folder: string): string[] {
  return readdirSync(join(SOURCES, folder)).map((name) => `${folder}/${name}`);
}

test("the site says nothing that only comes with a table or a lesson", () => {
  const later = new Set(["en.table.json", "en.learn.json", "en.analysis.json"].flatMap((name) => Object.keys(texts(name))));
  for (const file of SITE) {
    const quoted = readFileSync(join(SOURCES, file), "utf-8").matchAll(/["'`]([a-z-]+\.[\w.-]+)["'`]/g);
    expect([file, [...quoted].map(([, key]) => key!).filter((key) => later.has(key))]).toEqual([file, []]);
  }
});

test("the pages that show cards bring the texts for them", () => {
  const table = /import "\.\.\/(?:cards\/tableTexts|learn\/learnTexts)";/;
  for (const page of ["Table", "Learn", "Rules", "Replay"]) {
    expect([page, table.test(readFileSync(join(SOURCES, `pages/${page}Page.svelte`), "utf-8"))]).toEqual([page, true]);
  }
});

const PACKAGES = join(import.meta.dirname, "../../src/tenback");
/** What whoever runs the server, reads files or computes meets, and nobody who plays. */
const ELSEWHERE = new Set([
  ...["bad-database", "bad-backup", "no-such-person", "bad-setting", "cannot-listen", "bad-file", "cannot-write", "bad-json", "bad-record", "record-differs", "not-fair"],
  ...["bad-players", "bad-event", "bad-position", "impossible-position", "bad-seed", "bad-starter", "illegal-action", "bad-buffer"],
]);

/** Returns the error codes of a Python package, each with its English message. */
function codesOf(name: string): [code: string, message: string][] {
  const source = readFileSync(join(PACKAGES, name, "errors.py"), "utf-8");
  const members = source.matchAll(/^ {4}[A-Z_]+ = \(?\s*"([a-z-]+)",\s*\(?((?:\s*"[^"]*")+)/gm);
  return [...members].map(([, code, message]) => [code!, message!]);
}

test("every refusal that a player can meet has words, with details that its message has", () => {
  const codes = ["rules", "notation", "fastsim", "protocol", "server"].flatMap(codesOf);
  expect(codes.length).toBeGreaterThan(80);
  const all = texts("en.codes.json");
  for (const [code, message] of codes.filter(([one]) => !ELSEWHERE.has(one))) {
    const text = all[`code.${code}`];
    expect([code, typeof text]).toEqual([code, "string"]);
    expect([code, details(text!).includes("reason")]).toEqual([code, false]); // reasons are English
    expect([code, details(text!).filter((one) => !details(message).includes(one))]).toEqual([code, []]);
  }
});

test.each(["en", "de"])("how many cards a duel has is told as the edition has it: %s", (language) => {
  expect(texts(`${language}.site.json`)["start.duel.text"]).toContain(` ${deckSize(DUEL.name)} `);
});
