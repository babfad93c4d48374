/** Announces what happens at a table, for screen readers and for people who look away. */

import { isOwnTurn, isTurnStarting, thinkingSeat } from "../cards/cardView";
import { lossMessage } from "../cards/loss";
import { type Message, messagesBetween, turnMessages } from "../cards/messages";
import { messageText, seatName } from "../cards/naming";
import type { Model } from "../core/model";
import { isOn } from "../core/preferences.svelte";
import { t } from "../core/texts.svelte";
import type { Notices } from "./notices.svelte";
import { resultTexts } from "./resultText";
import { buzz, play, soundBetween } from "./sounds";

/** Announces what has changed between two tables; `before` is null for the first one. */
export function announce(notices: Notices, before: Model | null, model: Model): void {
  if (before === null) {
    if (isOwnTurn(model)) callToTurn(notices, model);
    return;
  }
  if (model.number === before.number) return;
  const isNowOver = before.cards?.outcome == null && model.cards?.outcome != null;
  if (isNowOver || (isOwnTurn(before) && !isOwnTurn(model))) notices.clearAlert();
  const messages = messagesBetween(before, model);
  const happened = () => {
    const texts = messages.map((message) => messageText(message, model));
    const why = isNowOver ? lossMessage(model) : null;
    if (isNowOver) texts.push(t("announce.over", resultTexts(model)));
    if (why !== null) texts.push(messageText(why, model));
    return texts.join(" ");
  };
  notices.note(happened, pileOf(messages));
  const hasLaid = model.news.some((event) => event.type === "laid" && event.seat === model.seat);
  const told = [happened(), ...(hasLaid && isOwnTurn(model) ? asked(model) : []), thinking(before, model)];
  notices.announce(told.filter(Boolean).join(" "));
  const sound = soundBetween(before, model);
  if (sound !== null && isOn("effects")) play(sound);
  if (sound === "trick") buzz();
  if (isTurnStarting(before, model)) callToTurn(notices, model);
}

/** Returns the pile that messages refer to, if there is one. */
function pileOf(messages: readonly Message[]): string | null {
  const pile = messages.find((message) => "pile" in message.details)?.details["pile"];
  return typeof pile === "string" ? pile : null;
}

function callToTurn(notices: Notices, model: Model): void {
  if (model.places.length > 1) {
    if (isOn("sound")) play("turn");
    buzz();
  }
  if (model.cards === null) return;
  const isOpening = model.cards.turn === null;
  notices.alert([t(isOpening ? "opening.ask" : "turn.you"), ...(isOpening ? [] : asked(model))].join(" "));
}

/** Returns that another player, a bot, begins to think about its turn. */
function thinking(before: Model, model: Model): string {
  const seat = thinkingSeat(model);
  const hasBegun = seat !== thinkingSeat(before) || model.news.some((event) => event.type === "turn");
  if (seat === null || seat === model.seat || !hasBegun) return "";
  return t("turn.thinking", { name: seatName(model.places, seat) });
}

/** Returns what one's own turn asks for now. */
function asked(model: Model): string[] {
  return model.cards === null ? [] : turnMessages(model.cards, model.choices).map((message) => messageText(message, model));
}
