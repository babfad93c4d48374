/** Seals of words for the seed: hashes that are shown before anybody sees a word (docs/fairness.md). */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { keepWord, type SealedWord } from "./words";

export function sealOf(word: string, salt: string): string {
  return bytesToHex(sha256(utf8ToBytes(`tenback:1:word:[${asciiJson(salt)},${asciiJson(word)}]`)));
}

/** Seals a word, and keeps in this tab what is needed to open it. */
export function sealWord(word: string): SealedWord {
  const salt = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
  const sealed = { word, salt, seal: sealOf(word, salt) };
  keepWord(sealed);
  return sealed;
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
