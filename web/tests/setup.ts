/** What every module of the page may ask of a browser: a memory, a language, and all texts in it. */

const memory = new Map<string, string>();

Object.defineProperties(globalThis, {
  localStorage: {
    configurable: true,
    value: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => void memory.set(key, value),
    },
  },
  navigator: { configurable: true, value: { languages: ["en"], userActivation: { hasBeenActive: false } } },
});

const { needTexts } = await import("../src/core/texts.svelte");
await needTexts("learn", "lessons", "rules", "analysis");

export {};
