import "../src/cards/tableTexts";
import { expect, test } from "vitest";
import { initialOf, seatName, shortName } from "../src/cards/naming";
import type { Place } from "../src/protocol";

function place(name: string, bot: string | null = null): Place {
  return { name, bot, is_person: bot === null, word: "", is_resigning: false };
}

const PLACES = [place("Anna"), place("careful", "careful"), place("careful", "careful"), place("Ben")];

function named(by: typeof seatName): string[] {
  return PLACES.map((_, seat) => by(PLACES, seat));
}

test("bots alike are told apart by a number", () => {
  expect(named(seatName)).toEqual(["Anna", "Careful 1", "Careful 2", "Ben"]);
});

test("where there is little room, names with a number setPerson the signs that stand at the piles", () => {
  expect(named(initialOf)).toEqual(["A", "C1", "C2", "B"]);
  expect(named(shortName)).toEqual(["Anna", "C1", "C2", "Ben"]);
});
