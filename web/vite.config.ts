import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Built into the Python package, from where the server takes it. */
export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: { outDir: "../src/tenback/server/page", emptyOutDir: true, target: "es2022" },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8098", ws: true } } },
  test: { include: ["tests/**/*.test.ts"] },
});
