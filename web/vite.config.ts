import type { Rolldown } from "vite";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { font } from "./tools/font.ts";
import { texts } from "./tools/languages.ts";
import { offlineKit } from "./tools/offline.ts";
import { shell } from "./tools/shell.ts";

/** The frame of all pages, with what they share; in one file with what starts it. A page that loads a file itself would need a helper from another one. */
const FRAME = /src[\\/](?:main\.ts|App\.svelte|core[\\/](?!seals)|site[\\/](?:Header|UpdateNotice|theme|serviceWorker)|table[\\/]laterParts)/;
const SHARED = /src[\\/](?:site[\\/](?!AccountForm|BarChart|LineChart|statistics)|components[\\/]TrickPicture|offline[\\/]storage)/;
/** What only tables need of the core comes with the cards. */
const OF_TABLES = /core[\\/](?:connection|events|model|serverClock|socket)\./;
/** What tables need only after the first card (table/later.ts); spectators' screens and replays share some of it. */
const LATER = /src[\\/](?:table[\\/](?:later|CommandInfo|KeyList|Log|PileTalk|Result|SeatInfo|SidePanel|TableMenu|TableSheets|TalkPanel)|components[\\/]CardCascade)\./;
/** Words are sealed only where others may add one, and replays verify them. */
const SEALS = /core[\\/]seals\.|@noble/;
const CARDS = /src[\\/](?:(?:cards|components(?![\\/]QrCode)|table)[\\/]|pages[\\/]stuckHand)/;

/** The styles that the start page and the first cards need: one file. */
const FIRST_STYLES = /src[\\/](?:style\.css|(?:App|site[\\/](?!AccountForm|BarChart|LineChart|CustomTableForm)\w+|components[\\/](?!QrCode)\w+|table[\\/]\w+|pages[\\/](?:Start|Table)Page)\.svelte\?.*type=style)/;

const inApp: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  if (FIRST_STYLES.test(id) && !LATER.test(id)) return "app";
  const isShared = SHARED.test(id) && (graph.getModuleInfo(id)?.importers.length ?? 0) > 1;
  return (FRAME.test(id) && !OF_TABLES.test(id)) || isShared ? "app" : null;
};

/** Built into the Python package, from where the server takes it. */
export default defineConfig({
  plugins: [svelte(), texts(), font(), offlineKit(), shell()],
  worker: { format: "es", plugins: () => [offlineKit()] },
  base: "/",
  build: {
    outDir: "../src/tenback/server/page",
    emptyOutDir: true,
    target: "es2022",
    // A browser asks for six files at a time: a page is a few larger ones.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A table's link needs six of them at once: early, app, cards, TablePage, the texts and the style.
          groups: [
            { name: "early", test: /src[\\/](?:beginEarly|core[\\/](?:commitments|earlySocket|languages))\.ts$|language\.json$|preload-helper|rolldown[\\/]runtime/, priority: 4 },
            { name: inApp, priority: 3 },
            { name: "cards", test: (id) => (CARDS.test(id) && !LATER.test(id)) || OF_TABLES.test(id), minShareCount: 2, priority: 2 },
            { name: "seals", test: SEALS, priority: 1 },
            { name: "later", test: LATER },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8098", ws: true } } },
  // They run beside tests of servers and browsers, which take the cores.
  test: { include: ["tests/**/*.test.ts"], setupFiles: "tests/setup.ts", testTimeout: 60_000 },
});
