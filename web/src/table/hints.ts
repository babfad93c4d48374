/** Hints: what the strongest bot would do, requested, shown, and removed as soon as anything changes. */

import type { Answer } from "../core/socket";
import type { Refusal } from "../protocol";
import type { TableState } from "./state.svelte";

type Callbacks = {
  ask: () => Promise<Answer>;
  asked: () => void;
  refused: (refusal: Refusal) => void;
  given: (move: string) => void;
};

export class Hints {
  constructor(
    private readonly state: TableState,
    private readonly callbacks: Callbacks,
  ) {}

  /** Asks for a hint. An answer that arrives after the table has moved on is not shown, and one may ask again. */
  async ask(): Promise<void> {
    const { state } = this;
    const step = state.newest?.number;
    if (state.isHintAsked || step === undefined || state.hint?.step === step) return;
    state.hintAskedAt = step;
    this.callbacks.asked();
    const answer = await this.callbacks.ask();
    if (state.hintAskedAt === step) state.hintAskedAt = null;
    if (!answer.ok) this.callbacks.refused(answer.refusal);
    else if (answer.move !== undefined && state.newest?.number === step) {
      state.hint = { move: answer.move, step };
      this.callbacks.given(answer.move);
    }
  }
}
