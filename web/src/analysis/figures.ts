/** An analysis, turn by turn, and its mistakes. Chances are from 0 to 1. */

import type { AnalysisStep, CommandCost, SittingAnalysis } from "../protocol";

/** What a decision must give away to be called a mistake; a draw must change as much to be listed. */
const MISTAKE = 0.02;
const MOST_MISTAKES = 5;
const MOST_DRAWS = 3;

export type TurnFigures = {
  turn: number;
  seat: number;
  /** The chance of the first seat's side when the turn began, after what was played, and after the draw. */
  start: number;
  played: number;
  end: number;
  /** What the seat of the turn gave away and what luck it had, for its own side. */
  given: number;
  luck: number;
  hasMistake: boolean;
};

export function givenAway(step: AnalysisStep): number {
  return step.kind === "decision" ? step.before - step.after : 0;
}

/** Returns how much a draw, or what others said, raised the chance of the seat's side; negative for bad luck. */
export function gain(step: AnalysisStep): number {
  return step.kind === "decision" ? 0 : step.after - step.before;
}

/** Giving up does not count: it ends a game, and there is no better play to show. */
export function isMistake(step: AnalysisStep): boolean {
  return givenAway(step) >= MISTAKE && !isResignation(step);
}

function isResignation(step: AnalysisStep): boolean {
  return step.move?.endsWith(":resign") ?? false;
}

/** Returns what a seat gave away by giving up; null if that is next to nothing, or it did not. */
export function givenUp({ steps }: SittingAnalysis, seat: number): number | null {
  const last = steps.findLast((step) => step.seat === seat && isResignation(step));
  return last === undefined || givenAway(last) < MISTAKE ? null : givenAway(last);
}

export function turnFigures({ steps, is_duel: isDuel, start, end }: SittingAnalysis): TurnFigures[] {
  const found: TurnFigures[] = [];
  for (const step of steps) {
    const last = found.at(-1);
    if (last === undefined || last.turn !== step.turn) {
      found.push({ turn: step.turn, seat: step.seat, start: 0, played: 0, end: 0, given: 0, luck: 0, hasMistake: false });
    }
    const figures = found.at(-1)!;
    // A player who resigns during the opponent's turn gives away chances of the other side.
    const sign = isDuel && step.seat !== figures.seat ? -1 : 1;
    figures.given += sign * givenAway(step);
    figures.hasMistake ||= isMistake(step);
    figures.luck += sign * gain(step);
  }
  let chance = start;
  for (const figures of found) {
    const sign = isDuel && figures.seat === 1 ? -1 : 1;
    figures.start = chance;
    figures.played = inRange(chance - sign * figures.given);
    figures.end = chance = inRange(figures.played + sign * figures.luck);
  }
  if (found.length > 0) found.at(-1)!.end = end;
  return found;
}

function inRange(chance: number): number {
  return Math.min(1, Math.max(0, chance));
}

/** Returns the decisions of a seat that gave away most, the most expensive first. */
export function mistakesOf({ steps }: SittingAnalysis, seat: number): AnalysisStep[] {
  return steps
    .filter((step) => step.seat === seat && isMistake(step))
    .toSorted((one, other) => givenAway(other) - givenAway(one))
    .slice(0, MOST_MISTAKES);
}

/** Returns the draws that raised the chance most, the luckiest first. */
export function luckiestDraws(analysis: SittingAnalysis): AnalysisStep[] {
  return draws(analysis)
    .filter((draw) => gain(draw) >= MISTAKE)
    .toSorted((one, other) => gain(other) - gain(one))
    .slice(0, MOST_DRAWS);
}

/** Returns the draws that lowered the chance most, the unluckiest first. */
export function unluckiestDraws(analysis: SittingAnalysis): AnalysisStep[] {
  return draws(analysis)
    .filter((draw) => -gain(draw) >= MISTAKE)
    .toSorted((one, other) => gain(one) - gain(other))
    .slice(0, MOST_DRAWS);
}

/** Once no cards are left, turns end without a draw. */
function draws({ steps }: SittingAnalysis): AnalysisStep[] {
  return steps.filter(({ kind, cards = [] }) => kind === "draw" && cards.length > 0);
}

/** Returns the commands that cost most when they were laid, the most expensive first. */
export function dearCommands({ commands = [] }: SittingAnalysis): CommandCost[] {
  return commands
    .filter(({ cost }) => cost >= MISTAKE)
    .toSorted((one, other) => other.cost - one.cost)
    .slice(0, MOST_MISTAKES);
}

/** Returns which cards a line lays on which piles: `{ u1: "22, 25" }`. */
export function marksOf(line: readonly string[]): Record<string, string> {
  const marks: Record<string, string> = {};
  for (const move of line) {
    const [card, pile] = move.split(">");
    if (card !== undefined && pile !== undefined) marks[pile] = marks[pile] === undefined ? card : `${marks[pile]}, ${card}`;
  }
  return marks;
}
