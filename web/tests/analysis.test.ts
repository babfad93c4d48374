import { expect, test, vi } from "vitest";
import { dearCommands, gain, givenAway, givenUp, luckiestDraws, marksOf, mistakesOf, turnFigures, unluckiestDraws } from "../src/analysis/figures";
import { AnalysisRequest } from "../src/analysis/request.svelte";
import { qualityOf, Review } from "../src/analysis/review.svelte";
import { lineText, percent, points } from "../src/analysis/wording";
import type { AnalysisStep, SittingAnalysis } from "../src/protocol";

function decision(turn: number, seat: number, before: number, after: number): AnalysisStep {
  return { kind: "decision", event: 10 * turn, turn, seat, before, after, move: "20>u1", best: ["30>u1", "end"] };
}

function draw(turn: number, seat: number, before: number, after: number): AnalysisStep {
  return { kind: "draw", event: 10 * turn + 1, turn, seat, before, after, cards: [7] };
}

function analysisOf(isDuel: boolean, start: number, end: number, steps: AnalysisStep[]): SittingAnalysis {
  return { is_duel: isDuel, start, end, steps, seats: [], last_chance: null };
}

test("a team's chance falls by what is played and goes on with luck, turn by turn", () => {
  const steps = [decision(1, 0, 0.6, 0.5), draw(1, 0, 0.5, 0.7), decision(2, 1, 0.7, 0.7), decision(2, 1, 0.7, 0)];
  const [first, second] = turnFigures(analysisOf(false, 0.6, 0, steps));
  expect(first).toMatchObject({ turn: 1, seat: 0, start: 0.6 });
  expect([first!.played, first!.end, first!.given, first!.luck].map(percent)).toEqual(["50\u00a0%", "70\u00a0%", "10\u00a0%", "20\u00a0%"]);
  expect(second!.given).toBeCloseTo(0.7);
  expect(second!.end).toBe(0);
});

test("in a duel what the second seat gives away is the first one's gain", () => {
  const steps = [decision(1, 1, 0.5, 0.4), draw(1, 1, 0.4, 0.45), decision(2, 0, 0.55, 0.55)];
  const [first, second] = turnFigures(analysisOf(true, 0.5, 0.55, steps));
  expect(first!.played).toBeCloseTo(0.6);
  expect(first!.end).toBeCloseTo(0.55);
  expect(second!.start).toBeCloseTo(0.55);
});

test("whoever gives up in the opponent's turn gives away for the other side", () => {
  const [only] = turnFigures(analysisOf(true, 0.4, 1, [decision(1, 1, 0.6, 0)].map((step) => ({ ...step, move: "1:resign" }))));
  expect(only!.end).toBe(1);
});

test("giving up costs what was left, but is no mistake", () => {
  const steps = [decision(1, 0, 0.6, 0.5), { ...decision(2, 0, 0.5, 0), move: "0:resign" }];
  const analysis = analysisOf(false, 0.6, 0, steps);
  expect(mistakesOf(analysis, 0).map(({ turn }) => turn)).toEqual([1]);
  expect(givenUp(analysis, 0)).toBeCloseTo(0.5);
  expect(givenUp(analysis, 1)).toBeNull();
  const [first, last] = turnFigures(analysis);
  expect([first!.hasMistake, last!.hasMistake]).toEqual([true, false]);
  expect(last!.given).toBeCloseTo(0.5);
});

test("mistakes are those of a seat, the dearest first, and only real ones", () => {
  const steps = [decision(1, 0, 0.6, 0.55), decision(2, 1, 0.6, 0.1), decision(3, 0, 0.5, 0.3), decision(4, 0, 0.3, 0.29)];
  const found = mistakesOf(analysisOf(false, 0.6, 0, steps), 0);
  expect(found.map(({ turn }) => turn)).toEqual([3, 1]);
  expect(found.map((step) => points(-givenAway(step)))).toEqual(["−20", "−5"]);
});

test("a line is shown on its piles and told in words", () => {
  expect(marksOf(["22>u1", "25>u1", "32>d2", "end"])).toEqual({ u1: "22, 25", d2: "32" });
  expect(lineText(["22>u1", "32>d2", "end"], null)).toBe("22 on Up 1, then 32 on Down 2");
  expect(lineText(["22>gu", "32>sd"], 0)).toBe("22 on Your Up, then 32 on Their Down");
  expect(lineText(["22>gu"], null)).toBe("22 on Gold, up");
  expect(lineText(["end"], null)).toBe("end the turn");
});

test("commands that cost something are told, the dearest first", () => {
  const command = (event: number, cost: number) => ({ event, turn: 1, seat: 0, card: 16, command: "no-trick", cost });
  const analysis = { ...analysisOf(false, 0.6, 0, []), commands: [command(1, 0.05), command(2, 0.01), command(3, 0.2)] };
  expect(dearCommands(analysis).map(({ event }) => event)).toEqual([3, 1]);
  expect(dearCommands(analysisOf(false, 0.6, 0, []))).toEqual([]);
});

test("draws are lucky or unlucky, the most of all first, and only those of cards", () => {
  const steps = [draw(1, 0, 0.5, 0.55), draw(2, 0, 0.55, 0.3), draw(3, 0, 0.3, 0.6), draw(4, 0, 0.6, 0.59), { ...draw(5, 0, 0.59, 0), cards: [] }];
  const analysis = analysisOf(false, 0.5, 0, [...steps, { ...draw(6, 0, 0.1, 0.9), kind: "talk" as const }, decision(7, 0, 0.9, 0)]);
  expect(luckiestDraws(analysis).map(({ turn }) => turn)).toEqual([3, 1]);
  expect(unluckiestDraws(analysis).map((step) => [step.turn, points(gain(step))])).toEqual([[2, "−25"]]);
});

test("a review leads through mistakes and counts the first try at each", () => {
  const [first, second, third] = [decision(1, 0, 0.7, 0.3), decision(2, 0, 0.6, 0.5), decision(3, 0, 0.5, 0.45)];
  const review = new Review([first, second, third]);
  review.begin();
  review.note(first, 0.694);
  review.note(first, 0.2);
  review.next();
  review.note(second, null);
  review.note(second, 0.6);
  review.next();
  expect([review.isLast, review.isOver]).toEqual([true, false]);
  review.note(third, 0.4);
  review.next();
  expect([review.step, review.isOver]).toEqual([null, true]);
  expect([first, second, third].map((step) => review.chanceOf(step))).toEqual([0.694, null, 0.4]);
  const { best, finished, inGame, now } = review.sums;
  expect([best, finished, ...[inGame, now].map(percent)]).toEqual([1, 2, "45\u00a0%", "11\u00a0%"]);

  review.begin();
  expect([review.step, review.isOver, review.chanceOf(first)]).toEqual([first, false, null]);
});

test("a review can start anywhere, and a closed one is no longer over", () => {
  const review = new Review([decision(1, 0, 0.7, 0.3), decision(2, 0, 0.6, 0.5)]);
  review.next();
  expect(review.step).toBeNull();
  review.open(1);
  review.next();
  expect(review.isOver).toBe(true);
  review.close();
  expect([review.at, review.isOver]).toEqual([null, false]);
});

test("a try is as good as the best line, better than the game, or neither", () => {
  const step = decision(1, 0, 0.6, 0.5);
  expect([0.595, 0.65, 0.55, 0.505, 0.1].map((chance) => qualityOf(step, chance))).toEqual(["best", "best", "better", "no-better", "no-better"]);
});

test("an analysis whose process has died is asked for again, but not for ever", async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const phases = ["working", "none", "working", "none", "none", "none"];
  vi.stubGlobal("fetch", (_: string, { method }: RequestInit) => {
    asked.push(method!);
    return Promise.resolve(Response.json({ phase: phases[asked.length - 1], progress: 0, analysis: null }));
  });
  const request = new AnalysisRequest("table");
  request.ask();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual(["POST", "GET", "POST", "GET", "POST"]);
  expect(request.trouble).toBe("interrupted");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
