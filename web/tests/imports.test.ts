import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");

/** The folders of src, and which of them each may import; files of src itself are `.`. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  offline: [],
  core: ["offline"],
  cards: ["core"],
  components: ["cards", "core"],
  site: ["components", "core", "offline"],
  table: ["components", "cards", "core", "offline"],
  replay: ["components", "cards", "core"],
  learn: ["replay", "components", "cards", "core"],
  analysis: ["learn", "replay", "components", "cards", "core"],
  puzzles: ["analysis", "learn", "replay", "site", "components", "cards", "core"],
  pages: ["puzzles", "analysis", "learn", "replay", "table", "site", "components", "cards", "core", "offline"],
};
/** The texts, which only `core` reads: everybody else asks it. */
const LANGUAGES = "../../src/tenback/languages/";
/** Made by `make protocol`: everybody may know them. */
const GENERATED = ["protocol", "editions"];

type Import = { from: string; to: string };

/** Returns the imports of a source: by `from`, for their effect, at run time and by glob. */
function importsIn(file: string, source: string): Import[] {
  const found = source.matchAll(/(?:\bfrom|\bimport|\bimport\(|import\.meta\.glob(?:<\w+>)?\()\s*"(\.[^"]+)"/g);
  return [...found].map(([, path]) => ({ from: file, to: relative(SOURCES, join(SOURCES, dirname(file), path!)) }));
}

function filesOf(folder: string): string[] {
  const found = readdirSync(join(SOURCES, folder), { recursive: true, encoding: "utf-8" });
  return found.filter((name) => /\.(?:ts|svelte)$/.test(name)).map((name) => join(folder, name));
}

function isWrong({ from, to }: Import): boolean {
  if (to.startsWith(LANGUAGES)) return !from.startsWith("core/");
  const [here, there] = [from.split("/")[0]!, to.includes("/") ? to.split("/")[0]! : "."];
  if (there === ".") return !GENERATED.includes(to);
  return here !== there && !MAY_IMPORT[here]!.includes(there);
}

const folders = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

test("every folder has its rule, and no rule leads in a circle", () => {
  expect(folders.toSorted()).toEqual(Object.keys(MAY_IMPORT).toSorted());
  const order = Object.keys(MAY_IMPORT);
  for (const [folder, below] of Object.entries(MAY_IMPORT)) {
    for (const one of below) expect([folder, one, order.indexOf(one) < order.indexOf(folder)]).toEqual([folder, one, true]);
  }
});

test("imports point down", () => {
  const all = folders.flatMap(filesOf).flatMap((file) => importsIn(file, readFileSync(join(SOURCES, file), "utf-8")));
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter(isWrong)).toEqual([]);
});

test.each([
  ["components/Pile.svelte", 'import { x } from "../table/state.svelte";'],
  ["components/Pile.svelte", 'import "../table/state.svelte";'],
  ["core/model.ts", 'import {\n  x,\n} from "../cards/cardView";'],
  ["replay/scene.ts", 'const x = await import("../table/client.svelte");'],
  ["site/Header.svelte", 'export { x } from "../pages/MePage.svelte";'],
  ["core/texts.svelte.ts", 'import App from "../App.svelte";'],
  ["learn/lesson.ts", 'import.meta.glob("../table/*.ts")'],
])("an import that points up is found: %s", (file, source) => {
  expect(importsIn(file, source).filter(isWrong)).toHaveLength(1);
});

/** What stands for itself: data and functions, for tests and for every other face of the page. */
const HEADLESS = [...filesOf("cards"), "core/model.ts", "table/state.svelte.ts", "table/moveQueue.ts", "table/hints.ts"];

test.each(HEADLESS)("no DOM in %s", (file) => {
  expect(readFileSync(join(SOURCES, file), "utf-8")).not.toMatch(/\b(?:document|window|querySelector|HTMLElement)\b/);
});
