import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteServerTime } from "../src/core/serverClock";
import { nowAndAfter } from "../src/table/dayTry";

const EVENING = Date.parse("2026-11-19T23:59:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: EVENING - 300_000 }); // a browser whose clock is five minutes slow
  noteServerTime(EVENING, { isGreeting: true });
});

afterEach(() => {
  noteServerTime(Date.now(), { isGreeting: true });
  vi.useRealTimers();
});

test("a page that stays open asks again when the day is over on the server", () => {
  const call = vi.fn();
  nowAndAfter("2026-11-19", call);
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(call).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(2 * 86_400_000);
  expect(call).toHaveBeenCalledTimes(2);
});

test("nobody waits for the end of a day that is over, or after leaving the table", () => {
  const call = vi.fn();
  nowAndAfter("2026-11-18", call);
  nowAndAfter("2026-11-19", call)();
  vi.advanceTimersByTime(2 * 86_400_000);
  expect(call).toHaveBeenCalledTimes(2);
});
