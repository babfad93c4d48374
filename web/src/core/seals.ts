/** Words for the seed: sealed before anybody sees them, opened once all are sealed (docs/fairness.md). */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

export type SealedWord = { word: string; salt: string; seal: string };

export const LONGEST_WORD = 32;
const WORD = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;
/** Lower-case letters and digits that are not mistaken for one another. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const RANDOM_LENGTH = 12;
const KEPT = "tenback.words";
/** Tables whose words one browser may have to open at a time. */
const MOST_KEPT = 20;

/** Returns a word in its canonical spelling; null if it cannot be one. */
export function tidyWord(text: string): string | null {
  const word = text.normalize("NFC").trim();
  return [...word].length <= LONGEST_WORD && WORD.test(word) ? word : null;
}

/** Returns a word that nobody can guess: 59 bits, in groups of four. */
export function randomWord(): string {
  const letters = Array.from({ length: RANDOM_LENGTH }, () => LETTERS[below(LETTERS.length)]!);
  return letters.join("").replace(/(.{4})(?=.)/g, "$1-");
}

export function sealOf(word: string, salt: string): string {
  return bytesToHex(sha256(utf8ToBytes(`tenback:1:word:[${asciiJson(salt)},${asciiJson(word)}]`)));
}

/** Seals a word, and keeps in this tab what is needed to open it. */
export function sealWord(word: string): SealedWord {
  const salt = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
  const sealed = { word, salt, seal: sealOf(word, salt) };
  const kept = [sealed, ...keptWords()].slice(0, MOST_KEPT);
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    inMemory = kept;
  }
  return sealed;
}

/** Returns the word and salt behind a seal, if this tab made it. */
export function keptWord(seal: string | null): SealedWord | null {
  return keptWords().find((each) => each.seal === seal) ?? null;
}

/** Returns a text as JSON in ASCII: only `"` and `\` get a backslash, the rest of Unicode is `\u….` by 16 bits. */
export function asciiJson(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const signs = units.map((unit) => {
    const sign = String.fromCharCode(unit);
    if (sign === '"' || sign === "\\") return `\\${sign}`;
    return unit < 128 ? sign : `\\u${unit.toString(16).padStart(4, "0")}`;
  });
  return `"${signs.join("")}"`;
}

/** Used where nothing can be stored, as in private windows of some browsers. */
let inMemory: SealedWord[] = [];

function keptWords(): SealedWord[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") ?? inMemory;
  } catch {
    return inMemory;
  }
}

/** Returns a number below a small limit, all equally likely. */
function below(limit: number): number {
  const most = 256 - (256 % limit);
  for (;;) {
    const byte = crypto.getRandomValues(new Uint8Array(1))[0]!;
    if (byte < most) return byte % limit;
  }
}
