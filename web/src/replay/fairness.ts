/** Fair cards (docs/fairness.md): what `tenback verify` does, in the browser. */

import { bytesToHex } from "@noble/hashes/utils.js";
import { asciiJson, sealOf } from "../core/seals";
import { tidyWord } from "../core/words";
import { type Deal, layoutKey, readCode, startOf } from "./dealCodes";
import { readPosition, writePosition } from "./position";
import { digestOf, seedFrom } from "./randomStream";
import type { SavedRecord } from "./record";

type Fairness = { commitment: string; secret: string; words: string[]; seals: string[]; salts: string[] };

/** What is compared, in this order. `noted` only if the user noted the commitment. */
type Check = "noted" | "commitment" | "words" | "seals" | "seed" | "layout" | "cards";
export type Finding = { check: Check; isRight: boolean };

const HEX = /^[0-9a-f]{64}$/;
const SALT = /^[0-9a-f]{32}$/;
const SEED_LENGTH = 15;

export function commitmentOf(secret: string): string {
  return bytesToHex(digestOf(`tenback:1:commitment:${secret}`));
}

/** Returns the seed of the deal, from the secret and a word for each seat. */
export function fairSeed(secret: string, words: readonly string[]): string {
  return seedFrom("fair", `[${[secret, ...words].map(asciiJson).join(",")}]`, SEED_LENGTH);
}

/** Returns what a record says about where its cards come from; null if it says nothing. */
export function fairnessOf({ tags, players }: SavedRecord): Fairness | null {
  const { commitment, secret } = tags;
  if (commitment === undefined || secret === undefined) return null;
  const each = (name: string) => players.map((_, seat) => tags[`${name}-${seat}`] ?? "");
  return { commitment, secret, words: each("word"), seals: each("seal"), salts: each("salt") };
}

/** Returns the findings, up to the first that is wrong. */
export function verify(record: SavedRecord, noted = ""): Finding[] {
  const fairness = fairnessOf(record);
  if (fairness === null) return [{ check: "commitment", isRight: false }];
  const checks: [Check, () => boolean][] = [
    ["commitment", () => isSecret(fairness) && commitmentOf(fairness.secret) === fairness.commitment],
    ["words", () => areWords(record, fairness.words)],
    ...(hasSeals(fairness) ? [["seals", () => areOpened(fairness)] as [Check, () => boolean]] : []),
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

/** The words belong to seats that exist, and are valid words. */
function areWords({ tags, players }: SavedRecord, words: string[]): boolean {
  const others = Object.keys(tags).filter((tag) => /^(?:word|seal|salt)-\d+$/.test(tag));
  const seats = new Set(players.flatMap((_, seat) => [`word-${seat}`, `seal-${seat}`, `salt-${seat}`]));
  return others.every((tag) => seats.has(tag)) && words.every((word) => tidyWord(word) === word);
}

function hasSeals({ seals, salts }: Fairness): boolean {
  return [...seals, ...salts].some((each) => each !== "");
}

/** Every word is the one that was sealed; a word that was never opened does not count. */
function areOpened({ words, seals, salts }: Fairness): boolean {
  return words.every((word, seat) => {
    const [seal, salt] = [seals[seat]!, salts[seat]!];
    if (salt === "") return seal === "" || (word === "" && HEX.test(seal));
    return SALT.test(salt) && sealOf(word, salt) === seal;
  });
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
