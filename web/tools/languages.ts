/** The folders of the languages, as the build reads them. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const FOLDER = "../src/tenback/languages";
const PAGE = /languages[\\/](\w+)[\\/](?:page[\\/](\w+)|names)\.json$/;
/** The texts that every page needs come in one file. */
const ALWAYS = new Set(["site", "codes", undefined]);

/** Returns all JSON files of all languages, in a fixed order. */
export function languageFiles(root: string): string[] {
  return readdirSync(join(root, FOLDER), { recursive: true, encoding: "utf-8" })
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => join(root, FOLDER, name));
}

/** Returns what a browser without scripts shows, in every language. */
export function noScript(root: string): string {
  const sites = languageFiles(root).filter((path) => basename(path) === "site.json" && basename(dirname(path)) === "page");
  return sites.map((path) => (JSON.parse(readFileSync(path, "utf-8")) as Record<string, string>)["app.noscript"]).join(" · ");
}

/** Returns the name of the file that texts go into, if a module is texts: `de`, `de-table`. */
export function textsFile(module: string): string | null {
  const [, code, part] = PAGE.exec(module) ?? [];
  if (code === undefined) return null;
  return ALWAYS.has(part) ? code : `${code}-${part}`;
}
