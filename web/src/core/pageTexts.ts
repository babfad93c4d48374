/** Which texts each page needs besides those of the first file. */

import type { Part } from "./languages";
import type { Route } from "./router.svelte";

export const PAGE_TEXTS: Partial<Record<Route["page"], readonly Part[]>> = {
  replay: ["learn"],
  learn: ["learn", "lessons"],
  puzzle: ["learn", "analysis", "puzzles"],
  rules: ["learn", "rules"],
};
