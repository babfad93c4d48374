import jsqr from "jsqr";
import { render } from "svelte/server";
import { expect, test } from "vitest";
import QrCode from "../src/components/QrCode.svelte";

/** A CommonJS package: its types name the default export, Node hands over what holds it. */
const decode = (jsqr as unknown as { default: typeof jsqr }).default;
/** What a camera sees of the drawing: pixels, so many to a module. */
const PIXELS = 3;

function photo(svg: string): { pixels: Uint8ClampedArray; size: number } {
  const size = PIXELS * Number(/viewBox="0 0 (\d+) /.exec(svg)![1]);
  const pixels = new Uint8ClampedArray(4 * size * size).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let at = 0; at < PIXELS * PIXELS; at += 1) {
      const [column, row] = [PIXELS * Number(x) + (at % PIXELS), PIXELS * Number(y) + Math.floor(at / PIXELS)];
      pixels.fill(0, 4 * (row * size + column), 4 * (row * size + column) + 3);
    }
  }
  return { pixels, size };
}

function read(svg: string): string | undefined {
  const { pixels, size } = photo(svg);
  return decode(pixels, size, size)?.data;
}

test.each(["http://localhost:8098/c/ABCDE", "https://example.org/t/äöü", `https://example.org/t/${"x".repeat(180)}`])(
  "a camera reads the link from its code: %s",
  (link) => {
    expect(read(render(QrCode, { props: { text: link } }).body)).toBe(link);
  },
);

test("a drawing with too many holes is not read", () => {
  const { body } = render(QrCode, { props: { text: "http://localhost:8098/c/ABCDE" } });
  expect(read(body.replaceAll(/M\d*[05] \d+h1v1h-1z/g, ""))).not.toBe("http://localhost:8098/c/ABCDE");
});
