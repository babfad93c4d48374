// Made from docs/protocol.schema.json by `make protocol`: change src/tenback/protocol/ instead.

/** The request took effect and is stored; `number` is that of its step. */
export type Ack = {
  type: "ack";
  id: string;
  number: number;
};

/** Add a word to the seed (docs/fairness.md); the server seals it for those who cannot. */
export type AddWord = {
  type: "word";
  word: string;
  id: string;
};

/** Play again with the same people, with new cards or the same ones. */
export type Again = {
  type: "again";
  is_same_deal?: boolean;
  seal?: string | null;
  id: string;
};

/** A seat's part in how a game went. */
export type AnalysisShare = {
  seat: number;
  given_away: number;
  luck: number;
};

/** A decision of a seat, or luck that it had; chances are those of the seat's side. */
export type AnalysisStep = {
  kind: "decision" | "draw" | "talk";
  event: number;
  turn: number;
  seat: number;
  before: number;
  after: number;
  move?: string | null;
  best?: string[];
  cards?: number[];
};

/** The progress of a game's analysis, and what it says once it is ready. */
export type AnalysisView = {
  phase: "failed" | "none" | "ready" | "working";
  progress: number;
  analysis?: SittingAnalysis | null;
};

/** Ask what the strongest bot would do now, seeing what the seat sees. */
export type AskHint = {
  type: "hint";
  id: string;
};

/** The password of an account, and its replacement (8 to 200 characters). */
export type ChangePassword = {
  password: string;
  new_password: string;
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
  fires?: string[];
  draws?: number | null;
  fitting?: string[];
};

/** Somebody with a new account, and for programs the secret of the session, which is new. */
export type ClaimedAccount = {
  id: string;
  name: string;
  account: string | null;
  created_at: number;
  is_bot?: boolean;
  secret?: string | null;
};

/** A guest's name, and whether it is a bot, whose games are never rated. */
export type ComeIn = {
  name: string;
  is_bot?: boolean;
};

/** What it cost that a card carried a command, when it was laid. */
export type CommandCost = {
  event: number;
  turn: number;
  seat: number;
  card: number;
  command: string;
  cost: number;
};

/** A command, and the numbers that carry it in the standard layout. */
export type CommandView = {
  name: string;
  is_lightning: boolean;
  numbers: number[];
};

/** The name of an account (3 to 32 printable characters) and its password (8 to 200). */
export type Credentials = {
  account: string;
  password: string;
};

/** Who played the deal of a day, on one seat. */
export type DayPlayer = {
  name: string;
  is_bot: boolean;
  is_you: boolean;
};

/** What became of the deal of a day at one table. */
export type DayResult = {
  table: string | null;
  outcome: OutcomeView;
  players: DayPlayer[];
  at: number;
};

/** The deal of a day, and what became of it, best results first. */
export type DayView = {
  day: string;
  edition: string;
  seats: number;
  is_past: boolean;
  code: string | null;
  results: DayResult[];
  skip: number | null;
  left?: [number, number][];
  own?: OwnDays | null;
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

/** The request to be deleted; an account needs its password for it. */
export type DeletePerson = {
  password?: string | null;
};

/** What can be chosen of an edition. */
export type EditionRules = {
  name: string;
  seats: number[];
  options: string[];
  layouts: string[];
  is_duel: boolean;
};

/** What an edition is: all that a client needs to draw it. */
export type EditionView = {
  name: string;
  title: string;
  letter: string;
  rule_letter: string;
  is_duel: boolean;
  is_starter_drawn: boolean;
  seats: number[];
  hand_sizes: number[];
  minimum: number;
  last_minimum: number;
  lowest: number;
  highest: number;
  draw_pile_count: number;
  piles: PileView[];
  options: OptionView[];
  commands: CommandView[];
  layouts: string[];
  burning: number[];
  words: string[];
  endings: string[];
};

/** All editions; the first is the default. */
export type EditionsView = {
  editions: EditionView[];
};

/** The answer to every request that is refused. */
export type ErrorAnswer = {
  error: ErrorView;
};

/** Why something was refused: a code that never changes its meaning, and a sentence. */
export type ErrorView = {
  code: string;
  message: string;
  details?: { [key: string]: string };
};

/** Something that somebody wrote at a table. */
export type ExportedChat = {
  at: number;
  text: string;
};

/** A deal of a day that was dealt to somebody. */
export type ExportedDay = {
  day: string;
  edition: string;
  seats: number;
  table: string;
  dealt_at: number;
};

/** A game that somebody played offline and sent to their results. */
export type ExportedOfflineGame = {
  id: string;
  seat: number;
  record: string;
};

/** A table where somebody was, with what they wrote and what they may see. */
export type ExportedTable = {
  id: string;
  phase: string;
  created_at: number;
  settings: TableSettings;
  seat: number | null;
  names: string[];
  word: string;
  chat: ExportedChat[];
  events: string[];
  record: string | null;
};

/** The same people go on at another table. */
export type Followed = {
  type: "followed";
  table: string;
};

export type FromClient = Hello | MakeMove | Chat | Sit | Stand | SeatBot | SendAway | AddWord | SealWord | OpenWord | Start | WishResign | Replace | Return | Again | AskHint | Ping;

/** A step: what one request brought about. `choices` is there when it is the newest. */
export type Happened = {
  type: "happened";
  number: number;
  at: number;
  facts: (Opened | Sat | Stood | WordGiven | WordsClosed | WordWithheld | Dealt | Played | Chatted | ResignWished | Replaced | Returned | Revealed | Followed)[];
  choices?: Choices | null;
};

/** The process is alive. */
export type Health = {
  is_alive: boolean;
};

/** The first message: what the client speaks, and the last number it has. */
export type Hello = {
  type: "hello";
  protocol: number;
  since?: number | null;
  id: string;
};

/** What the strongest bot would do. */
export type Hint = {
  type: "hint";
  id: string;
  move: string;
};

/** Where phones in the same network find the server. */
export type HomeNetwork = {
  addresses: string[];
};

/** With all cards open: the last turn from which a win was found, and how. */
export type LastChance = {
  turn: number | null;
  line: string[];
  is_proven: boolean;
};

/** A table in a list. */
export type ListedTable = {
  id: string;
  code: string | null;
  phase: string;
  edition: string;
  seats: number;
  taken: number;
  is_public: boolean;
  created_at: number;
  changed_at: number;
};

/** A move for the sender's seat, as text: `23>u1`, `end`, `back`, `name 2`, `say keep u1`. */
export type MakeMove = {
  type: "move";
  move: string;
  id: string;
};

/** A table that is kept in a browser, as its start page lists it. */
export type OfflineTable = {
  id: string;
  code: string | null;
  phase: string;
  edition: string;
  seats: number;
  taken: number;
  is_public: boolean;
  created_at: number;
  changed_at: number;
  rules_version: number;
  outcome?: OutcomeView | null;
  is_winner?: boolean;
  is_sent?: boolean;
};

/** A table to be opened, with bots on its last seats. */
export type OpenTable = {
  settings?: TableSettings;
  bots?: (string | null)[];
  is_seated?: boolean;
  is_started?: boolean;
  seal?: string | null;
  guest?: string | null;
};

/** Reveal the word that was sealed, now that all words are closed. */
export type OpenWord = {
  type: "open-word";
  word: string;
  salt: string;
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

/** A table that was just opened, and the first message of its socket: no need to wait for it. */
export type OpenedTable = {
  id: string;
  code: string | null;
  phase: string;
  settings: TableSettings;
  places: Sitter[];
  seat: number | null;
  commitment: string | null;
  outcome: OutcomeView | null;
  following: string | null;
  created_at: number;
  changed_at: number;
  welcome: Welcome;
  session?: SignedIn | null;
};

/** A variant that can be switched on. */
export type OptionView = {
  name: string;
  letter: string;
  title: string;
};

/** How the game ended. */
export type OutcomeView = {
  ending: string;
  won: boolean | null;
  winner: number | null;
  left: number;
};

/** How somebody has done in the deals of the day in one edition with a given number of seats. */
export type OwnDays = {
  first_table: string | null;
  streak: number;
  best_streak: number;
};

/** One of a person's sessions, as they see it: a browser or program that is signed in. */
export type OwnSession = {
  id: string;
  created_at: number;
  used_at: number;
  device: string | null;
  is_current: boolean;
};

/** Everything that is stored about somebody. */
export type PersonExport = {
  at: number;
  person: PersonView;
  sessions: OwnSession[];
  rating: RatingView;
  results: ResultView[];
  days: ExportedDay[];
  offline: ExportedOfflineGame[];
  tables: ExportedTable[];
};

/** Somebody, as they see themselves. */
export type PersonView = {
  id: string;
  name: string;
  account: string | null;
  created_at: number;
  is_bot?: boolean;
};

/** A place for cards. */
export type PileView = {
  name: string;
  is_ascending: boolean;
  row_card: number;
  owner: number | null;
};

/** Check the connection. */
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
  seal?: string | null;
  is_word_open?: boolean;
  is_bot?: boolean;
};

/** What the referee reported, as texts of the notation: `1:23>u1`, `1:draws ?.?`, `turn 2`. */
export type Played = {
  type: "played";
  events: string[];
};

/** The answer to a ping. */
export type Pong = {
  type: "pong";
  id: string;
};

/** The seats whose people are here, and whether the server is about to stop. */
export type Presence = {
  type: "presence";
  present: number[];
  watching: number;
  host?: number | null;
  stop?: Stop | null;
};

/** A whole turn as the answer to a puzzle, and the puzzle rating of whoever answers. */
export type PuzzleAnswer = {
  moves: string[];
  mu?: number | null;
  sigma?: number | null;
};

/** A way to play the turn of a puzzle, and how often it won. */
export type PuzzleLine = {
  moves: string[];
  chance: number;
  error: number;
};

/** The plays of a turn so far, in their order. */
export type PuzzleMoves = {
  moves: string[];
};

/** How a turn can go on. */
export type PuzzleProgress = {
  moves: string[];
};

/** What an answer was worth, and why. */
export type PuzzleVerdict = {
  is_right: boolean;
  own: number | null;
  lines: PuzzleLine[];
  games: number;
  found_by: string[];
  rating: number;
  uncertainty: number;
  mu: number;
  sigma: number;
};

/** A puzzle, without its answer. */
export type PuzzleView = {
  id: string;
  position: string;
  said: string[];
  seat: number;
  level: number;
  rating: number;
  moves: string[];
  editions: string[];
};

/** A person or a bot in the ranking. */
export type RankedPlayer = {
  place: number;
  name: string;
  is_bot: boolean;
  is_you: boolean;
  rating: number;
  uncertainty: number;
  duels: number;
};

/** Some of those whose rating is no longer provisional, the strongest first. */
export type RankingView = {
  players: RankedPlayer[];
  skip: number | null;
};

/** A duel that counted, and somebody's rating after it. */
export type RatedDuelView = {
  table: string;
  opponent: string;
  is_bot: boolean;
  is_winner: boolean;
  rating: number;
  at: number;
};

/** How strong somebody is in duels (docs/ratings.md). */
export type RatingView = {
  rating: number;
  uncertainty: number;
  duels: number;
  missing: number;
  place: number | null;
  last: RatedDuelView[];
};

/** Whether the server can do its work, and the state of what it depends on. */
export type Readiness = {
  is_ready: boolean;
  database: boolean;
  redis: boolean | null;
};

/** The request was refused, and why. There is no id if the message had no readable one. */
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

/** A seat wants to give up, or no longer wants to; the team gives up when all want to. */
export type ResignWished = {
  type: "resign-wished";
  seat: number;
  is_wished: boolean;
};

/** How a game ended for somebody. */
export type ResultView = {
  table: string;
  seat: number;
  edition: string;
  seats: number;
  code: string;
  day: string | null;
  outcome: OutcomeView;
  is_winner: boolean;
  at: number;
  is_given_up?: boolean;
  is_offline?: boolean;
};

/** Some results, and the value of `before` that gets the next ones. */
export type ResultsPage = {
  results: ResultView[];
  before: string | null;
};

/** The client is up to date again: the steps it had missed come before this. */
export type Resumed = {
  type: "resumed";
  number: number;
  seat: number | null;
  present: number[];
};

/** Take your seat back from a bot. */
export type Return = {
  type: "return";
  id: string;
};

/** The person of a seat plays again. */
export type Returned = {
  type: "returned";
  seat: number;
};

/** The game is over: now everybody may check the cards. */
export type Revealed = {
  type: "revealed";
  secret: string;
  code: string;
};

/** What can be set at a table. */
export type RulesView = {
  editions: EditionRules[];
  bots: string[];
  usual_bot: string;
  clock_least: number;
  clock_most: number;
};

/** Somebody has taken a seat, a person or a bot. */
export type Sat = {
  type: "sat";
  seat: number;
  name: string;
  bot?: string | null;
  person?: string | null;
  is_you?: boolean;
  is_bot?: boolean;
};

/** A person's name: 1 to 32 printable characters. */
export type SayName = {
  name: string;
};

/** Add a word to the seed without revealing it yet. */
export type SealWord = {
  type: "seal";
  seal: string;
  id: string;
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

/** Free the seat of somebody before the cards are dealt; the host of the table can. */
export type SendAway = {
  type: "send-away";
  seat: number;
  id: string;
};

/** A finished game that somebody played offline, alone or with bots. */
export type SendSitting = {
  record: string;
  seat: number;
  at: number;
};

/** Who is signed in, if anybody is. */
export type SessionView = {
  person: PersonView | null;
};

/** Who somebody is now, and for programs the secret of a new session, shown only this once. */
export type SignedIn = {
  person: PersonView;
  secret?: string | null;
};

/** Take a seat, any free one if none is named. */
export type Sit = {
  type: "sit";
  seat?: number | null;
  id: string;
};

/** Who sits on a seat, if anybody does. */
export type Sitter = {
  name: string | null;
  bot: string | null;
  is_person: boolean;
  is_you: boolean;
  is_bot?: boolean;
};

/** What a game was worth (docs/analysis.md). */
export type SittingAnalysis = {
  is_duel: boolean;
  start: number;
  end: number;
  steps: AnalysisStep[];
  seats: AnalysisShare[];
  last_chance: LastChance | null;
  commands?: CommandCost[];
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

/** What somebody has achieved in one edition with a given number of players. Games that were given up before ten cards lay on the piles are only counted in `given_up`. */
export type StatisticsView = {
  edition: string;
  seats: number;
  sittings: number;
  won: number;
  average_left: number;
  left: [number, number][];
  streak: number;
  best_streak: number;
  given_up?: number;
  is_offline?: boolean;
};

/** A seat is free again. */
export type Stood = {
  type: "stood";
  seat: number;
  is_sent_away?: boolean;
  person?: string | null;
};

/** The server will stop for a while, as its host has announced. */
export type Stop = {
  at: number;
  text?: string;
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
  has_hints?: boolean;
  clock?: number | null;
};

/** A table, as everybody may know it who has its id or its code. */
export type TableSummary = {
  id: string;
  code: string | null;
  phase: string;
  settings: TableSettings;
  places: Sitter[];
  seat: number | null;
  commitment: string | null;
  outcome: OutcomeView | null;
  following: string | null;
  created_at: number;
  changed_at: number;
};

/** Some tables, and the value of `before` that gets the next ones. */
export type TablesPage = {
  tables: ListedTable[];
  before: string | null;
};

export type ToClient = Welcome | Resumed | Happened | Ack | Refusal | Presence | Hint | Pong;

/** How good another try is. */
export type TriedMoves = {
  chance: number;
  moves: string[];
};

/** Another try at a decision of a finished game. */
export type TryMoves = {
  event: number;
  moves?: string[];
};

/** What the server is, and what it speaks. */
export type VersionView = {
  tenback: string;
  protocol: number;
  record: number;
  rules: number;
};

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
  host?: number | null;
  are_words_closed?: boolean;
};

/** Offer to give up, or take that back; a duel is over at once. */
export type WishResign = {
  type: "resign";
  is_wished?: boolean;
  id: string;
};

/** A seat has added a word to the seed, sealed or open (docs/fairness.md). */
export type WordGiven = {
  type: "word";
  seat: number;
  word: string;
  seal?: string | null;
  salt?: string | null;
};

/** A seat has not opened its word in time: the cards come without it. */
export type WordWithheld = {
  type: "word-withheld";
  seat: number;
};

/** All words are sealed: nobody changes theirs or sits down; each seat opens its own now. */
export type WordsClosed = {
  type: "words-closed";
};
