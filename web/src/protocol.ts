// Made from docs/protocol.schema.json by `make protocol`: change src/tenback/protocol/ instead.

/** It is done, and stored; `number` is the step's. */
export type Ack = {
  type: "ack";
  id: string;
  number: number;
};

/** Add a word to the seed (docs/fairness.md). */
export type AddWord = {
  type: "word";
  word: string;
  id: string;
};

/** Go on with the same people, with new cards or with the same. */
export type Again = {
  type: "again";
  is_same_deal?: boolean;
  id: string;
};

/** Free words, without numbers (C12). */
export type Chat = {
  type: "chat";
  text: string;
  id: string;
};

/** Somebody has written something; without a seat it was a spectator. */
export type Chatted = {
  type: "chatted";
  seat: number | null;
  name: string;
  text: string;
};

/** What the running turn still demands, and for the seat that may act, what it may do. */
export type Choices = {
  moves?: string[];
  losing?: string[];
  minimum?: number | null;
  demands?: string[];
};

/** The cards are dealt; each seat sees its own. */
export type Dealt = {
  type: "dealt";
  edition: string;
  hand_sizes: number[];
  draw_sizes: number[];
  turn?: number | null;
  hand?: number[] | null;
  code?: string | null;
  commands?: { [key: string]: number[] } | null;
};

/** The same people go on at another table. */
export type Followed = {
  type: "followed";
  table: string;
};

export type FromClient = Hello | MakeMove | Chat | Sit | Stand | SeatBot | AddWord | Start | WishResign | Replace | Return | Again | Ping;

/** A step: what one request brought about. `choices` is there when it is the newest. */
export type Happened = {
  type: "happened";
  number: number;
  at: number;
  facts: (Opened | Sat | Stood | WordGiven | Dealt | Played | Chatted | ResignWished | Replaced | Returned | Revealed | Followed)[];
  choices?: Choices | null;
};

/** The first message: what the client speaks, and the last number it has. */
export type Hello = {
  type: "hello";
  protocol: number;
  since?: number | null;
  id: string;
};

/** A move for the own seat, as text: `23>u1`, `end`, `back`, `name 2`, `say keep u1`. */
export type MakeMove = {
  type: "move";
  move: string;
  id: string;
};

/** The table was opened; the commitment binds the server to its secret (docs/fairness.md). */
export type Opened = {
  type: "opened";
  settings: TableSettings;
  commitment?: string | null;
  secret?: string | null;
  code?: string | null;
};

/** How the sitting ended. */
export type OutcomeView = {
  ending: string;
  won: boolean | null;
  winner: number | null;
  left: number;
};

/** Ask whether anybody is there. */
export type Ping = {
  type: "ping";
  id: string;
};

/** A seat, and who sits there. */
export type Place = {
  name: string | null;
  bot: string | null;
  is_person: boolean;
  word: string;
  is_resigning: boolean;
};

/** What the referee has told, as texts of the notation: `1:23>u1`, `1:draws ?.?`, `turn 2`. */
export type Played = {
  type: "played";
  events: string[];
};

/** Yes. */
export type Pong = {
  type: "pong";
  id: string;
};

/** The seats whose people are here. */
export type Presence = {
  type: "presence";
  present: number[];
  watching: number;
};

/** It is not done, and why. Without an id, the message had none that could be read. */
export type Refusal = {
  type: "refused";
  id: string | null;
  code: string;
  message: string;
  details?: { [key: string]: string };
};

/** Let a bot play for somebody who stays away. */
export type Replace = {
  type: "replace";
  seat: number;
  bot?: string;
  id: string;
};

/** A bot plays for the person of a seat, who can take it back. */
export type Replaced = {
  type: "replaced";
  seat: number;
  bot: string;
};

/** A seat would give up, or would not any more; the team gives up when all would. */
export type ResignWished = {
  type: "resign-wished";
  seat: number;
  is_wished: boolean;
};

/** The client is up to date again: the steps it had missed come before this. */
export type Resumed = {
  type: "resumed";
  number: number;
  seat: number | null;
  present: number[];
};

/** Play oneself again. */
export type Return = {
  type: "return";
  id: string;
};

/** The person of a seat plays again. */
export type Returned = {
  type: "returned";
  seat: number;
};

/** The sitting is over: now everybody may check the cards. */
export type Revealed = {
  type: "revealed";
  secret: string;
  code: string;
};

/** Somebody has taken a seat, a person or a bot. */
export type Sat = {
  type: "sat";
  seat: number;
  name: string;
  bot?: string | null;
  person?: string | null;
  is_you?: boolean;
};

/** Put a bot on a free seat, or take it away. */
export type SeatBot = {
  type: "seat-bot";
  seat: number;
  bot: string | null;
  id: string;
};

/** The cards as one seat may see them; a spectator has no hand. */
export type SeatView = {
  edition: string;
  tops: number[];
  hand: number[];
  hand_sizes: number[];
  draw_sizes: number[];
  laid: number[][] | null;
  turn: number | null;
  plays: string[];
  named: (number | null)[];
  signals: string[][];
  history: string[];
  outcome: OutcomeView | null;
  commands: { [key: string]: number[] };
};

/** Take a seat, any free one if none is named. */
export type Sit = {
  type: "sit";
  seat?: number | null;
  id: string;
};

/** Leave the seat; once the cards are dealt, a bot plays on. */
export type Stand = {
  type: "stand";
  id: string;
};

/** Have the cards dealt, when all seats are taken. */
export type Start = {
  type: "start";
  id: string;
};

/** A seat is free again. */
export type Stood = {
  type: "stood";
  seat: number;
};

/** What is played at a table, and how. */
export type TableSettings = {
  edition?: string;
  layout?: { [key: string]: number[] } | null;
  seats?: number;
  deal?: string | null;
  day?: string | null;
  is_public?: boolean;
  can_watch?: boolean;
  is_past_shown?: boolean;
  can_take_back?: boolean;
  clock?: number | null;
};

export type ToClient = Welcome | Resumed | Happened | Ack | Refusal | Presence | Pong;

/** Everything there is to know about the table, up to a number. */
export type Welcome = {
  type: "welcome";
  protocol: number;
  table: string;
  number: number;
  at: number;
  settings: TableSettings;
  seat: number | null;
  places: Place[];
  present: number[];
  commitment: string | null;
  secret: string | null;
  deal: string | null;
  cards: SeatView | null;
  choices: Choices | null;
  deadline: number | null;
  chat: Chatted[];
  following: string | null;
};

/** Would give up, or would not any more; in a duel it is over at once. */
export type WishResign = {
  type: "resign";
  is_wished?: boolean;
  id: string;
};

/** A seat has added a word to the seed. */
export type WordGiven = {
  type: "word";
  seat: number;
  word: string;
};
