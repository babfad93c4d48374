/** One person's place at a table: what is drawn, what is picked up, what is asked for and what is open. */

import type { Model } from "../core/model";
import { Sitting } from "../core/sitting.svelte";
import type { Wish } from "../core/socket";
import { t } from "../core/texts.svelte";
import type { Choices, Refusal } from "../protocol";
import { Advice } from "./advice.svelte";
import { announced, isNowOwnTurn, isOwnTurn } from "./announcing";
import { chime } from "./attention";
import { Doing } from "./doing.svelte";
import { comesFrom, send, spotOf } from "./flights";
import { type Fit, fitsOf, withPlays } from "./looks";
import { turnSayings } from "./needs";
import { Notices, type Say } from "./notices.svelte";
import type { Saying } from "./saying";
import { Stage } from "./stage.svelte";
import { isOn } from "./switches.svelte";
import { nameOf, pileName, resultTexts, said, whyRefused } from "./wording";

export type Opened =
  | { kind: "pile"; pile: string }
  | { kind: "command"; command: string }
  | { kind: "seat"; seat: number }
  | { kind: "talk" }
  | { kind: "menu" }
  | { kind: "keys" }
  | { kind: "strip" };

export type Question = { title: string; text: string; yes: string; answer: (isMeant: boolean) => void };

export class Desk {
  sitting = $state.raw<Sitting>()!;
  readonly notices = new Notices();
  readonly stage = new Stage((old, next) => this.fly(old, next));
  readonly doing = new Doing({
    ask: (move) => this.sitting.ask({ type: "move", move }),
    choices: () => this.sitting.model?.choices ?? null,
    confirm: (move) => this.confirmLosing(move),
    refused: (refusal, move) => this.refused(refusal, move),
  });
  readonly advice = new Advice({
    ask: () => this.sitting.ask({ type: "hint" }),
    number: () => this.sitting.model?.number ?? null,
    refused: (refusal) => this.refused(refusal),
    given: (move) => this.notices.announce(() => this.adviceText(move)),
  });
  picked = $state<number | null>(null);
  hovered = $state<string | null>(null);
  opened = $state.raw<Opened | null>(null);
  question = $state.raw<Question | null>(null);
  /** What was heard last; what is drawn may be a little behind. */
  private heard: Model | null = null;

  model = $derived.by(() => this.stage.shown);
  /** The cards as they are drawn: also what was laid and is not answered yet. */
  cards = $derived.by(() => {
    const model = this.model;
    return model?.cards == null ? null : withPlays(model.cards, this.doing.plays(model.number));
  });
  isOwnTurn = $derived.by(() => this.model !== null && this.cards?.turn === this.model.seat && isOwnTurn(this.model));
  /** What may be done now, however far the picture is; nothing is known while a move is not answered. */
  choices = $derived.by((): Choices | null => {
    const newest = this.sitting.model;
    return newest !== null && this.doing.isDone(newest.number) ? newest.choices : null;
  });
  fits = $derived.by((): Map<string, Fit> => {
    const { model, cards, choices, picked } = this;
    if (picked === null || model === null || cards === null) return new Map();
    return fitsOf(cards, choices, model.seat, picked);
  });

  canAskAdvice = $derived.by(() => this.isOwnTurn && this.cards?.turn !== null && this.model?.settings.has_hints !== false);
  /** The move that is advised, as long as nothing has changed. */
  advised = $derived.by((): string | null => {
    const number = this.sitting.model?.number ?? null;
    return this.isOwnTurn && !this.doing.isWaiting ? this.advice.at(number) : null;
  });

  constructor(readonly id: string) {
    this.sitting = new Sitting(id);
  }

  /** Comes again as somebody else: the cookie tells who. */
  rejoin(): void {
    this.sitting.leave();
    this.sitting = new Sitting(this.id);
  }

  close(): void {
    this.sitting.leave();
    this.stage.close();
  }

  hear(model: Model): void {
    const before = this.heard;
    this.heard = model;
    this.stage.take(model);
    if (before === null || before === model) {
      if (before === null && isOwnTurn(model)) this.alertTurn(model);
      return;
    }
    if (model.number === before.number) return;
    const sayings = announced(before, model);
    const hasLaid = model.news.some((event) => event.type === "laid" && event.seat === model.seat);
    if (hasLaid && isOwnTurn(model) && model.cards !== null) sayings.push(...turnSayings(model.cards, model.choices));
    const isNowOver = before.cards?.outcome == null && model.cards?.outcome != null;
    if (isNowOver || (isOwnTurn(before) && !isOwnTurn(model))) this.notices.hush();
    this.notices.announce(() => {
      const texts = sayings.map((saying) => this.say(saying, model));
      return [...texts, ...(isNowOver ? [t("announce.over", resultTexts(model))] : [])].join(" ");
    });
    if (isNowOwnTurn(before, model)) this.alertTurn(model);
    if (this.picked !== null && !model.cards?.hand.includes(this.picked)) this.picked = null;
  }

  private alertTurn(model: Model): void {
    if (isOn("sound") && model.places.length > 1) chime();
    if (model.cards === null) return;
    const isOpening = model.cards.turn === null;
    const needs = isOpening ? [] : turnSayings(model.cards, model.choices).map((saying) => this.say(saying, model));
    this.notices.alert([t(isOpening ? "opening.ask" : "turn.you"), ...needs].join(" "));
  }

  say(saying: Saying, model: Model | null = this.model): string {
    return said(saying, { places: model?.places ?? [], seat: model?.seat ?? null });
  }

  nameOf(seat: number): string {
    return nameOf(this.model?.places ?? [], seat);
  }

  pileName(pile: string): string {
    return pileName(pile, this.model?.seat ?? null);
  }

  // ---- what can be done ----

  pick(card: number, isDragged = false): void {
    this.picked = this.picked === card && !isDragged ? null : card;
  }

  /** Lays the picked card, or says that one must be picked first. */
  lay(pile: string, card: number | null = this.picked): void {
    if (card === null) {
      this.notices.show(() => t("pick.first"));
      this.notices.announce(() => t("pick.first"));
      return;
    }
    this.picked = null;
    if (!this.isToMove()) {
      const turn = this.cards?.turn ?? null;
      this.fail(() => (turn === null ? t("code.not-begun") : t("pick.not-your-turn", { name: this.nameOf(turn) })));
      return;
    }
    comesFrom(`${card}>${pile}`, spotOf(`[data-card="${card}"]`));
    this.doing.want(`${card}>${pile}`);
  }

  end(): void {
    this.picked = null;
    if (this.isToMove()) this.doing.want("end");
  }

  takeBack(): void {
    this.picked = null;
    if (this.isToMove()) this.doing.want("back");
  }

  /** Whether it is the own turn by the newest that is known; who acts before it is drawn sees it at once. */
  private isToMove(): boolean {
    const newest = this.sitting.model;
    if (newest !== null && isOwnTurn(newest)) this.stage.hurry();
    return this.isOwnTurn;
  }

  askAdvice(): void {
    if (this.canAskAdvice && !this.doing.isWaiting) void this.advice.ask();
  }

  /** What is advised, in words. */
  adviceText(move: string): string {
    const [card = "", pile] = move.split(">");
    if (pile === undefined) return t("hint.end");
    return t("hint.lay", { card, pile: this.pileName(pile) });
  }

  /** Asks for anything else; a refusal is shown. */
  async ask(wish: Wish): Promise<boolean> {
    const answer = await this.sitting.ask(wish);
    if (!answer.ok) this.refused(answer.refusal);
    return answer.ok;
  }

  tell(signal: string): Promise<boolean> {
    return this.ask({ type: "move", move: `say ${signal}` });
  }

  sure(title: string, text: string, yes: string): Promise<boolean> {
    return new Promise((resolve) => {
      this.question = {
        title,
        text,
        yes,
        answer: (isMeant) => {
          this.question = null;
          resolve(isMeant);
        },
      };
    });
  }

  private confirmLosing(move: string): Promise<boolean> {
    const [card = "", pile = ""] = move.split(">");
    return this.sure(t("losing.title"), t("losing.text", { card, pile: this.pileName(pile) }), t("losing.yes"));
  }

  private refused(refusal: Refusal, move = ""): void {
    const [card = "", pile] = move.split(">");
    if (pile !== undefined) comesFrom(card, spotOf(`[data-pile="${pile}"]`));
    const { places, seat } = this.sitting.model ?? { places: [], seat: null };
    this.fail(() => whyRefused(refusal, { places, seat }));
  }

  fail(say: Say): void {
    this.notices.show(say, "refusal");
    this.notices.alert(say());
  }

  /** Notes where cards come from, before they are drawn where they go. */
  private fly(old: Model, next: Model): void {
    for (const event of next.news) {
      const isOwn = "seat" in event && event.seat === next.seat;
      if (event.type === "laid") {
        const isDrawn = this.cards !== null && !this.cards.hand.includes(event.card) && isOwn;
        const from = isOwn ? `[data-card="${event.card}"]` : `[data-seat="${event.seat}"]`;
        if (!isDrawn) comesFrom(`${event.card}>${event.pile}`, spotOf(from));
      } else if (event.type === "back" && isOwn) {
        comesFrom(event.card, spotOf(`[data-pile="${event.pile}"]`));
      } else if (event.type === "drew") {
        const count = old.cards?.draw_sizes.length ?? 1;
        const deck = spotOf(`[data-deck="${count > 1 ? event.seat : 0}"]`);
        if (!isOwn) send(deck, spotOf(`[data-seat="${event.seat}"]`), event.cards.length);
        else for (const card of event.cards) if (card !== null) comesFrom(card, deck);
      }
    }
  }
}
