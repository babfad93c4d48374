import { afterEach, expect, test } from "vitest";
import { formatDay } from "../src/core/dates";
import { setLanguage } from "../src/core/texts.svelte";

afterEach(() => setLanguage("en"));

test.each([
  ["en", "January 1, 2026", "January 11, 2026"],
  ["de", "1. Januar 2026", "11. Januar 2026"],
  ["fr", "1er janvier 2026", "11 janvier 2026"],
])("days are written as in the language: %s", async (language, first, later) => {
  await setLanguage(language);
  expect([formatDay("2026-01-01"), formatDay("2026-01-11")]).toEqual([first, later]);
});
