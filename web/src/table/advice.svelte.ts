/** What the strongest bot would do: asked for, shown, and gone as soon as anything changes. */

import type { Answer } from "../core/socket";
import type { Refusal } from "../protocol";

type Ways = {
  ask: () => Promise<Answer>;
  /** The number that the table has come to. */
  number: () => number | null;
  refused: (refusal: Refusal) => void;
  given: (move: string) => void;
};

export class Advice {
  isAsked = $state(false);
  private found = $state.raw<{ move: string; number: number } | null>(null);

  constructor(private readonly ways: Ways) {}

  /** Asks; an answer about a table that has gone on meanwhile is not shown. */
  async ask(): Promise<void> {
    const number = this.ways.number();
    if (this.isAsked || number === null || this.at(number) !== null) return;
    this.isAsked = true;
    const answer = await this.ways.ask();
    this.isAsked = false;
    if (!answer.ok) this.ways.refused(answer.refusal);
    else if (answer.move !== undefined && this.ways.number() === number) {
      this.found = { move: answer.move, number };
      this.ways.given(answer.move);
    }
  }

  /** Returns the move that is advised at a table that has come to a number. */
  at(number: number | null): string | null {
    return this.found !== null && this.found.number === number ? this.found.move : null;
  }
}
