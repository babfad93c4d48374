import { expect, test } from "vitest";
import type { Model } from "../src/core/model";
import type { Answer } from "../src/core/socket";
import { MoveQueue } from "../src/table/moveQueue";
import { pauseAfter } from "../src/table/playback";
import { isAwaitingAnswer, TableState, unseenPlays } from "../src/table/state.svelte";

type Asked = { move: string; answer: (answer: Answer) => void };

function queueing(losing: string[] = [], isMeant = true) {
  const asked: Asked[] = [];
  const refused: string[] = [];
  const state = new TableState();
  state.newest = { choices: { losing } } as Model;
  const queue = new MoveQueue(state, {
    ask: (move) => new Promise((answer) => asked.push({ move, answer })),
    confirm: () => Promise.resolve(isMeant),
    refused: (_, move) => refused.push(move),
  });
  const plays = (step: number) => unseenPlays(state, step);
  return { queue, state, plays, asked, refused };
}

const soon = () => new Promise((done) => setTimeout(done));
const REFUSED: Answer = { ok: false, refusal: { type: "refused", id: "1", code: "does-not-fit", message: "" } };

test("moves are asked one after the other, and drawn at once", async () => {
  const { queue, plays, asked } = queueing();
  queue.add("25>u1");
  queue.add("90>d1");
  expect(plays(5)).toEqual(["25>u1", "90>d1"]);
  expect(asked.map(({ move }) => move)).toEqual(["25>u1"]);
  asked[0]!.answer({ ok: true, number: 6 });
  await soon();
  expect(asked.map(({ move }) => move)).toEqual(["25>u1", "90>d1"]);
  expect([plays(5), plays(6)]).toEqual([["25>u1", "90>d1"], ["90>d1"]]);
});

test("after a refusal nothing that was built on it is asked", async () => {
  const { queue, state, plays, asked, refused } = queueing();
  queue.add("25>u1");
  queue.add("end");
  asked[0]!.answer(REFUSED);
  await soon();
  expect([asked.length, refused, plays(5), isAwaitingAnswer(state)]).toEqual([1, ["25>u1"], [], false]);
});

test("a losing play that is not meant is never asked", async () => {
  const { queue, plays, asked } = queueing(["25>u1"], false);
  queue.add("25>u1");
  await soon();
  expect([asked, plays(5)]).toEqual([[], []]);
});

test("the same move is not asked twice while it waits", () => {
  const { queue, asked } = queueing();
  queue.add("end");
  queue.add("end");
  expect(asked).toHaveLength(1);
});

test("the picture is never far behind", () => {
  const laid = [{ type: "laid" as const, seat: 1, card: 20, pile: "u1" }];
  const waits = (queue: number): number => (queue < 0 ? 0 : pauseAfter(laid, queue) + waits(queue - 1));
  expect(pauseAfter([], 0)).toBe(0);
  expect(pauseAfter(laid, 0)).toBeGreaterThan(300);
  expect(pauseAfter(laid, 30)).toBeLessThan(60);
  expect(waits(2)).toBeLessThan(1500);
});
