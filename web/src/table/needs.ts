/** What is still to do in the running turn, in words. */

import type { Cards } from "../core/model";
import type { Choices } from "../protocol";
import type { Saying } from "./saying";
import { pilesOf } from "../core/model";
import { commandOf, topOf } from "./looks";

/** Returns what the own turn still asks for, most urgent first; empty if it may just end. */
export function needsOf(cards: Cards, choices: Choices | null): Saying[] {
  const laid = cards.plays.length;
  const demands = choices?.demands ?? [];
  const needs: Saying[] = [];
  if (demands.includes("three")) {
    needs.push({ key: "need.three", details: { count: Math.max(0, 3 - laid) } });
  }
  if (demands.includes("skull")) {
    for (const pile of pilesOf(cards)) {
      if (commandOf(cards, topOf(cards, pile)) === "skull") needs.push({ key: "need.skull", details: { pile } });
    }
  }
  const missing = (choices?.minimum ?? 0) - laid;
  if (missing > 0 && !demands.includes("three")) {
    needs.push({ key: laid > 0 ? "need.more" : "need.first", details: { count: missing } });
  }
  return needs;
}

/** Returns the line that stands over the own hand in one's own turn. */
export function turnSayings(cards: Cards, choices: Choices | null): Saying[] {
  const needs = needsOf(cards, choices);
  if (needs.length > 0) return needs;
  const moves = choices?.moves ?? [];
  if (!moves.includes("end")) return [];
  return [{ key: moves.length > 1 ? "need.may-end" : "need.only-end", details: {} }];
}
