import "../src/cards/tableTexts";
import { expect, test } from "vitest";
import { faceOf, seatName } from "../src/cards/naming";
import type { Place } from "../src/protocol";

function place(name: string, bot: string | null = null): Place {
  return { name, bot, is_person: bot === null, word: "", is_resigning: false };
}

const PLACES = [place("Anna"), place("careful", "careful"), place("careful", "careful"), place("Ben")];

function named(by: typeof seatName): string[] {
  return PLACES.map((_, seat) => by(PLACES, seat));
}

test("bots have names and faces of their own, seat by seat", () => {
  expect(named(seatName)).toEqual(["Anna", "Juno", "Nox", "Ben"]);
  expect(named(faceOf)).toEqual(["person", "bot-1", "bot-2", "person"]);
});

test("a bot that is called like a person says what it is", () => {
  expect(seatName([place("juno"), place("careful", "careful")], 1)).toBe("Juno (Careful)");
});
