import { expect, test } from "vitest";
import { LONGEST_NAME, suggestName } from "../src/core/guest.svelte";
import { LANGUAGES, loadNames } from "../src/core/languages";
import { isRightNumber, readLayout } from "../src/site/commandLayout";
import { bars, curve, roundScale, winRates } from "../src/site/statistics";
import { ratingChange } from "../src/core/ratings";
import * as tables from "../src/site/tableSettings";
import type { RatingView, ResultView } from "../src/protocol";
import { STANDARD } from "../src/replay/commandLayouts";

const WISHES: tables.CustomTable = {
  name: "extreme",
  options: ["min3"],
  layout: "shuffled",
  ownLayout: null,
  seats: 3,
  others: [null, "careful", "greedy"],
  isPublic: true,
  canWatch: false,
  isPastShown: true,
  canTakeBack: false,
  hasHints: false,
  clock: 60,
  deal: " ",
};

test("alone and with bots it begins at once", () => {
  expect(tables.soloTable("classic")).toEqual({ settings: { edition: "classic", seats: 1, has_hints: true }, is_started: true });
  const table = tables.botTable("extreme", 2);
  expect(table).toEqual({ settings: { edition: "extreme", seats: 3, has_hints: true }, bots: [null, null], is_started: true });
});

test("with friends it waits for them", () => {
  expect(tables.friendsTable("classic", 4)).toEqual({ settings: { edition: "classic", seats: 4, has_hints: false } });
  expect(tables.duelTable("friend").is_started).toBeUndefined();
  expect(tables.duelTable("bot")).toMatchObject({ settings: { has_hints: false }, bots: [null], is_started: true });
});

test("the deal of a day is played with bots or with friends", () => {
  const alone = tables.dayTable("2026-11-15", "classic", 1);
  expect(alone).toMatchObject({ settings: { day: "2026-11-15", has_hints: false, seats: 1 }, bots: [], is_started: true });
  const friends = tables.dayTable("2026-11-15", "classic", 2, { isWithBots: false });
  expect(friends).toEqual({ settings: { day: "2026-11-15", edition: "classic", seats: 2, has_hints: false } });
});

test("days begin at midnight UTC", () => {
  expect(tables.today(new Date("2026-11-15T23:59:59Z"))).toBe("2026-11-15");
  expect(tables.dayAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect(tables.dayAfter("2026-03-01", -1)).toBe("2026-02-28");
});

test("wishes setPerson settings, and a table with an open seat waits", () => {
  const table = tables.customTable(WISHES);
  expect(table.settings).toMatchObject({ edition: "extreme+min3@shuffled", seats: 3, deal: null, layout: null, clock: 60 });
  expect([table.bots, table.is_started]).toEqual([["careful"], false]);
  expect(tables.customTable({ ...WISHES, seats: 1 })).toMatchObject({ bots: [], is_started: true });
  expect(tables.customTable({ ...WISHES, others: ["random", "careful"] }).is_started).toBe(true);
});

test("a layout of one's own is named by its numbers", () => {
  const { settings } = tables.customTable({ ...WISHES, layout: "own", ownLayout: STANDARD });
  expect(settings).toMatchObject({ edition: "extreme+min3", layout: STANDARD });
});

test("the beginning of a deal code tells the table", () => {
  expect(tables.readDealCode("C2-4QX7M-0ZB2K-6")).toEqual({ name: "classic", seats: 2, options: [], layout: "standard" });
  expect(tables.readDealCode(" e5mhs-tenba-ck-t")).toEqual({
    name: "extreme",
    seats: 5,
    options: ["min3", "hand-1"],
    layout: "shuffled",
  });
  for (const text of ["", "C9-ABC-1", "X1-ABC-1", "C2"]) expect(tables.readDealCode(text)).toBeNull();
});

test("a table code is five letters, however they are typed", () => {
  expect(tables.readTableCode("ab-c de!")).toBe("ABCDE");
  expect(tables.readTableCode("abcdefg")).toBe("ABCDE");
});

test.each([...LANGUAGES.keys()])("suggested names are two words, and fit into the server's 32 characters: %s", async (code) => {
  const names = await loadNames(code);
  let now = 0;
  const chance = () => (now = (now + 0.061803) % 1);
  for (let round = 0; round < 200; round++) {
    const name = suggestName(names, chance);
    expect(name).toMatch(/^\p{Lu}\p{Ll}+ \p{L}\p{Ll}+$/u);
    expect(name.length).toBeLessThanOrEqual(LONGEST_NAME);
  }
});

test("suggested names agree in gender", async () => {
  const names = await loadNames("de");
  expect(suggestName(names, () => 0)).toBe("Flinker Otter");
  expect(suggestName(names, () => 0.9999)).toBe("Heiteres Murmeltier");
});

test("cards left are counted by fives, all laid apart", () => {
  expect(bars([])).toEqual([{ from: 0, to: 0, count: 0 }]);
  expect(bars([[0, 2], [3, 1], [4, 1], [5, 1], [12, 4]])).toEqual([
    { from: 0, to: 0, count: 2 },
    { from: 1, to: 4, count: 2 },
    { from: 5, to: 9, count: 1 },
    { from: 10, to: 14, count: 4 },
  ]);
});

test("the win rate looks back over some results", () => {
  const results = [true, true, false, false].map((is_winner, at) => ({ is_winner, at: 4 - at }) as ResultView);
  expect(winRates(results, 2)).toEqual([
    { at: 1, value: 0 },
    { at: 2, value: 0 },
    { at: 3, value: 0.5 },
    { at: 4, value: 1 },
  ]);
});

test("a rating's curve begins with 1500 when every duel is known", () => {
  const last = [1578, 1520].map((rating, at) => ({ table: `T${at}`, opponent: "careful", is_bot: true, is_winner: at === 0, rating, at }));
  const rating: RatingView = { rating: 1520, uncertainty: 231, duels: 2, missing: 8, place: null, last };
  expect(curve(rating).map(({ value }) => value)).toEqual([1500, 1578, 1520]);
  expect(curve({ ...rating, duels: 3 }).map(({ value }) => value)).toEqual([1578, 1520]);
  expect(curve({ ...rating, duels: 0, last: [] })).toEqual([]);
});

test("a scale is round, short, and holds all values", () => {
  expect(roundScale([1500, 1578])).toEqual([1500, 1550, 1600]);
  expect(roundScale([1500])).toEqual([1500, 1550]);
  expect(roundScale([1363, 1637])).toEqual([1300, 1400, 1500, 1600, 1700]);
  expect(roundScale([-40, 2600])).toEqual([-1000, 0, 1000, 2000, 3000]);
});

test("a duel tells by how much it has changed the rating", () => {
  const duel = (table: string, rating: number) => ({ table, opponent: "Ben", is_bot: false, is_winner: true, rating, at: 0 });
  const rating = (duels: number, last: RatingView["last"]): RatingView => ({ rating: 1600, uncertainty: 90, duels, missing: 0, place: null, last });
  expect(ratingChange(rating(1, [duel("a", 1560)]), "a")).toEqual({ rating: 1560, change: 60 });
  expect(ratingChange(rating(2, [duel("a", 1560), duel("b", 1540)]), "b")).toEqual({ rating: 1540, change: -20 });
  expect(ratingChange(rating(1, [duel("a", 1560)]), "not rated")).toBeNull();
  expect(ratingChange(rating(30, [duel("a", 1560)]), "a")).toBeNull();
});

test("a layout of one's own is whole when every field has a number of its own", () => {
  const read = (stop: (number | null)[], skull: (number | null)[]) => readLayout({ stop, skull }, 2, 99);
  expect(read([2, 99], [50, 51])).toEqual({ stop: [2, 99], skull: [50, 51] });
  for (const stop of [[2, null], [2, 50], [1, 3], [2, 100], [2, 3.5]]) expect(read(stop, [50, 51])).toBeNull();
  const typed = { stop: [2, 50, 101], skull: [50, null] };
  expect([2, 50, 101, null].map((one) => isRightNumber(typed, one, 2, 99))).toEqual([true, false, false, false]);
});
