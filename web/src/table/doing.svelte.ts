/** What the player wants done: drawn at once, asked one after the other, taken back if refused. */

import type { Refusal } from "../protocol";
import type { Answer } from "../core/socket";
import type { Choices } from "../protocol";

export type Asked = { move: string; done: number | null };

type Ways = {
  ask: (move: string) => Promise<Answer>;
  choices: () => Choices | null;
  /** Asks whether a play that loses is meant. */
  confirm: (move: string) => Promise<boolean>;
  refused: (refusal: Refusal, move: string) => void;
};

export class Doing {
  asked = $state.raw<Asked[]>([]);
  private isBusy = false;

  constructor(private readonly ways: Ways) {}

  /** Wants a move; those before it are answered first. */
  want(move: string): void {
    if (this.asked.some((asked) => asked.move === move && asked.done === null)) return;
    this.asked = [...this.asked, { move, done: null }];
    if (!this.isBusy) void this.work();
  }

  /** The plays that are not drawn yet by a table that has come to a number. */
  plays(number: number): string[] {
    return this.open(number).map(({ move }) => move).filter((move) => move.includes(">"));
  }

  /** Whether a table that has come to a number has heard of everything that was asked. */
  isDone(number: number): boolean {
    return this.open(number).length === 0;
  }

  get isWaiting(): boolean {
    return this.asked.some(({ done }) => done === null);
  }

  private open(number: number): Asked[] {
    return this.asked.filter(({ done }) => done === null || done > number);
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    for (;;) {
      const next = this.asked.find(({ done }) => done === null);
      if (next === undefined) break;
      const isLosing = this.ways.choices()?.losing?.includes(next.move) ?? false;
      if (isLosing && !(await this.ways.confirm(next.move))) {
        this.forget(next);
        continue;
      }
      const answer = await this.ways.ask(next.move);
      if (answer.ok) {
        const done = { ...next, done: answer.number };
        this.asked = this.asked.map((asked) => (asked === next ? done : asked)).slice(-20);
      } else {
        this.forget(next);
        this.ways.refused(answer.refusal, next.move);
      }
    }
    this.isBusy = false;
  }

  /** What was wanted after a move that did not come about is not wanted any more. */
  private forget(move: Asked): void {
    this.asked = this.asked.slice(0, this.asked.indexOf(move));
  }
}
