/** Which texts each page needs besides those that are always there. */

import type { Part } from "./languages";
import type { Route } from "./router.svelte";

export const PAGE_TEXTS: Record<Route["page"], readonly Part[]> = {
  start: [],
  day: [],
  me: [],
  code: [],
  lost: [],
  table: ["table"],
  screen: ["table"],
  replay: ["table", "learn"],
  learn: ["table", "learn", "lessons"],
  puzzle: ["table", "learn", "analysis", "puzzles"],
  rules: ["table", "learn", "rules"],
};
