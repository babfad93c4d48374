/** All randomness there is: the stream of a seed, as docs/deals.md specifies it. */

import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

/** Returns the SHA-256 of a text. */
export function digestOf(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}

export const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns cards in the order that a purpose of a seed gives them. */
export function shuffled(purpose: string, seed: string, cards: readonly number[]): number[] {
  const order = [...cards];
  const chance = new RandomStream(purpose, seed);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const pick = chance.below(last + 1);
    [order[last], order[pick]] = [order[pick]!, order[last]!];
  }
  return order;
}

/** One random stream, for one purpose of one seed. */
export class RandomStream {
  private words: number[] = [];
  private block = 0;

  constructor(
    private readonly purpose: string,
    private readonly seed: string,
  ) {}

  /** Returns the next number from 0 to n − 1. */
  below(n: number): number {
    const limit = Math.floor(2 ** 32 / n) * n;
    for (;;) {
      const word = this.next();
      if (word < limit) return word % n;
    }
  }

  private next(): number {
    if (this.words.length === 0) {
      const digest = digestOf(`tenback:1:${this.purpose}:${this.seed}:${this.block}`);
      const view = new DataView(digest.buffer, digest.byteOffset);
      this.words = Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at));
      this.block += 1;
    }
    return this.words.shift()!;
  }
}

/** Returns a seed made one-way from a text: each of its characters is 5 bits of SHA-256. */
export function seedFrom(purpose: string, text: string, length: number): string {
  const digest = digestOf(`tenback:1:${purpose}:${text}`);
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = Array.from({ length }, (_, at) => parseInt(bits.slice(5 * at, 5 * at + 5), 2));
  return groups.map((group) => ALPHABET[group]).join("");
}

export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
