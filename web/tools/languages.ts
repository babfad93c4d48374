/** The folders of the languages, as the build reads them, and their texts as modules. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";

const FOLDER = "../src/tenback/languages";
const PAGE = /languages[\\/](\w+)[\\/](?:page[\\/])?(\w+)\.json$/;
/** Describes a language, and is not one of its texts. */
const ABOUT = "language";
const MODULE = "virtual:texts";
/** The parts that every page or the next one needs, and names for guests: one file, because a browser asks for six at a time. */
const ALWAYS = new Set(["site", "codes", "table", "names"]);

type Texts = Record<string, unknown>;

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
  return sites.map((path) => (read(path) as Record<string, string>)["app.noscript"]).join(" · ");
}

/**
 * Gives the page its texts as `virtual:texts`: a module for each language with what is always needed (`de`), and one for each further part (`de-rules`).
 * Each has its texts by part, as one default export: several modules in a file would need a helper from another file.
 */
export function texts(): Plugin {
  let root = "";
  const parts = () => languageFiles(root).flatMap((path) => partOf(path) ?? []);
  return {
    name: "tenback-texts",
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return null;
      if (id === `\0${MODULE}`) {
        const files = new Set(parts().map(({ file }) => file));
        return `export const FILES = {${[...files].map((file) => `"${file}": () => import("${MODULE}/${file}")`).join(", ")}};`;
      }
      const own = parts().filter(({ file }) => textsModule(file) === id);
      for (const { path } of own) this.addWatchFile(path);
      return `export default ${JSON.stringify(Object.fromEntries(own.map(({ part, path }) => [part, read(path)])))};`;
    },
  };
}

/** Returns the id of the module with the texts of a file. */
export function textsModule(file: string): string {
  return `\0${MODULE}/${file}`;
}

/** Returns the codes of all languages. */
export function languageCodes(root: string): string[] {
  return languageFiles(root).filter((path) => basename(path) === `${ABOUT}.json`).map((path) => basename(dirname(path)));
}

function partOf(path: string): { file: string; part: string; path: string } | null {
  const [, code, part] = PAGE.exec(path) ?? [];
  if (code === undefined || part === undefined || part === ABOUT) return null;
  return { file: ALWAYS.has(part) ? code : `${code}-${part}`, part, path };
}

function read(path: string): Texts {
  return JSON.parse(readFileSync(path, "utf-8")) as Texts;
}
