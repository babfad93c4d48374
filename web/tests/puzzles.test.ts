import { expect, test } from "vitest";
import { factsOf } from "../src/puzzles/explaining";
import { afterDay, afterTraining, type Progress } from "../src/puzzles/progress.svelte";

const NEW: Progress = { mu: null, sigma: null, rating: 1500, solved: 0, failed: 0, streak: 0, best: 0, seen: [], day: null, isDayRight: false, days: 0 };
const RIGHT = { is_right: true, mu: 30, sigma: 7, rating: 1590 };

test("a streak grows with what is solved, and its best stays", () => {
  const two = afterTraining(afterTraining(NEW, "C1-1-1", RIGHT), "C1-2-1", RIGHT);
  expect(two).toMatchObject({ mu: 30, rating: 1590, solved: 2, streak: 2, best: 2, seen: ["C1-1-1", "C1-2-1"] });
  const failed = afterTraining(two, "C1-1-1", { ...RIGHT, is_right: false, rating: 1500 });
  expect(failed).toMatchObject({ failed: 1, streak: 0, best: 2, seen: ["C1-2-1", "C1-1-1"] });
});

test("the first answer of a day counts, and days in a row are counted", () => {
  const first = afterDay(NEW, "2026-11-16", true);
  expect(afterDay(first, "2026-11-16", false)).toBe(first);
  expect(afterDay(first, "2026-11-17", false)).toMatchObject({ days: 2, isDayRight: false });
  expect(afterDay(first, "2026-11-19", true)).toMatchObject({ days: 1 });
});

test("a line is told by its cards, its steps and its tricks", () => {
  const position = "classic 20,40,60,80 10.22.30.55.70 50 0";
  expect(factsOf(position, ["22>u1", "30>u2", "55>d1", "end"])).toEqual({ cards: 3, steps: 2 - 10 + 5, tricks: 1 });
  expect(factsOf("face-to-face 20,40/10,50 30/30 -/- 0", ["30>gd", "end"])).toEqual({ cards: 1, steps: 10, tricks: 0 });
});
