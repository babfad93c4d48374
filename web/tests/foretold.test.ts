import { expect, test } from "vitest";
import { foretell, foretold } from "../src/core/foretold";
import type { Welcome } from "../src/protocol";

test("what was told of a table is told once, and of no other table", () => {
  const welcome = { type: "welcome", table: "a" } as Welcome;
  foretell(welcome);
  expect([foretold("a"), foretold("a")]).toEqual([welcome, null]);
  foretell(welcome);
  expect([foretold("b"), foretold("a")]).toEqual([null, null]);
});
