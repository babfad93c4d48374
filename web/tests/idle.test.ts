import { expect, test } from "vitest";
import { first, whenIdle } from "../src/core/idle";

test("what nobody waits for begins after everything that somebody waits for, even if that fails", async () => {
  const order: string[] = [];
  let finish = () => {};
  const slow = first(new Promise<void>((done) => (finish = done)).then(() => order.push("slow")));
  const failing = first(Promise.reject(new Error("no"))).catch(() => order.push("failed"));
  const idle = whenIdle().then(() => order.push("idle"));
  await failing;
  const later = first(slow.then(() => order.push("later")));
  finish();
  await Promise.all([idle, later]);
  expect(order).toEqual(["failed", "slow", "later", "idle"]);
});

test("where nobody waits, it begins at once", async () => {
  await whenIdle();
});
