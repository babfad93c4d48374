/** The error for records that cannot be read. */

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

/** Says why a record cannot be shown, with the offending text and its line (or event). */
export class BadRecord extends Error {
  constructor(
    readonly code: BadCode,
    readonly text = "",
    readonly line: number | null = null,
  ) {
    super(line === null ? `${code}: ${text}` : `line ${line}: ${code}: ${text}`);
  }

  /** Returns the error with a line, unless it has one. */
  at(line: number): BadRecord {
    return this.line === null ? new BadRecord(this.code, this.text, line) : this;
  }
}
