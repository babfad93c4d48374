/** Puts names for seats, piles and signals into texts. */

import type { Cards } from "../core/model";
import { playerName } from "../core/playerName";
import { labelled, t, tOr } from "../core/texts.svelte";
import type { Place, Refusal } from "../protocol";
import { ownerOf, signOf } from "./cardView";
import type { Message } from "./messages";

/** The names of bots, seat by seat: short enough to fit under a pile. */
const BOT_NAMES = ["Pip", "Juno", "Nox", "Kit", "Bo"];

/** What a seat is called at this table: a bot by the name of its seat, with its kind if a person has the same name. */
export function seatName(places: readonly Place[], seat: number): string {
  const place = places[seat];
  if (place?.name == null) return t("seat.free", { number: seat + 1 });
  if (place.is_person) return playerName(place.name);
  return botName(
    seat,
    place.bot ?? place.name,
    places.filter((other) => other.is_person).map((other) => other.name ?? ""),
  );
}

/** The name of a bot where only bots play. */
export function nameOfBot(seat: number): string {
  return BOT_NAMES[seat % BOT_NAMES.length]!;
}

function botName(seat: number, bot: string, people: readonly string[]): string {
  const kind = botKind(bot);
  const name = BOT_NAMES[seat] ?? kind;
  const isShared = people.some((other) => other.toLocaleLowerCase() === name.toLocaleLowerCase());
  return isShared ? `${name} (${kind})` : name;
}

/** How good a bot is, in a word. */
export function botKind(bot: string): string {
  return tOr(`bot.${bot}`, bot);
}

/** The picture of a seat. */
export function faceOf(places: readonly Place[], seat: number): string {
  const place = places[seat];
  if (place?.bot == null) return place?.is_bot ? "bot" : "person";
  return place.is_person ? "bot" : `bot-${seat % BOT_NAMES.length}`;
}

/** What a pile is called, as seen from a seat. */
export function pileName(pile: string, seat: number | null): string {
  const owner = ownerOf(pile);
  if (owner === null || seat === null) return tOr(`pile.${pile}`, pile);
  return tOr(`pile.${owner === seat ? "own" : "foreign"}-${pile.slice(1)}`, pile);
}

/** What is on a card, in words. */
export function signText(sign: string): string {
  return sign === "fire" ? t("card.fire") : tOr(`command.${sign}`, sign);
}

/** A card with what is on it: `22 (on fire)`. */
export function cardText(cards: Pick<Cards, "commands" | "edition">, card: number): string {
  const sign = signOf(cards, card);
  return sign === null ? String(card) : `${card} (${signText(sign)})`;
}

/** `keep u1`, `stuck` or `hold stop` in words. */
export function signalText(signal: string, seat: number | null): string {
  const [word = "", about] = signal.split(" ");
  if (about === undefined) return tOr(`word.${word}`, word);
  if (word === "hold") return t("word.hold", { command: tOr(`command.${about}`, about) });
  return labelled(pileName(about, seat), tOr(`word.${word}`, word));
}

type Around = { places: readonly Place[]; seat: number | null };

/** Puts a message into words: seats, piles and signals get their names. */
export function messageText({ key, details }: Message, around: Around): string {
  return t(key, named(details, around));
}

function named(details: { [name: string]: string | number }, around: Around): { [name: string]: string | number } {
  const found: { [name: string]: string | number } = {};
  for (const [name, value] of Object.entries(details)) {
    const isSeat = ["seat", "starter", "turn", "other"].includes(name) && Number(value) < around.places.length;
    if (isSeat) found[name] = seatName(around.places, Number(value));
    else if (name === "pile" || name === "only") found[name] = pileName(String(value), around.seat);
    else if (name === "signal") found[name] = signalText(String(value), around.seat);
    else if (name === "text") found[name] = String(value).replace(/^['"]|['"]$/g, "");
    else if (name === "edition") found[name] = tOr(`edition.${String(value).split(/[+@]/)[0]}`, String(value));
    else found[name] = value;
  }
  return found;
}

/** Why something was refused, in the reader's language. */
export function refusalText(refusal: Refusal, around: Around): string {
  return tOr(`code.${refusal.code}`, refusal.message, named(refusal.details ?? {}, around));
}

/** Returns what the players of a record are called, as they were at the table: no person has the name of a kind of bot. */
export function playerNames(players: readonly string[]): string[] {
  const isBot = (player: string) => botKind(player) !== player;
  const people = players.filter((player) => !isBot(player));
  return players.map((player, seat) => (isBot(player) ? botName(seat, player, people) : playerName(player)));
}
