import { expect, test } from "vitest";
import { keepInitialWelcome, takeInitialWelcome } from "../src/core/initialWelcome";
import type { Welcome } from "../src/protocol";

test("what was told of a table is told once, and of no other table", () => {
  const welcome = { type: "welcome", table: "a" } as Welcome;
  keepInitialWelcome(welcome);
  expect([takeInitialWelcome("a"), takeInitialWelcome("a")]).toEqual([welcome, null]);
  keepInitialWelcome(welcome);
  expect([takeInitialWelcome("b"), takeInitialWelcome("a")]).toEqual([null, null]);
});
