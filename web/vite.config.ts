import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { shell } from "./tools/shell.ts";

/** Built into the Python package, from where the server takes it. */
export default defineConfig({
  plugins: [svelte(), shell()],
  base: "/",
  build: {
    outDir: "../src/tenback/server/page",
    emptyOutDir: true,
    target: "es2022",
    // What several pages share comes in one file: each file is one more way to the server and back.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", test: /src[\\/](?:frame|core)[\\/]/, minShareCount: 2 }] } } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8098", ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
