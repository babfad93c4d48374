import type { Rolldown } from "vite";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { font } from "./tools/font.ts";
import { texts } from "./tools/languages.ts";
import { offlineKit } from "./tools/offline.ts";
import { shell } from "./tools/shell.ts";

/** The frame of all pages, with what they share; in one file with what starts it. */
const FRAME = /src[\\/](?:main\.ts|App\.svelte|core[\\/]|site[\\/](?:Header|UpdateNotice|theme|serviceWorker))/;
const SHARED = /src[\\/](?:site[\\/]|components[\\/]TrickPicture)/;
/** What only tables need of the core comes with the cards. */
const OF_TABLES = /core[\\/](?:connection|events|model|serverClock|socket)\./;
const CARDS = /src[\\/](?:cards|components(?![\\/]QrCode)|table)[\\/]/;

const inApp: Rolldown.CodeSplittingNameFunction = (id, graph) => {
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
    // A browser asks for six files at a time: a page is a few larger ones, and one style for all.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A table's link needs six of them at once: early, app, cards, TablePage, the texts and the style.
          groups: [
            { name: "early", test: /src[\\/](?:beginEarly|core[\\/](?:earlySocket|languages))\.ts$|language\.json$|preload-helper|rolldown[\\/]runtime/, priority: 1 },
            { name: inApp },
            { name: "cards", test: (id) => CARDS.test(id) || OF_TABLES.test(id), minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8098", ws: true } } },
  // They run beside tests of servers and browsers, which take the cores.
  test: { include: ["tests/**/*.test.ts"], setupFiles: "tests/setup.ts", testTimeout: 60_000 },
});
