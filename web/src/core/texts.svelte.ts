/** What the page says, in English and German: `t("table.turn", { name })`. */

import deCodes from "../texts/de.codes.json";
import deSite from "../texts/de.site.json";
import enCodes from "../texts/en.codes.json";
import enSite from "../texts/en.site.json";
import type enAnalysis from "../texts/en.analysis.json";
import type enLearn from "../texts/en.learn.json";
import type enTable from "../texts/en.table.json";

const en = { ...enSite, ...enCodes };
const de = { ...deSite, ...deCodes };

export type Language = "en" | "de";
export type Key = keyof typeof en | keyof typeof enTable | keyof typeof enLearn | keyof typeof enAnalysis;
type Details = Record<string, string | number>;

const TEXTS: Record<Language, Record<string, string>> = { en, de };
const KEPT_AS = "tenback.language";

/** Adds texts that come with the pages that need them. */
export function addTexts(more: Record<Language, Record<string, string>>): void {
  for (const one of ["en", "de"] as const) Object.assign(TEXTS[one], more[one]);
}

let chosen = $state<Language>(initialLanguage());

function initialLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS);
  if (kept === "en" || kept === "de") return kept;
  return navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
}

export function language(): Language {
  return chosen;
}

export function setLanguage(wished: Language): void {
  chosen = wished;
  localStorage.setItem(KEPT_AS, wished);
}

/** Returns a text with its details filled in: `{name}`, and `{count|card|cards}` by number. */
export function t(key: Key, details: Details = {}): string {
  return fillIn(TEXTS[chosen][key] ?? key, details);
}

/** Returns the text of a key that is only known when it is needed, or the fallback. */
export function tOr(key: string, fallback: string, details: Details = {}): string {
  const found = TEXTS[chosen][key];
  return found === undefined ? fallback : fillIn(found, details);
}

function fillIn(text: string, details: Details): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one, many) => {
    const value = details[name];
    if (value === undefined) return whole;
    return one === undefined ? String(value) : Number(value) === 1 ? one : many;
  });
}
