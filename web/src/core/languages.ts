/** The available languages, and how their texts are loaded: a language is a folder (docs/languages.md). */

import { FILES } from "virtual:texts";

type About = { name: string; plurals: Record<string, string>; first_day?: string };
export type Texts = Record<string, string>;
/** Names for guests: adjectives in the form that their animals need. */
export type Names = { name: string; kinds: { how: string; who: string }[] };
/** The parts in which texts are loaded, as pages need them. */
export type Part = "site" | "codes" | "table" | "learn" | "lessons" | "rules" | "analysis" | "puzzles" | "offline";

const ABOUT = import.meta.glob<About>("../../../src/tenback/languages/*/language.json", { eager: true, import: "default" });
const KEPT_AS = "tenback.language";
/** The language that all texts are written in first. */
const SOURCE = "en";

/** What comes in the first file: what every page needs, and the table, where most people go. */
export const ALWAYS: readonly Part[] = ["site", "codes", "table"];

/** All languages by their codes, each with its own name for itself. */
export const LANGUAGES: ReadonlyMap<string, About> = new Map(
  Object.entries(ABOUT).map(([path, about]) => [path.split("/").at(-2)!, about]),
);

/** Returns the language chosen here, or else the first one that the browser asks for. */
export function firstLanguage(): string {
  const wishes = [localStorage.getItem(KEPT_AS) ?? "", ...navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]!)];
  return wishes.find((code) => LANGUAGES.has(code)) ?? SOURCE;
}

export function keepLanguage(code: string): void {
  localStorage.setItem(KEPT_AS, code);
}

/** Returns the texts of some parts, in the order of the parts. */
export function loadTexts(code: string, parts: readonly Part[]): Promise<Texts[]> {
  return Promise.all(parts.map(async (part) => (await load(ALWAYS.includes(part) ? code : `${code}-${part}`))[part] as Texts));
}

export async function loadNames(code: string): Promise<Names> {
  return (await load(code))["names"] as Names;
}

async function load(file: string): Promise<Record<string, Texts | Names>> {
  return (await FILES[file]!()).default;
}
