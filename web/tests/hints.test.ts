import { expect, test } from "vitest";
import type { Model } from "../src/core/model";
import type { Answer } from "../src/core/socket";
import { Hints } from "../src/table/hints";
import { TableState } from "../src/table/state.svelte";

function asking() {
  const asked: ((answer: Answer) => void)[] = [];
  const given: string[] = [];
  const refused: string[] = [];
  const told: string[] = [];
  const state = new TableState();
  const goTo = (number: number) => void (state.newest = { number } as Model);
  const hints = new Hints(state, {
    ask: () => new Promise((answer) => asked.push(answer)),
    asked: () => void told.push("thinking"),
    refused: ({ code }) => refused.push(code),
    given: (move) => given.push(move),
  });
  return { hints, state, goTo, asked, given, refused, told };
}

const ANSWER: Answer = { ok: true, number: 5, move: "23>u1" };

test("a hint is told once, and belongs to the step that it was asked at", async () => {
  const { hints, state, goTo, asked, given } = asking();
  goTo(5);
  const answered = hints.ask();
  expect(state.isHintAsked).toBe(true);
  asked[0]!(ANSWER);
  await answered;
  expect([state.hint, given, state.isHintAsked]).toEqual([{ move: "23>u1", step: 5 }, ["23>u1"], false]);
});

test("while a hint is thought about, that is told once", async () => {
  const { hints, state, goTo, asked, told } = asking();
  await hints.ask();
  expect(told).toEqual([]);
  goTo(5);
  const answered = hints.ask();
  void hints.ask();
  expect([state.isHintAsked, told]).toEqual([true, ["thinking"]]);
  asked[0]!(ANSWER);
  await answered;
  await hints.ask();
  expect([state.isHintAsked, told]).toEqual([false, ["thinking"]]);
});

test("a hint that comes too late is not told", async () => {
  const { hints, state, goTo, asked, given } = asking();
  goTo(5);
  const answered = hints.ask();
  expect(state.isHintAsked).toBe(true);
  goTo(6);
  expect(state.isHintAsked).toBe(false);
  const again = hints.ask();
  asked[0]!(ANSWER);
  await answered;
  expect([state.hint, given, state.isHintAsked]).toEqual([null, [], true]);
  asked[1]!({ ...ANSWER, number: 6 });
  await again;
  expect([state.hint?.step, state.isHintAsked]).toEqual([6, false]);
});

test("nobody is asked twice about the same, and nobody before the table is there", async () => {
  const { hints, goTo, asked } = asking();
  await hints.ask();
  expect(asked).toHaveLength(0);
  goTo(5);
  const answered = hints.ask();
  void hints.ask();
  asked[0]!(ANSWER);
  await answered;
  await hints.ask();
  expect(asked).toHaveLength(1);
});

test("a refusal is told, and one may ask again", async () => {
  const { hints, state, goTo, asked, refused } = asking();
  goTo(5);
  const answered = hints.ask();
  asked[0]!({ ok: false, refusal: { type: "refused", id: "1", code: "no-hints", message: "" } });
  await answered;
  void hints.ask();
  expect([refused, state.hint, asked.length]).toEqual([["no-hints"], null, 2]);
});
