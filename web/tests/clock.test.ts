import { expect, test } from "vitest";
import { noteServerTime, serverTime } from "../src/core/serverClock";

test("the server's clock is told by its newest words, however late others come", () => {
  expect(serverTime(1000)).toBe(1000);
  noteServerTime(61_000, { now: 1_200 });
  expect(serverTime(2_000)).toBe(61_800);
  noteServerTime(63_000, { now: 3_100 });
  expect(serverTime(4_000)).toBe(63_900);
  noteServerTime(50_000, { now: 5_000 });
  expect(serverTime(5_000)).toBe(64_900);
  noteServerTime(50_000, { isGreeting: true, now: 5_000 });
  expect(serverTime(6_000)).toBe(51_000);
});
