/** Fair cards (docs/fairness.md): what `tenback verify` does, in the browser. */

import { bytesToHex } from "@noble/hashes/utils.js";
import { type Deal, layoutKey, readCode, startOf } from "./dealCodes";
import { readPosition, writePosition } from "./position";
import { digestOf, seedFrom } from "./randomStream";
import type { SavedRecord } from "./record";

type Fairness = { commitment: string; secret: string; words: string[] };

/** What is compared, in this order. `noted` only if somebody has noted the commitment. */
type Check = "noted" | "commitment" | "words" | "seed" | "layout" | "cards";
export type Finding = { check: Check; isRight: boolean };

const HEX = /^[0-9a-f]{64}$/;
const WORD = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;
const LONGEST_WORD = 32;
const SEED_LENGTH = 15;

export function commitmentOf(secret: string): string {
  return bytesToHex(digestOf(`tenback:1:commitment:${secret}`));
}

/** Returns the seed of the deal, from the secret and a word for each seat. */
export function fairSeed(secret: string, words: readonly string[]): string {
  return seedFrom("fair", `[${[secret, ...words].map(quoted).join(",")}]`, SEED_LENGTH);
}

/** Returns a text as JSON in ASCII: only `"` and `\` get a backslash, the rest of Unicode is `\u….` by 16 bits. */
function quoted(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const signs = units.map((unit) => {
    const sign = String.fromCharCode(unit);
    if (sign === '"' || sign === "\\") return `\\${sign}`;
    return unit < 128 ? sign : `\\u${unit.toString(16).padStart(4, "0")}`;
  });
  return `"${signs.join("")}"`;
}

/** Returns what a record tells about where its cards come from; null if it tells nothing. */
export function fairnessOf({ tags, players }: SavedRecord): Fairness | null {
  const { commitment, secret } = tags;
  if (commitment === undefined || secret === undefined) return null;
  return { commitment, secret, words: players.map((_, seat) => tags[`word-${seat}`] ?? "") };
}

/** Returns what was compared, up to the first thing that is wrong. */
export function verify(record: SavedRecord, noted = ""): Finding[] {
  const fairness = fairnessOf(record);
  if (fairness === null) return [{ check: "commitment", isRight: false }];
  const checks: [Check, () => boolean][] = [
    ["commitment", () => isSecret(fairness) && commitmentOf(fairness.secret) === fairness.commitment],
    ["words", () => areWords(record, fairness.words)],
    ["seed", () => dealOf(record)?.seed === fairSeed(fairness.secret, fairness.words)],
    ["layout", () => isLayoutDrawn(record)],
    ["cards", () => areCardsDealt(record)],
  ];
  const mark = noted.trim().toLowerCase();
  if (mark !== "") checks.unshift(["noted", () => mark === fairness.commitment]);
  const findings: Finding[] = [];
  for (const [check, isRight] of checks) {
    findings.push({ check, isRight: isRight() });
    if (!findings.at(-1)!.isRight) break;
  }
  return findings;
}

function isSecret({ commitment, secret }: Fairness): boolean {
  return HEX.test(secret) && HEX.test(commitment);
}

/** The words are those of seats that are there, and such that somebody can have said. */
function areWords({ tags, players }: SavedRecord, words: string[]): boolean {
  const others = Object.keys(tags).filter((tag) => /^word-\d+$/.test(tag));
  const seats = new Set(players.map((_, seat) => `word-${seat}`));
  const isWord = (word: string) =>
    [...word].length <= LONGEST_WORD && word === word.normalize("NFC").trim() && WORD.test(word);
  return others.every((tag) => seats.has(tag)) && words.every(isWord);
}

/** A shuffled layout must come from the seed, too. */
function isLayoutDrawn(record: SavedRecord): boolean {
  const found = dealOf(record);
  if (found === null) return false;
  const { edition } = readPosition(record.start);
  return !edition.includes("@shuffled:") || edition.endsWith(`@shuffled:${layoutKey(found.seed)}`);
}

function areCardsDealt(record: SavedRecord): boolean {
  const found = dealOf(record);
  return found !== null && writePosition(startOf(found)) === writePosition(readPosition(record.start));
}

/** Returns the deal that the record's code names, or null if it names none. */
function dealOf({ deal, start }: SavedRecord): Deal | null {
  try {
    return deal === null ? null : readCode(deal, ownLayout(start));
  } catch {
    return null;
  }
}

/** The name of the layout that a record brings along. */
function ownLayout(start: string): string | null {
  const name = start.split(/\s/)[0]!.split("@").slice(1).join("@");
  return name === "" || name.startsWith("shuffled:") ? null : name;
}
