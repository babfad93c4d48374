import { expect, test } from "vitest";
import { faceOf, playerNames, seatName, signalText } from "../src/cards/naming";
import { setLanguage } from "../src/core/texts.svelte";
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

test("a bot of somebody's own keeps its name and is drawn as a bot", () => {
  const places = [{ ...place("Greta (bot)"), is_bot: true }];
  expect([seatName(places, 0), faceOf(places, 0)]).toEqual(["Greta (bot)", "bot"]);
});

test("a bot that is called like a person says what it is", () => {
  expect(seatName([place("juno"), place("careful", "careful")], 1)).toBe("Juno (Careful)");
});

test("a replay calls everybody as the table did", () => {
  expect(playerNames(["Anna", "careful", "careful", "Ben"])).toEqual(named(seatName));
  expect(playerNames(["juno", "careful"])).toEqual(["juno", "Juno (Careful)"]);
});

test("whoever was deleted has a name in every language", async () => {
  expect(seatName([place("Deleted player")], 0)).toBe("Deleted player");
  await setLanguage("de");
  expect(seatName([place("Deleted player")], 0)).toBe("Gelöschte Person");
  expect(playerNames(["Deleted player"])).toEqual(["Gelöschte Person"]);
  await setLanguage("en");
});

test("a word about a pile has the colon of its language", async () => {
  expect(signalText("keep u1", null)).toBe("Up 1: Keep off");
  await setLanguage("fr");
  expect(signalText("keep u1", null)).toBe("Haut 1\u202f: N’y touche pas");
  await setLanguage("en");
});
