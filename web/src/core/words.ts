/** Words for the seed, and what this tab needs to open those that it has sealed (docs/fairness.md). */

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

/** Keeps in this tab what is needed to open a word. */
export function keepWord(sealed: SealedWord): void {
  const kept = [sealed, ...keptWords()].slice(0, MOST_KEPT);
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    inMemory = kept;
  }
}

/** Returns the word and salt behind a seal, if this tab made it. */
export function keptWord(seal: string | null): SealedWord | null {
  return keptWords().find((each) => each.seal === seal) ?? null;
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
