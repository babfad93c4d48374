/** The text that people share after a game: what they achieved, and nothing about the cards. */

import { deckSize, forward, isDuel, rowCardOf } from "../cards/cardView";
import { seatName } from "../cards/naming";
import { readEdition } from "../core/editions";
import { readEvent } from "../core/events";
import type { Model } from "../core/model";
import { type Key, t } from "../core/texts.svelte";
import { isHere } from "../offline/host";
import type { StatisticsView } from "../protocol";

type Say = (key: Key, details?: { [name: string]: string | number }) => string;

const SQUARES = 10;

/** How many turns and backwards tricks a game had; null where its past is not shown. */
export function countsOf(model: Model): { turns: number; tricks: number } | null {
  const { cards } = model;
  if (cards === null || cards.history.length === 0) return null;
  const tops = new Map<string, number>();
  let turns = 0;
  let tricks = 0;
  let laidBy: number | null = null;
  for (const text of cards.history) {
    const event = readEvent(text);
    if (event?.type === "turn") laidBy = null;
    if (event?.type === "laid") {
      const top = tops.get(event.pile) ?? rowCardOf(event.pile);
      if (forward(event.pile, top, event.card) === -10) tricks += 1;
      if (laidBy === null) turns += 1;
      laidBy = event.seat;
      tops.set(event.pile, event.card);
    }
    if (event?.type === "back") {
      if (forward(event.pile, event.top, event.card) === -10) tricks -= 1;
      tops.set(event.pile, event.top);
    }
  }
  return { turns, tricks };
}

/** The result as a row of squares. */
export function squares(left: number, cards: number): string {
  const full = Math.floor((SQUARES * (cards - left)) / cards);
  return "🟩".repeat(full) + "⬜".repeat(SQUARES - full);
}

/** Fewer cards left than this is an excellent result (C11). */
const EXCELLENT = 10;

/** Whether a team was stuck shortly before the end. */
export function isClose(model: Model): boolean {
  const outcome = model.cards?.outcome;
  return outcome?.won === false && outcome.ending === "stuck" && outcome.left < EXCELLENT;
}

/** Returns how an excellent result compares to the player's earlier ones, itself included; null if nothing is known. */
export function bestText(model: Model, statistics: readonly StatisticsView[]): string | null {
  const { edition, outcome } = model.cards!;
  const like = statistics.find((one) => !one.is_offline && one.edition === edition && one.seats === model.places.length);
  const best = like?.left[0]?.[0];
  if (best === undefined) return null;
  if (best === 0) return t("over.best-won");
  return best >= outcome!.left ? t("over.best-now") : t("over.best", { count: best });
}

/** Returns the key of what the end means for the viewer. */
export function resultKey(model: Model): Key {
  const outcome = model.cards?.outcome;
  if (outcome == null) return "over.unknown";
  if (outcome.winner !== null) {
    if (model.seat === null) return "over.duel-watched";
    return outcome.winner === model.seat ? "over.duel-won" : "over.duel-lost";
  }
  if (outcome.won) return model.places.length === 1 ? "over.beaten-alone" : "over.beaten";
  if (outcome.ending === "resigned") return "over.resigned";
  if (outcome.ending === "command-broken") return "over.command-broken";
  if (outcome.ending === "fire") return "over.fire";
  return isClose(model) ? "over.close" : "over.stuck";
}

/** What the end of a table means for the viewer, and how many cards were left. */
export function resultTexts(model: Model): { result: string; reached: string } {
  const { edition, outcome } = model.cards!;
  const { left, winner } = outcome!;
  const nameOf = (seat: number | null) => (seat === null ? "" : seatName(model.places, seat));
  const loser = winner === null ? null : 1 - winner;
  const duelKey = loser === model.seat ? "over.duel-left-you" : "over.duel-left";
  const key = isDuel(edition) ? duelKey : left === 0 ? "over.none-left" : "over.left";
  return {
    result: t(resultKey(model), { name: nameOf(winner) }),
    reached: t(key, { count: left, total: deckSize(edition), name: nameOf(loser) }),
  };
}

/** Returns the path to the deal of the day that was played, and its results. */
export function dayPath({ settings, places, cards }: Model): string {
  const deal = { day: settings.day ?? "", edition: readEdition(cards!.edition).name, seats: String(places.length) };
  return `/day?${new URLSearchParams(deal)}`;
}

export function shareText(model: Model, say: Say, origin: string): string {
  const { cards } = model;
  if (cards?.outcome == null) return "";
  const { left, winner } = cards.outcome;
  const edition = say(`edition.${readEdition(cards.edition).name}` as Key);
  const day = model.settings.day;
  const seats = say("share.seats", { count: model.places.length });
  const lines = [["Tenback", edition, day ?? (isDuel(cards.edition) ? null : seats)].filter(Boolean).join(" · ")];
  if (winner === null) {
    lines.push(left === 0 ? say("share.beaten") : say("share.left", { count: left }));
    lines.push(squares(left, deckSize(cards.edition)));
  } else {
    const key = model.seat === null ? "share.duel" : winner === model.seat ? "share.duel-won" : "share.duel-lost";
    lines.push(say(key, { count: left }));
  }
  const counts = countsOf(model);
  if (counts !== null) lines.push(say("share.counts", counts));
  if (model.deal !== null && !day) lines.push(say("share.deal", { code: model.deal }));
  if (day) lines.push(origin + dayPath(model));
  else lines.push(model.deal === null ? origin : `${origin}/?deal=${model.deal}${isHere(model.table) ? "" : `&of=${model.table}`}`);
  return lines.join("\n");
}
