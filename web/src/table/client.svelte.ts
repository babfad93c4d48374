/** A table with a person at it: its state, the parts around it, and the actions. */

import { isOwnTurn } from "../cards/cardView";
import type { Message } from "../cards/messages";
import { messageText, pileName, refusalText, seatName } from "../cards/naming";
import { TableConnection } from "../core/connection.svelte";
import type { Model } from "../core/model";
import type { Request } from "../core/socket";
import { t } from "../core/texts.svelte";
import type { Refusal } from "../protocol";
import { announce } from "./announcer";
import { flyBack, flyCards, flyFromHand } from "./cardFlights";
import { Hints } from "./hints";
import { MoveQueue } from "./moveQueue";
import { Notices, type Text } from "./notices.svelte";
import { Playback } from "./playback";
import { WordKeeper } from "./wordKeeper";
import { isAwaitingAnswer, pickUp, TableState } from "./state.svelte";

/** Milliseconds for which a pile lights up. */
const POINTED_FOR = 2500;

function withoutSeat(model: Model): Model {
  return { ...model, seat: null, cards: model.cards && { ...model.cards, hand: [] } };
}

export class TableClient {
  readonly state = new TableState();
  readonly notices = new Notices();
  readonly playback = new Playback(this.state, (next) => flyCards(this.state, next));
  /** The notice that asks to pick a card first, until somebody does. */
  private advice = 0;
  private pointing: ReturnType<typeof setTimeout> | undefined;
  connection = $state.raw<TableConnection>()!;
  private readonly moves = new MoveQueue(this.state, {
    ask: (move) => this.connection.ask({ type: "move", move }),
    confirm: (move) => this.confirmLosing(move),
    refused: (refusal, move) => {
      flyBack(move);
      this.showRefusal(refusal);
    },
  });
  private readonly hints = new Hints(this.state, {
    ask: () => this.connection.ask({ type: "hint" }),
    asked: () => this.notices.announce(t("hint.thinking")),
    refused: (refusal) => this.showRefusal(refusal),
    given: (move) => this.notices.announce(this.hintText(move)),
  });

  readonly words = new WordKeeper((request) => this.ask(request));

  private readonly isWatching: boolean;

  /** Spectators see the table from no seat, even if they have one. */
  constructor(readonly id: string, { isWatching = false } = {}) {
    this.isWatching = isWatching;
    this.connection = this.connect();
  }

  /** Reconnects as another person, according to the cookie. */
  rejoin(): void {
    this.connection.close();
    this.connection = this.connect();
  }

  close(): void {
    this.connection.close();
    this.playback.close();
  }

  private connect(): TableConnection {
    return new TableConnection(this.id, (model) => this.receive(this.isWatching ? withoutSeat(model) : model));
  }

  /** Takes over what the server has sent. */
  private receive(model: Model): void {
    const { state } = this;
    const before = state.newest;
    state.newest = model;
    this.playback.add(model);
    announce(this.notices, before, model);
    queueMicrotask(() => this.words.tend(model));
    if (before?.number !== model.number && state.picked !== null && !model.cards?.hand.includes(state.picked)) {
      state.picked = null;
    }
  }

  // ---- actions ----

  pick(card: number, isDragged = false): void {
    pickUp(this.state, card, isDragged);
    this.notices.drop(this.advice);
  }

  /** Lays a card, usually the one that is picked up, or says that one must be picked up first. */
  lay(pile: string, card: number | null = this.state.picked): void {
    if (card === null) {
      this.advice = this.notices.show(() => t("pick.first"));
      this.notices.announce(t("pick.first"));
      return;
    }
    this.state.picked = null;
    if (!this.isToMove()) {
      const turn = this.state.cards?.turn ?? null;
      this.showError(() => (turn === null ? t("code.not-begun") : t("pick.not-your-turn", { name: this.nameOf(turn) })));
      return;
    }
    flyFromHand(card, pile);
    this.move(`${card}>${pile}`);
  }

  endTurn(): void {
    this.state.picked = null;
    if (this.isToMove()) this.move("end");
  }

  takeBack(): void {
    this.state.picked = null;
    if (this.isToMove()) this.move("back");
  }

  private move(move: string): void {
    this.notices.clearRefusals();
    this.moves.add(move);
  }

  askHint(): void {
    if (this.state.canAskHint && !isAwaitingAnswer(this.state)) void this.hints.ask();
  }

  /** Sends a request; a refusal is shown. */
  async ask(request: Request): Promise<boolean> {
    const answer = await this.connection.ask(request);
    if (!answer.ok) this.showRefusal(answer.refusal);
    return answer.ok;
  }

  /** Lets a bot play for a person who is away. */
  letBotStepIn(seat: number): Promise<boolean> {
    return this.ask({ type: "replace", seat });
  }

  signal(signal: string): Promise<boolean> {
    return this.ask({ type: "move", move: `say ${signal}` });
  }

  confirm(title: string, text: string, yes: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.state.question = {
        title,
        text,
        yes,
        answer: (isYes) => {
          this.state.question = null;
          resolve(isYes);
        },
      };
    });
  }

  private confirmLosing(move: string): Promise<boolean> {
    const [card = "", pile = ""] = move.split(">");
    return this.confirm(t("losing.title"), t("losing.text", { card, pile: this.pileName(pile) }), t("losing.yes"));
  }

  /** Whether it is the player's turn in the newest table; if they act before it is drawn, it is shown at once. */
  private isToMove(): boolean {
    const { newest } = this.state;
    if (newest !== null && isOwnTurn(newest)) this.playback.skip();
    return this.state.isOwnTurn;
  }

  // ---- notices ----

  showError(text: Text): void {
    this.notices.show(text, "refusal");
    this.notices.alert(text());
  }

  private showRefusal(refusal: Refusal): void {
    const { places, seat } = this.state.newest ?? { places: [], seat: null };
    this.showError(() => refusalText(refusal, { places, seat }));
    this.pointAt(refusal.details?.["only"] ?? refusal.details?.["pile"]);
  }

  /** Lights up a pile for a moment. */
  pointAt(pile: string | number | undefined): void {
    clearTimeout(this.pointing);
    this.state.pointed = this.state.piles.find((one) => one === pile) ?? null;
    this.pointing = setTimeout(() => (this.state.pointed = null), POINTED_FOR);
  }

  textOf(message: Message): string {
    const { places, seat } = this.state.shown ?? { places: [], seat: null };
    return messageText(message, { places, seat });
  }

  nameOf(seat: number): string {
    return seatName(this.state.shown?.places ?? [], seat);
  }

  pileName(pile: string): string {
    return pileName(pile, this.state.shown?.seat ?? null);
  }

  hintText(move: string): string {
    const [card = "", pile] = move.split(">");
    if (pile === undefined) return t("hint.end");
    return t("hint.lay", { card, pile: this.pileName(pile) });
  }
}
