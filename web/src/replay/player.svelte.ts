/** The state of a replay: its frame, the visible hand, the marks, and whether it is playing. */

import type { Replay } from "./frames";
import { frameOfTurn, turnAfter, turnBefore } from "./frames";

/** How long a frame stays at normal speed. */
const PAUSE = 1200;
export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Player {
  at = $state(0);
  /** Whose hand is open: one seat's, or everybody's (null). */
  viewer = $state<number | null>(null);
  /** The cards to lay, by pile. */
  marks = $state.raw<Readonly<Record<string, string>>>({});
  isRunning = $state(false);
  speed = $state<number>(1);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly replay: Replay,
    turn: number | null,
  ) {
    if (turn !== null) this.at = frameOfTurn(replay, turn);
  }

  get last(): number {
    return this.replay.frames.length - 1;
  }

  /** Goes to a frame, and stops. */
  go(frame: number): void {
    this.stop();
    this.at = Math.max(0, Math.min(this.last, frame));
  }

  step(by: number): void {
    this.go(this.at + by);
  }

  nextTurn(): void {
    this.go(turnAfter(this.replay, this.at));
  }

  previousTurn(): void {
    this.go(turnBefore(this.replay, this.at));
  }

  goToTurn(turn: number): void {
    this.go(frameOfTurn(this.replay, turn));
  }

  /** Runs from here, or from the start if it is at its end. */
  toggle(): void {
    if (this.isRunning) this.stop();
    else this.run();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.isRunning = false;
  }

  private run(): void {
    if (this.at === this.last) this.at = 0;
    this.isRunning = true;
    this.wait();
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      this.at = Math.min(this.last, this.at + 1);
      if (this.at === this.last) this.stop();
      else this.wait();
    }, PAUSE / this.speed);
  }
}
