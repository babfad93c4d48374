import { expect, test } from "vitest";
import type { Answer } from "../src/core/socket";
import { Advice } from "../src/table/advice.svelte";

function advice() {
  const asked: ((answer: Answer) => void)[] = [];
  const given: string[] = [];
  const refused: string[] = [];
  const table = { number: 5 as number | null };
  const found = new Advice({
    ask: () => new Promise((answer) => asked.push(answer)),
    number: () => table.number,
    refused: ({ code }) => refused.push(code),
    given: (move) => given.push(move),
  });
  return { found, table, asked, given, refused };
}

const ANSWER: Answer = { ok: true, number: 5, move: "23>u1" };

test("a hint is told once, and stands until the table goes on", async () => {
  const { found, asked, given } = advice();
  const asking = found.ask();
  expect(found.isAsked).toBe(true);
  asked[0]!(ANSWER);
  await asking;
  expect([found.at(5), found.at(6), found.at(null), given, found.isAsked]).toEqual(["23>u1", null, null, ["23>u1"], false]);
});

test("a hint that comes too late is not told", async () => {
  const { found, table, asked, given } = advice();
  const asking = found.ask();
  table.number = 6;
  asked[0]!(ANSWER);
  await asking;
  expect([found.at(5), found.at(6), given]).toEqual([null, null, []]);
});

test("nobody is asked twice about the same, and nobody before the table is there", async () => {
  const { found, table, asked } = advice();
  const asking = found.ask();
  void found.ask();
  asked[0]!(ANSWER);
  await asking;
  await found.ask();
  expect(asked).toHaveLength(1);
  table.number = null;
  await found.ask();
  expect(asked).toHaveLength(1);
});

test("a refusal is told, and one may ask again", async () => {
  const { found, asked, refused } = advice();
  const asking = found.ask();
  asked[0]!({ ok: false, refusal: { type: "refused", id: "1", code: "no-hints", message: "" } });
  await asking;
  void found.ask();
  expect([refused, found.at(5), asked.length]).toEqual([["no-hints"], null, 2]);
});
