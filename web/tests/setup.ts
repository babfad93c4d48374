/** What every module of the page may ask of a browser: a memory, and a language. */

const memory = new Map<string, string>();

Object.defineProperties(globalThis, {
  localStorage: {
    configurable: true,
    value: {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => void memory.set(key, value),
    },
  },
  navigator: { configurable: true, value: { language: "en", userActivation: { hasBeenActive: false } } },
});
