/** The texts of the page, in the chosen language: `t("table.turn", { name })`. */

import type analysis from "../../../src/tenback/languages/en/page/analysis.json";
import type codes from "../../../src/tenback/languages/en/page/codes.json";
import type learn from "../../../src/tenback/languages/en/page/learn.json";
import type offline from "../../../src/tenback/languages/en/page/offline.json";
import type puzzles from "../../../src/tenback/languages/en/page/puzzles.json";
import type site from "../../../src/tenback/languages/en/page/site.json";
import type table from "../../../src/tenback/languages/en/page/table.json";
import { ALWAYS, firstLanguage, keepLanguage, LANGUAGES, loadNames, loadTexts, type Names, type Part, type Texts } from "./languages";

export type Key = keyof typeof site | keyof typeof codes | keyof typeof table | keyof typeof learn | keyof typeof analysis | keyof typeof puzzles | keyof typeof offline;
type Details = Record<string, string | number>;
type Shown = { language: string; parts: readonly Part[]; texts: readonly Texts[]; all: Texts; names: Names };

let wished = firstLanguage();
let needed: readonly Part[] = ALWAYS;
let shown = $state.raw<Shown>({ language: wished, parts: [], texts: [], all: {}, names: { name: "", kinds: [] } });

export function language(): string {
  return shown.language;
}

/** Loads texts in the current language, and in any language chosen later. */
export function needTexts(...parts: readonly Part[]): Promise<void> {
  const more = parts.filter((part) => !needed.includes(part));
  if (more.length > 0) needed = [...needed, ...more];
  return show();
}

/** Changes the language once its texts are loaded; if they cannot be loaded, nothing changes. */
export async function setLanguage(code: string): Promise<void> {
  wished = code;
  try {
    await show();
    keepLanguage(code);
  } catch {
    wished = shown.language;
  }
}

async function show(): Promise<void> {
  const [code, parts] = [wished, needed];
  if (code === shown.language && parts === shown.parts) return;
  const [texts, names] = await Promise.all([loadTexts(code, parts), loadNames(code)]);
  if (code !== wished || parts !== needed) return show(); // something else has been asked for meanwhile
  shown = { language: code, parts, texts, all: Object.assign({}, ...texts) as Texts, names };
}

/** Returns a text with its details filled in: `{name}`, and `{count|card|cards}` by number. */
export function t(key: Key, details: Details = {}): string {
  return fillIn(shown.all[key] ?? key, details);
}

/** Returns the text of a key computed at run time, or the fallback. */
export function tOr(key: string, fallback: string, details: Details = {}): string {
  const found = shown.all[key];
  return found === undefined ? fallback : fillIn(found, details);
}

/** Returns a text after the name of what it is about: `Up 1: Keep off`. */
export function labelled(name: string, text: string): string {
  return t("site.labelled", { name, text });
}

/** Returns the texts of a part by their keys, which another part may use as well. */
export function textsOf(part: Part): Texts {
  return shown.texts[shown.parts.indexOf(part)] ?? {};
}

export function guestNames(): Names {
  return shown.names;
}

function fillIn(text: string, details: Details): string {
  return text.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (whole, name: string, forms?: string) => {
    const value = details[name];
    if (value === undefined) return whole;
    return forms === undefined ? String(value) : formFor(Number(value), forms.split("|"));
  });
}

/** Kept, because making them takes longer than any text. */
let plurals: { language: string; rules: Intl.PluralRules } | null = null;

/** Returns the form for the plural category of a number: there is one for each, `other` is the last. */
function formFor(count: number, forms: readonly string[]): string {
  if (plurals?.language !== shown.language) plurals = { language: shown.language, rules: new Intl.PluralRules(shown.language) };
  const category = plurals.rules.select(count);
  const place = Object.keys(LANGUAGES.get(shown.language)!.plurals).indexOf(category);
  return forms[place] ?? forms.at(-1)!;
}
