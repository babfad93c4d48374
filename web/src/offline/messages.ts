/** The messages between a page and its worker. */

export type ToWorker =
  | { kind: "open"; socket: number; table: string }
  | { kind: "say"; socket: number; text: string }
  | { kind: "close"; socket: number }
  | { kind: "request"; request: number; method: string; path: string; body: string };

export type FromWorker =
  | { kind: "opened"; socket: number }
  | { kind: "said"; socket: number; text: string }
  | { kind: "answer"; request: number; text: string }
  /** Python could not be started, for example because the kit is missing, or it has broken down. */
  | { kind: "failed"; reason: string };
