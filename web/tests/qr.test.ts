import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { qr } from "../src/core/qr";

/** Made by another encoder (the Python package qrcode): each row in base 16, after a leading one. */
type Vector = { text: string; mask: number; version: number; rows: string[] };
const VECTORS = JSON.parse(readFileSync(join(import.meta.dirname, "qr.vectors.json"), "utf-8")) as Vector[];

function rows(modules: boolean[][]): string[] {
  return modules.map((row) => BigInt(`0b1${row.map(Number).join("")}`).toString(16));
}

for (const { text, mask, version, rows: expected } of VECTORS) {
  test(`version ${version} with mask ${mask} is what another encoder draws: ${text.slice(0, 40)}`, () => {
    expect(rows(qr(text, mask))).toEqual(expected);
  });
}

test("the mask is chosen by itself", () => {
  const chosen = rows(qr(VECTORS[0]!.text));
  const all = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => rows(qr(VECTORS[0]!.text, mask)).join());
  expect(all).toContain(chosen.join());
});

test("the longest text has 213 bytes", () => {
  expect(qr("x".repeat(213))).toHaveLength(57);
  expect(() => qr("x".repeat(214))).toThrow(RangeError);
});
