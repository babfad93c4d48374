/** The queue of the player's moves: drawn at once, sent one after another, undone if refused. */

import type { Answer } from "../core/socket";
import type { Refusal } from "../protocol";
import type { QueuedMove, TableState } from "./state.svelte";

type Callbacks = {
  ask: (move: string) => Promise<Answer>;
  /** Asks the player to confirm a play that loses. */
  confirm: (move: string) => Promise<boolean>;
  refused: (refusal: Refusal, move: string) => void;
};

/** How many answered moves are kept: the newest table may be a few steps behind them. */
const KEPT = 20;

export class MoveQueue {
  private isBusy = false;

  constructor(
    private readonly state: TableState,
    private readonly callbacks: Callbacks,
  ) {}

  /** Adds a move; those before it are answered first. */
  add(move: string): void {
    if (this.state.moves.some((queued) => queued.move === move && queued.step === null)) return;
    this.state.moves = [...this.state.moves, { move, step: null }];
    if (!this.isBusy) void this.work();
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    for (;;) {
      const next = this.state.moves.find(({ step }) => step === null);
      if (next === undefined) break;
      const isLosing = this.state.newest?.choices?.losing?.includes(next.move) ?? false;
      if (isLosing && !(await this.callbacks.confirm(next.move))) {
        this.dropFrom(next);
        continue;
      }
      const answer = await this.callbacks.ask(next.move);
      if (answer.ok) {
        const done = { ...next, step: answer.number };
        this.state.moves = this.state.moves.map((queued) => (queued === next ? done : queued)).slice(-KEPT);
      } else {
        this.dropFrom(next);
        this.callbacks.refused(answer.refusal, next.move);
      }
    }
    this.isBusy = false;
  }

  /** Drops a move that failed, and those that were built on it. */
  private dropFrom(move: QueuedMove): void {
    this.state.moves = this.state.moves.slice(0, this.state.moves.indexOf(move));
  }
}
