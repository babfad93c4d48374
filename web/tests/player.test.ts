import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { replayOf } from "../src/replay/frames";
import { Player } from "../src/replay/player.svelte";
import { fromJson } from "../src/replay/record";

const FRIENDS = JSON.parse(readFileSync(join(import.meta.dirname, "records/friends.json"), "utf-8")) as { record: unknown };
const replay = await replayOf(fromJson(FRIENDS.record));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a link leads to its turn", () => {
  expect(new Player(replay, null).at).toBe(0);
  const player = new Player(replay, 7);
  expect(replay.frames[player.at]!.turn).toBe(7);
  expect(replay.frames[player.at - 1]!.turn).toBe(6);
});

test("steps stay within the replay", () => {
  const player = new Player(replay, null);
  player.step(-1);
  expect(player.at).toBe(0);
  player.go(player.last);
  player.step(1);
  expect(player.at).toBe(replay.frames.length - 1);
});

test("a replay runs to its end, at its speed, and then from the start", () => {
  const player = new Player(replay, null);
  player.go(player.last - 2);
  player.speed = 4;
  player.toggle();
  vi.advanceTimersByTime(310);
  expect(player.at).toBe(player.last - 1);
  vi.advanceTimersByTime(310);
  expect([player.at, player.isRunning]).toEqual([player.last, false]);
  player.toggle();
  expect([player.at, player.isRunning]).toEqual([0, true]);
  player.stop();
});

test("whoever goes somewhere stops the replay", () => {
  const player = new Player(replay, null);
  player.toggle();
  player.nextTurn();
  expect(player.isRunning).toBe(false);
  const at = player.at;
  vi.advanceTimersByTime(10_000);
  expect(player.at).toBe(at);
});
