/** What is wrong with something that somebody hands in. */

type BadCode =
  | "not-a-record"
  | "version"
  | "key"
  | "twice"
  | "no-start"
  | "position"
  | "code"
  | "layout"
  | "players"
  | "event"
  | "turn"
  | "not-in-hand"
  | "draw"
  | "left-out"
  | "outcome"
  | "comment";

/** A record that cannot be shown: why, with what, and in which line of its text (or at which event). */
export class BadRecord extends Error {
  constructor(
    readonly code: BadCode,
    readonly text = "",
    readonly line: number | null = null,
  ) {
    super(line === null ? `${code}: ${text}` : `line ${line}: ${code}: ${text}`);
  }

  /** The same, with its place; a place that is known already stays. */
  at(line: number): BadRecord {
    return this.line === null ? new BadRecord(this.code, this.text, line) : this;
  }
}
