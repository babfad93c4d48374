import { render } from "svelte/server";
import { expect, test } from "vitest";
import NumberStrip from "../src/components/NumberStrip.svelte";

test("the first row of ten begins with its own digit, so that partners of a trick stand above each other", () => {
  const numbers = Array.from({ length: 98 }, (_, at) => ({ number: at + 2, where: "out" as const, isBurning: false }));
  const { body } = render(NumberStrip, { props: { numbers } });
  expect(body.match(/grid-column-start: 3/g)).toHaveLength(1);
  expect(body.match(/grid-column-start/g)).toHaveLength(1);
});
