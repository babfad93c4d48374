import { render } from "svelte/server";
import { expect, test, vi } from "vitest";
import {
  activeCommands,
  commandOf,
  firesOf,
  fitsOf,
  handRoom,
  forward,
  hasCompany,
  isOwnTurn,
  isReplaceable,
  isSilent,
  isTurnStarting,
  lastPlaysOf,
  othersOf,
  pilesAsSeen,
  shownSignals,
  lastPlaysAfter,
  signalsAbout,
  signalsOfHand,
  signed,
  signOf,
  numberStrip,
  thinkingSeat,
  usedShare,
  withPlays,
} from "../src/cards/cardView";
import { coachMessage } from "../src/cards/coach";
import { lossMessage, otherStuckSeat, uselessCards } from "../src/cards/loss";
import { drawMessage, hasTrickBetween, messagesBetween, othersNeeds, turnMessages, turnNeeds } from "../src/cards/messages";
import { messageText } from "../src/cards/naming";
import { applyMessage, type Cards, type Model, modelOf } from "../src/core/model";
import type { Pace } from "../src/core/preferences.svelte";
import type { Choices, Happened, Place, StatisticsView, Welcome } from "../src/protocol";
import { commandOfKey } from "../src/components/keyboard";
import { graceOf } from "../src/table/ConnectionBanner.svelte";
import { announce } from "../src/table/announcer";
import type { TableClient } from "../src/table/client.svelte";
import Invited from "../src/table/Invited.svelte";
import { Notices } from "../src/table/notices.svelte";
import { Playback } from "../src/table/playback";
import { soundBetween } from "../src/table/sounds";
import SeatStrip from "../src/table/SeatStrip.svelte";
import { TableState } from "../src/table/state.svelte";
import TurnLine from "../src/table/TurnLine.svelte";
import { bestText, countsOf, isClose, resultKey, resultTexts, shareText, squares } from "../src/table/resultText";

function cards(change: Partial<Cards> = {}): Cards {
  return {
    edition: "classic",
    tops: [20, 1, 80, 100],
    hand: [10, 25, 90],
    hand_sizes: [3, 5],
    draw_sizes: [40],
    laid: [[20, 80]],
    turn: 0,
    plays: [],
    named: [],
    signals: [[], []],
    history: [],
    outcome: null,
    commands: {},
    ...change,
  };
}

function place(name: string, bot: string | null = null): Place {
  return { name, bot, is_person: bot === null, word: "", is_resigning: false };
}

function model(change: Partial<Welcome> = {}): Model {
  return modelOf({
    type: "welcome",
    protocol: 1,
    table: "t",
    number: 5,
    at: 0,
    settings: { edition: "classic", seats: 2 },
    seat: 0,
    places: [place("Anna"), place("Ben")],
    present: [0, 1],
    commitment: null,
    secret: null,
    deal: "C2-TENBA-CK-Q",
    cards: cards(),
    choices: null,
    deadline: null,
    chat: [],
    following: null,
    ...change,
  });
}

function happened(before: Model, ...events: string[]): Model {
  const step: Happened = { type: "happened", number: before.number + 1, at: 0, facts: [{ type: "played", events }] };
  return applyMessage(before, step);
}

const CHOICES = { moves: ["10>u1", "25>u1", "25>u2", "90>d1", "90>d2"], losing: ["25>u2"], minimum: 2 };

test("forward is up on ascending and down on descending piles", () => {
  expect([forward("u1", 20, 25), forward("d1", 80, 75), forward("gu", 9, 4), forward("sd", 50, 60)]).toEqual([5, 5, -5, -10]);
});

test("a difference is written with a true minus", () => {
  expect([signed(5), signed(-10)]).toEqual(["+5", "−10"]);
});

test("a pile's way is used from its own end", () => {
  expect([usedShare("u1", 1, 100), usedShare("u1", 100, 100), usedShare("d1", 100, 100), usedShare("d1", 1, 100)]).toEqual([0, 1, 0, 1]);
});

test("only the server's moves fit, and a trick is told apart", () => {
  const fits = fitsOf(cards(), CHOICES, 0, 10);
  expect([...fits.values()]).toEqual([{ pile: "u1", card: 10, gap: -10, kind: "trick", isLosing: false }]);
});

test("a losing play fits, and is marked", () => {
  const fits = fitsOf(cards(), CHOICES, 0, 25);
  expect([...fits.values()].map((fit) => [fit.pile, fit.isLosing])).toEqual([["u1", false], ["u2", true]]);
});

test("nothing fits where nothing is known", () => {
  expect(fitsOf(cards(), null, 0, 25).size).toBe(0);
});

test("a card on the opponent's pile improves it, also by ten", () => {
  const duel = cards({ edition: "face-to-face", tops: [20, 60, 30, 40], draw_sizes: [9, 9] });
  const fits = fitsOf(duel, { moves: ["20>su", "10>gu"] }, 0, 20);
  expect(fits.get("su")).toMatchObject({ gap: -10, kind: "improve" });
  expect(fitsOf(duel, { moves: ["10>gu"] }, 0, 10).get("gu")?.kind).toBe("trick");
});

test("plays without an answer are drawn, and those that have come are not drawn twice", () => {
  const drawn = withPlays(cards(), ["25>u1", "77>u1"]);
  expect([drawn.hand, drawn.tops, drawn.plays]).toEqual([[10, 90], [25, 1, 80, 100], ["25>u1"]]);
});

test("the last cards are found in the history, without those taken back", () => {
  const told = cards({ history: ["0:20>u1", "1:80>d1", "1:90>u1", "1:back 90>u1 to 20"] });
  expect(lastPlaysOf(told)).toEqual({
    u1: { seat: 0, card: 20, over: 1, isNewest: false },
    d1: { seat: 1, card: 80, over: 100, isNewest: false },
  });
});

test("where the past is hidden the last cards are remembered", () => {
  const before = { d1: { seat: 1, card: 80, over: 100, isNewest: true } };
  const lasts = lastPlaysAfter(before, cards(), { type: "laid", seat: 0, card: 25, pile: "u1" });
  expect(lasts["u1"]).toEqual({ seat: 0, card: 25, over: 20, isNewest: true });
  expect(lasts["d1"]?.isNewest).toBe(false);
});

test("commands that last are in force while they are visible", () => {
  const extreme = cards({ edition: "extreme", commands: { silence: [20], stop: [80], "no-trick": [55] } });
  expect(activeCommands(extreme)).toEqual([{ command: "silence", pile: "u1" }]);
  expect([isSilent(extreme), commandOf(extreme, 80), commandOf(extreme, 81)]).toEqual([true, "stop", null]);
});

test("the others sit clockwise from the own left", () => {
  expect([othersOf(4, 2), othersOf(3, null), othersOf(1, 0)]).toEqual([[3, 0, 1], [0, 1, 2], []]);
});

test("what is said is sorted by urgency, and words about hands stand apart", () => {
  const said = cards({ signals: [["free u1", "stuck"], ["keep u1", "hold stop"]] });
  expect(signalsAbout(said, "u1")).toEqual([
    { word: "keep", seats: [1] },
    { word: "free", seats: [0] },
  ]);
  expect([signalsOfHand(said, 0), signalsOfHand(said, 1)]).toEqual([["stuck"], ["hold stop"]]);
});

test("the strip holds every number once", () => {
  const numbers = numberStrip(cards(), 0);
  expect(numbers).toHaveLength(98);
  expect([2, 10, 20].map((number) => numbers.find((at) => at.number === number)?.where)).toEqual(["out", "hand", "laid"]);
});

test("a turn asks for its minimum, then for what is missing, then for nothing", () => {
  expect(turnNeeds(cards(), CHOICES)).toEqual([{ key: "need.first", details: { count: 2 } }]);
  expect(turnNeeds(cards({ plays: ["25>u1"] }), CHOICES)).toEqual([{ key: "need.more", details: { count: 1 } }]);
  expect(turnMessages(cards({ plays: ["25>u1", "90>d2"] }), { ...CHOICES, moves: ["10>u1", "end"] })).toEqual([
    { key: "need.may-end", details: {} },
  ]);
  expect(turnMessages(cards({ plays: ["a", "b"] }), { moves: ["end"], minimum: 2 })).toEqual([{ key: "need.only-end", details: {} }]);
});

test("nobody is told to do what somebody else must do", () => {
  const extreme = cards({ edition: "extreme", commands: { skull: [80] }, plays: ["80>d1"] });
  expect(othersNeeds(extreme, { demands: ["skull"], minimum: 2 }).map(({ key }) => key)).toEqual(["other.skull", "other.cards"]);
  expect(othersNeeds(extreme, { demands: ["three"], minimum: 2 }).map(({ key }) => key)).toEqual(["need.three"]);
  expect(othersNeeds(cards(), { minimum: 0 })).toEqual([]);
});

test("three and skull go before the minimum", () => {
  const extreme = cards({ edition: "extreme", commands: { skull: [80] }, plays: ["80>d1"] });
  expect(turnNeeds(extreme, { demands: ["three", "skull"], minimum: 2 })).toEqual([
    { key: "need.three", details: { count: 2 } },
    { key: "need.skull", details: { pile: "d1" } },
  ]);
});

test("what others lay is messagesBetween with its distance, the own cards without", () => {
  const before = model();
  expect(messagesBetween(before, happened(before, "1:70>d1"))).toEqual([
    { key: "announce.laid", details: { seat: 1, card: 70, pile: "d1", count: 10 } },
  ]);
  expect(messagesBetween(before, happened(before, "1:90>d1"))[0]?.key).toBe("announce.trick");
  expect(messagesBetween(before, happened(before, "0:25>u1"))).toEqual([{ key: "announce.you-laid", details: { card: 25, pile: "u1" } }]);
});

test("own draws are told with their numbers, those of others without", () => {
  const before = model();
  expect(messagesBetween(before, happened(before, "0:draws 5.7", "turn 1"))).toEqual([
    { key: "announce.you-drew", details: { cards: "5, 7" } },
    { key: "announce.turn", details: { seat: 1 } },
  ]);
  expect(messagesBetween(before, happened(before, "1:draws ?.?"))).toEqual([{ key: "announce.drew", details: { seat: 1, count: 2 } }]);
  expect(messagesBetween(before, happened(before, "1:draws -"))).toEqual([]);
});

test("words of people are messagesBetween, those of bots stand at the piles", () => {
  const before = model({ places: [place("Anna"), place("Ben"), place("careful", "careful")] });
  expect(messagesBetween(before, happened(before, "1:say keep u1", "2:say free u1"))).toEqual([
    { key: "announce.said", details: { seat: 1, signal: "keep u1" } },
  ]);
});

test("it is one's turn when one may play or has to name somebody", () => {
  const other = model({ cards: cards({ turn: 1 }) });
  expect(isTurnStarting(other, happened(other, "1:draws -", "turn 0"))).toBe(true);
  expect(isOwnTurn(other)).toBe(false);
  expect(isOwnTurn(model({ cards: cards({ turn: null, named: [null, 1] }) }))).toBe(true);
  expect(isOwnTurn(model({ cards: cards({ turn: null, named: [1, null] }) }))).toBe(false);
  expect(isOwnTurn(model({ places: [{ ...place("Anna"), bot: "careful" }, place("Ben")] }))).toBe(false);
});

test("turns and tricks are counted, without what was taken back", () => {
  const history = ["0:20>u1", "0:10>u1", "0:draws 3.4", "turn 1", "1:30>u1", "1:20>u1", "1:back 20>u1 to 30", "1:99>d1"];
  expect(countsOf(model({ cards: cards({ history }) }))).toEqual({ turns: 2, tricks: 1 });
});

test("the squares are full only when all is laid", () => {
  expect(squares(0, 98)).toBe("🟩".repeat(10));
  expect(squares(1, 98)).toBe("🟩".repeat(9) + "⬜");
  expect(squares(98, 98)).toBe("⬜".repeat(10));
});

test("the shared text names no card", () => {
  const outcome = { ending: "stuck", won: false, winner: null, left: 12 };
  const over = model({ cards: cards({ outcome, history: ["0:20>u1"] }) });
  const text = shareText(over, (key, details) => `${key}${details ? JSON.stringify(details) : ""}`, "https://example.org");
  expect(text).toContain("C2-TENBA-CK-Q");
  expect(text).toContain('share.left{"count":12}');
  expect(text).not.toContain("20");
});

test("the link to a deal of the day leads to that day", () => {
  const day = { ...model().settings, day: "2026-11-15" };
  const over = model({ settings: day, cards: cards({ outcome: { ending: "stuck", won: false, winner: null, left: 12 } }) });
  const text = shareText(over, (key) => key, "https://example.org");
  expect(text.split("\n").at(-1)).toBe("https://example.org/day?day=2026-11-15&edition=classic&seats=2");
});

test("the end is called by what it is", () => {
  const end = (change: object, seat: number | null = 0) =>
    resultKey(model({ seat, cards: cards({ outcome: { ending: "stuck", won: false, winner: null, left: 30, ...change } }) }));
  expect(end({})).toBe("over.stuck");
  expect(end({ left: 9 })).toBe("over.close");
  expect(end({ won: true, left: 0, ending: "all-laid" })).toBe("over.beaten");
  expect(end({ ending: "fire", left: 5 })).toBe("over.fire");
  expect(end({ won: null, winner: 1 })).toBe("over.duel-lost");
  expect(end({ won: null, winner: 1 }, null)).toBe("over.duel-watched");
});

test("keys mean what the list says, and nothing with control", () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false };
  expect(commandOfKey({ key: "3", ...plain })).toEqual({ command: "pile", at: 2 });
  expect(commandOfKey({ key: "E", ...plain })).toEqual({ command: "end" });
  expect(commandOfKey({ key: "h", ...plain })).toEqual({ command: "hint" });
  expect(commandOfKey({ key: "z", ...plain, ctrlKey: true })).toBeNull();
  expect(commandOfKey({ key: "x", ...plain })).toBeNull();
});

test("there is somebody to chat with where there are people, or somebody has written", () => {
  const bots = model({ places: [place("Anna"), place("careful", "careful")] });
  expect(hasCompany(bots)).toBe(false);
  expect(hasCompany({ ...bots, watching: 1 })).toBe(true);
  expect(hasCompany(model())).toBe(true);
  expect(hasCompany(model({ places: [place("Anna")] }))).toBe(false);
});

test("in a duel with a clock no bot is asked to play for the opponent", () => {
  const away = model({ places: [place("Anna"), place("Ben")], present: [0] });
  const duel = { ...away, cards: cards({ edition: "face-to-face" }) };
  const timed = { settings: { ...away.settings, clock: 300 } };
  expect([away, { ...away, ...timed }, duel, { ...duel, ...timed }].map((one) => isReplaceable(one, 1))).toEqual([true, true, true, false]);
});

test("who has played alone is spoken to alone", () => {
  const won = { ending: "stuck", won: true, winner: null, left: 0 };
  expect(resultKey(model({ cards: cards({ outcome: won }) }))).toBe("over.beaten");
  expect(resultKey(model({ places: [place("Anna")], cards: cards({ outcome: won }) }))).toBe("over.beaten-alone");
});

test("a clock that has run out is told, and what the bot lays is not the player's", () => {
  const before = { ...model({ settings: { edition: "classic", seats: 2, clock: 30 }, cards: cards() }), deadline: 30_000 };
  const step = (at: number): Happened => ({ type: "happened", number: 6, at, facts: [{ type: "replaced", seat: 0, bot: "careful" }] });
  expect(messagesBetween(before, applyMessage(before, step(29_000)))).toEqual([]);
  const late = applyMessage(before, step(30_000));
  expect(messagesBetween(before, late)).toEqual([{ key: "stand-in.time-up", details: {} }]);
  const asBen = { ...late, seat: 1 };
  expect(messagesBetween({ ...before, seat: 1 }, asBen)).toEqual([{ key: "announce.time-up", details: { seat: 0 } }]);
  vi.stubGlobal("document", { hidden: true });
  const state = new TableState();
  const playback = new Playback(state);
  playback.add(late);
  playback.add(applyMessage(late, { type: "happened", number: 7, at: 31_000, facts: [{ type: "played", events: ["0:25>u1"] }] }));
  vi.unstubAllGlobals();
  expect([...state.botPlays]).toEqual(["25>u1"]);
  const back = applyMessage(late, { type: "happened", number: 7, at: 31_000, facts: [{ type: "returned", seat: 0 }] });
  expect(back.timedOut).toBeNull();
});

const LOST = { ending: "stuck", won: false, winner: null, left: 7 };

test.each([
  [[], "nothing", ""],
  [["43>d1"], "only", "43"],
  [["43>d1", "43>d2", "25>u1"], "not-both", "43, 25"],
])("a loss is explained to whoever was stuck, to the others and to spectators: %s", (fitting, what, fits) => {
  const lost = (seat: number | null) => model({ seat, cards: cards({ outcome: LOST }), choices: { minimum: 2, fitting } });
  const details = { count: 2, cards: fits, seat: 0 };
  expect(lossMessage(lost(0))).toEqual({ key: `why.${what}.first`, details });
  for (const seat of [1, null]) expect(lossMessage(lost(seat))).toEqual({ key: `why.other.${what}.first`, details });
  expect([0, 1, null].map((seat) => otherStuckSeat(lost(seat)))).toEqual([null, 0, 0]);
});

test("who had laid a card needed more, and who had not needed cards", () => {
  const lost = (plays: string[]) => lossMessage(model({ cards: cards({ outcome: LOST, plays }), choices: { minimum: 2, fitting: [] } }));
  const said = [[], ["10>u1"]].map((plays) => messageText(lost(plays)!, model()));
  expect(said).toEqual(["You had to lay 2 cards, but nothing in your hand fits.", "You had to lay 1 more card, but nothing in your hand fits."]);
});

test("only in the hand that was stuck, cards are marked that fit nowhere", () => {
  const lost = model({ cards: cards({ outcome: LOST, turn: 1 }), choices: { minimum: 2, fitting: ["43>d1"] } });
  expect(uselessCards(lost, 1, [27, 43, 58])).toEqual(new Set([27, 58]));
  expect(uselessCards(lost, 0, [27])).toEqual(new Set());
});

test("whoever comes is invited by the person who opened the table, wherever they sit", () => {
  const waiting = (host: number | null) => render(Invited, { props: { model: { ...model({ cards: null }), host } } }).body;
  expect(waiting(1)).toContain("Ben invites you");
  expect(waiting(null)).toContain("You are invited");
});

test("after a duel everybody hears of the loser's cards, and the loser as you", () => {
  const outcome = { ending: "resigned", won: null, winner: 1, left: 7 };
  const reached = (seat: number | null) => resultTexts(model({ seat, cards: cards({ edition: "face-to-face", outcome }) })).reached;
  expect([reached(0), reached(1), reached(null)]).toEqual(["You still had 7 cards.", "Anna still had 7 cards.", "Anna still had 7 cards."]);
});

test("who gave up a duel is told to both; whoever has won had nothing left to lay", () => {
  const duel = (ending: string, seat: number) => model({ seat, cards: cards({ outcome: { ending, won: null, winner: 1, left: 7 }, turn: 1 }), choices: { minimum: 2 } });
  expect(lossMessage(duel("resigned", 0))).toEqual({ key: "why.resigned-you", details: {} });
  expect(lossMessage(duel("resigned", 1))).toEqual({ key: "why.resigned", details: { seat: 0 } });
  expect(lossMessage(duel("all-laid", 0))).toBeNull();
  expect(lossMessage(model({ cards: cards({ outcome: { ...LOST, ending: "resigned" } }), choices: { minimum: 2 } }))).toBeNull();
});

test("commands and fires come first, and what was not lost in a turn is not explained", () => {
  const lost = (choices: Choices, ending = "stuck") => lossMessage(model({ cards: cards({ outcome: { ...LOST, ending } }), choices }));
  expect(lost({ minimum: 2, demands: ["skull"] }, "command-broken")?.key).toBe("why.skull");
  expect(lost({ minimum: 2, demands: ["three"] }, "command-broken")).toEqual({ key: "why.three", details: { count: 3 } });
  expect(lost({ minimum: 2, fires: ["u2"] }, "fire")).toEqual({ key: "why.fire", details: { pile: "u2" } });
  expect(lossMessage(model({ cards: cards({ outcome: LOST }), choices: null }))).toBeNull();
  expect(lossMessage(model({ cards: cards(), choices: { minimum: 2 } }))).toBeNull();
});

test("so close is compared with one's best", () => {
  const lost = model({ cards: cards({ outcome: LOST }) });
  const like = (left: [number, number][]): StatisticsView[] => [
    { edition: "classic", seats: 2, sittings: 9, won: 0, average_left: 9, left, streak: 0, best_streak: 0 },
  ];
  expect([isClose(lost), isClose(model({ cards: cards({ outcome: { ...LOST, left: 10 } }) }))]).toEqual([true, false]);
  expect(bestText(lost, like([[2, 1], [7, 1]]))).toBe("Your best so far: 2 left.");
  expect(bestText(lost, like([[7, 1]]))).toBe("Your best result so far.");
  expect(bestText(lost, [])).toBeNull();
});

test("at a pile stands what binds others, and free only on request", () => {
  const talked = cards({ signals: [["free u1", "help u2"], ["keep u1", "small u2"]] });
  expect(shownSignals(talked, "u1")).toEqual([{ word: "keep", seats: [1] }]);
  expect(shownSignals(talked, "u2")).toEqual([{ word: "small", seats: [1] }, { word: "help", seats: [0] }]);
  expect(signalsAbout(talked, "u1")).toHaveLength(2);
});

test("what will be drawn is told where it is not simply what was laid", () => {
  const told = (change: Partial<Cards>, draws: number) => drawMessage(cards({ plays: ["21>u1", "22>u1"], ...change }), { moves: ["end"], draws });
  expect(told({}, 2)).toBeNull();
  expect(told({}, 1)).toEqual({ key: "need.draws", details: { count: 1 } });
  expect(told({ draw_sizes: [1] }, 1)).toBeNull();
  expect(told({ edition: "face-to-face", draw_sizes: [9, 9] }, 2)).toEqual({ key: "need.draws", details: { count: 2 } });
  expect(drawMessage(cards(), { moves: ["end"], draws: 1 })).toBeNull();
});

test("a backwards trick is heard, help for the opponent is not one", () => {
  const before = model({ cards: cards() });
  const after = (event: string) => applyMessage(before, { type: "happened", number: 6, at: 0, facts: [{ type: "played", events: [event] }] });
  expect(hasTrickBetween(before, after("1:10>u1"))).toBe(true);
  expect(hasTrickBetween(before, after("1:25>u1"))).toBe(false);
  const duel = model({ cards: cards({ edition: "face-to-face", tops: [20, 60, 1, 60], draw_sizes: [9, 9], laid: [[], []] }) });
  const help = applyMessage(duel, { type: "happened", number: 6, at: 0, facts: [{ type: "played", events: ["1:10>gu"] }] });
  expect(hasTrickBetween(duel, help)).toBe(false);
});

test("a card, a trick and the end sound different", () => {
  const before = model({ cards: cards() });
  const after = (...events: string[]) => applyMessage(before, { type: "happened", number: 6, at: 0, facts: [{ type: "played", events }] });
  const ended = (won: boolean): Model => ({ ...after("0:25>u1"), cards: cards({ outcome: { ending: won ? "won" : "stuck", left: won ? 0 : 5, won, winner: null } }) });
  expect(soundBetween(before, after("1:25>u1"))).toBe("laid");
  expect(soundBetween(before, after("1:10>u1"))).toBe("trick");
  expect(soundBetween(before, applyMessage(before, { type: "happened", number: 6, at: 0, facts: [] }))).toBe(null);
  expect([soundBetween(before, ended(true)), soundBetween(before, ended(false))]).toEqual(["won", "lost"]);
});

test("a coach says one thing at a time", () => {
  const key = (change: Partial<Cards>, moves: string[] = ["25>u1"]) => coachMessage(cards(change), { moves }, 0).key;
  expect(key({ turn: null })).toBe("coach.opening");
  expect(key({ turn: 1 })).toBe("coach.watch");
  expect(key({ turn: 1, signals: [[], ["keep u1"]] })).toBe("coach.signs");
  expect(key({})).toBe("coach.first");
  expect(key({ plays: ["21>u2"] })).toBe("coach.second");
  expect(key({}, ["25>u1", "end"])).toBe("coach.end");
  expect(coachMessage(cards(), { moves: ["25>u1", "10>u1"] }, 0)).toEqual({ key: "coach.trick", details: { card: 10, pile: "u1" } });
});

/** Lays two cards for somebody else, where nothing should move, and returns what shows them at a pace. */
function afterTwoCards(pace: Pace): { state: TableState; playback: Playback } {
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const state = new TableState();
  const playback = new Playback(state, undefined, () => pace);
  const tell = (number: number, event: string) => {
    const step: Happened = { type: "happened", number, at: 0, facts: [{ type: "played", events: [event] }] };
    state.newest = applyMessage(state.newest!, step);
    playback.add(state.newest);
  };
  state.newest = model({ cards: cards({ turn: 1 }) });
  playback.add(state.newest);
  tell(6, "1:21>u1");
  tell(7, "1:22>u1");
  return { state, playback };
}

test("where nothing should move, a quick pace shows the newest at once", () => {
  expect(afterTwoCards("quick").state.shown?.number).toBe(7);
  vi.unstubAllGlobals();
});

test("a calm pace gives every card its time, also where nothing should move", () => {
  vi.useFakeTimers();
  const { state } = afterTwoCards("calm");
  expect(state.shown?.number).toBe(6);
  vi.advanceTimersByTime(1000);
  expect(state.shown?.number).toBe(6);
  vi.advanceTimersByTime(1000);
  expect(state.shown?.number).toBe(7);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("one by one, others are seen when the player is ready", () => {
  const { state, playback } = afterTwoCards("step");
  expect([state.shown?.number, state.canGoOn]).toEqual([6, true]);
  playback.next();
  expect([state.shown?.number, state.canGoOn]).toEqual([7, false]);
  vi.unstubAllGlobals();
});

test("a hand keeps its shape while the cards of a turn are laid", () => {
  const before = cards({ hand: [10, 25, 90], plays: [] });
  const laid = withPlays(before, ["25>u1"]);
  expect([handRoom(before, 0), handRoom(laid, 0)]).toEqual([3, 3]);
  expect(handRoom({ ...laid, turn: 1 }, 0)).toBe(2);
});

test("a command that forbade the cards that would have fitted is named as the reason of a loss", () => {
  const commands = { "one-pile": [45], "no-trick": [48], skull: [63] };
  const lost = (change: Partial<Cards>, choices: Choices = { minimum: 2 }, seat = 0) =>
    lossMessage(model({ seat, cards: cards({ edition: "extreme", commands, outcome: LOST, hand: [15, 28], ...change }), choices }));
  const bound = { tops: [1, 1, 45, 10], plays: ["10>d2"] };
  for (const seat of [0, 1]) expect(lost(bound, { minimum: 2 }, seat)).toEqual({ key: "why.one-pile.more", details: { count: 1 } });
  const scattered = { tops: [97, 97, 45, 2] };
  expect(lost(scattered, { minimum: 2, fitting: ["15>d1", "98>u1"] })?.key).toBe("why.one-pile.first");
  expect(lost({ ...scattered, tops: [99, 99, 45, 2] })?.key).toBe("why.nothing.first");
  const forbidden = { tops: [48, 99, 5, 2], hand: [38, 40] };
  expect(lost(forbidden)).toEqual({ key: "why.no-trick.first", details: { count: 2, card: 38, pile: "u1" } });
  expect(lost({ ...forbidden, hand: [40] })?.key).toBe("why.nothing.first");
  expect(lost({ ...forbidden, tops: [49, 99, 5, 2], hand: [39] })?.key).toBe("why.nothing.first");
  expect(lost(forbidden, { minimum: 2 }, 1)?.key).toBe("why.other.nothing.first");
});

test("a table of this device may take long to start before a lost connection is reported", () => {
  const graces = [false, true].map((isHere) => graceOf({ hasBeen: false, isHere }));
  expect(graces[1]).toBeGreaterThan(5 * graces[0]!);
});

const BESIDE_A_BOT = [place("Anna"), place("Juno", "master")];

test("a bot thinks while it is to move, also one that people have programmed, and nobody else does", () => {
  const toMove = cards({ turn: 1 });
  expect(thinkingSeat(model({ places: BESIDE_A_BOT, cards: toMove }))).toBe(1);
  expect(thinkingSeat(model({ places: [place("Anna"), { ...place("Own"), is_bot: true }], cards: toMove }))).toBe(1);
  expect(thinkingSeat(model({ cards: toMove }))).toBeNull();
  expect(thinkingSeat(model({ places: BESIDE_A_BOT }))).toBeNull();
  const outcome = { ending: "stuck", won: false, winner: null, left: 9 };
  expect(thinkingSeat(model({ places: BESIDE_A_BOT, cards: { ...toMove, outcome } }))).toBeNull();
});

/** What people see of a table: the turn line, and what the seats are called for screen readers. */
function seen(newest: Model, shown = newest): string {
  const state = new TableState();
  Object.assign(state, { newest, shown });
  const named = { state, connection: { unanswered: 0, status: "open" }, nameOf: (seat: number) => newest.places[seat]!.name };
  const table = named as unknown as TableClient;
  return render(TurnLine, { props: { table } }).body + render(SeatStrip, { props: { table } }).body;
}

test("people see and hear that a bot thinks, until what is drawn has caught up with what it did", () => {
  const own = model({ places: BESIDE_A_BOT });
  const its = model({ places: BESIDE_A_BOT, number: 6, cards: cards({ turn: 1 }) });
  const thinks = seen(its);
  expect(thinks).toContain("Juno is thinking …");
  expect(thinks).toContain("5 cards in hand, is thinking");
  expect(thinks.match(/class="[^"]*thinking/g)).toHaveLength(2);
  for (const other of [seen(own), seen(own, its), seen(model({ cards: cards({ turn: 1 }) }))]) expect(other).not.toContain("thinking");
  expect(seen(own, its)).toContain("Juno is playing.");
});

test("while a hint is thought about, the turn line says so", () => {
  const state = new TableState();
  const mine = model({ choices: CHOICES });
  Object.assign(state, { newest: mine, shown: mine, hintAskedAt: mine.number });
  const table = { state, connection: { unanswered: 0, status: "open" } } as unknown as TableClient;
  expect(render(TurnLine, { props: { table } }).body).toContain("A bot is thinking about a hint …");
});

test("that a bot thinks is announced once a turn", () => {
  const before = model({ places: BESIDE_A_BOT });
  const begun = happened(before, "turn 1");
  const notices = new Notices();
  vi.stubGlobal("document", { hidden: true });
  announce(notices, before, begun);
  expect(notices.polite).toContain("Juno is thinking …");
  expect(notices.log.map(({ say }) => say()).join()).not.toContain("thinking");
  announce(notices, begun, happened(begun, "1:90>d1"));
  expect(notices.polite).not.toContain("thinking");
  vi.unstubAllGlobals();
});
