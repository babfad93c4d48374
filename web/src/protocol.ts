// Made from docs/protocol.schema.json by `make protocol`: change src/tenback/protocol/ instead.

/** The request took effect and is stored as step `number`. */
export type Ack = {
  type: "ack";
  id: string;
  number: number;
};

/** Add a word to the seed (docs/fairness.md); the server seals it for clients that cannot. */
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

/** What a seat gave away in a game, and the luck it had. */
export type AnalysisShare = {
  seat: number;
  given_away: number;
  luck: number;
};

/** A seat's decision, or its luck. `before` and `after` are the chances of the seat's side. */
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

/** The progress of a game's analysis, and its result once it is ready. */
export type AnalysisView = {
  phase: "failed" | "none" | "ready" | "working";
  progress: number;
  analysis?: SittingAnalysis | null;
};

/** Ask what the strongest bot would do now, given what the seat sees. */
export type AskHint = {
  type: "hint";
  id: string;
};

/** A guest's name, and whether the guest is a bot; its games are never rated. */
export type BecomeGuest = {
  name: string;
  is_bot?: boolean;
};

/** A person's name: 1 to 32 printable characters. */
export type ChangeName = {
  name: string;
};

/** The current password of an account, and its replacement (8 to 200 characters). */
export type ChangePassword = {
  password: string;
  new_password: string;
};

/** A chat message in free words, without numbers (C12). */
export type Chat = {
  type: "chat";
  text: string;
  id: string;
};

/** Somebody wrote a chat message; without a seat it was a spectator. */
export type Chatted = {
  type: "chatted";
  seat: number | null;
  name: string;
  text: string;
};

/** What the current turn still demands and, for the seat that may act, its legal moves. */
export type Choices = {
  moves?: string[];
  losing?: string[];
  minimum?: number | null;
  demands?: string[];
  fires?: string[];
  draws?: number | null;
  fitting?: string[];
};

/** The person with their new account and, for programs, the secret of the new session. */
export type ClaimedAccount = {
  id: string;
  name: string;
  account: string | null;
  created_at: number;
  is_bot?: boolean;
  secret?: string | null;
};

/** What the command on a card cost when the card was laid. */
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

/** A commitment to a secret that the server has drawn for the caller's next table. */
export type CommitmentView = {
  commitment: string;
};

/** The name of an account (3 to 32 printable characters) and its password (8 to 200). */
export type Credentials = {
  account: string;
  password: string;
};

/** The player in one seat of a day's game. */
export type DayPlayer = {
  name: string;
  is_bot: boolean;
  is_you: boolean;
};

/** The result of a day's deal at one table. */
export type DayResult = {
  table: string | null;
  outcome: OutcomeView;
  players: DayPlayer[];
  at: number;
};

/** The deal of a day and its results, best first. */
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

/** The request to delete the caller; an account must give its password. */
export type DeletePerson = {
  password?: string | null;
};

/** The choices an edition offers. */
export type EditionRules = {
  name: string;
  seats: number[];
  options: string[];
  layouts: string[];
  is_duel: boolean;
};

/** Everything a client needs to know about an edition to draw it. */
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

/** The answer to every refused request. */
export type ErrorAnswer = {
  error: ErrorView;
};

/** Why a request was refused: a code that never changes its meaning, and a sentence. */
export type ErrorView = {
  code: string;
  message: string;
  details?: { [key: string]: string };
};

/** A chat message that the person wrote. */
export type ExportedChat = {
  at: number;
  text: string;
};

/** A day's deal that was dealt to the person. */
export type ExportedDay = {
  day: string;
  edition: string;
  seats: number;
  table: string;
  dealt_at: number;
};

/** A game that the person played offline and added to their results. */
export type ExportedOfflineGame = {
  id: string;
  seat: number;
  record: string;
};

/** A table where the person was, with what they wrote and what they may see. */
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

/** The same people continue at another table. */
export type Followed = {
  type: "followed";
  table: string;
};

export type FromClient = Hello | MakeMove | Chat | Sit | Stand | SeatBot | SendAway | AddWord | SealWord | OpenWord | Start | WishResign | Replace | Return | Again | AskHint | Ping;

/** A step: everything that one request caused. `choices` is set on the newest step. */
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

/** The first message: the client's protocol version and the number of the last step it has. */
export type Hello = {
  type: "hello";
  protocol: number;
  since?: number | null;
  id: string;
};

/** The move that the strongest bot would make. */
export type Hint = {
  type: "hint";
  id: string;
  move: string;
};

/** Where phones on the same network find the server. */
export type HomeNetwork = {
  addresses: string[];
};

/** With all cards open: the last turn from which a win was found, and the winning line. */
export type LastChance = {
  turn: number | null;
  line: string[];
  is_proven: boolean;
  is_winnable?: boolean | null;
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

/** A table kept in a browser, as its start page lists it. */
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

/** A table to open, with bots on its last seats. */
export type OpenTable = {
  settings?: TableSettings;
  bots?: (string | null)[];
  is_seated?: boolean;
  is_started?: boolean;
  seal?: string | null;
  commitment?: string | null;
  word?: string | null;
  guest?: string | null;
};

/** Reveal a sealed word, once all words are closed. */
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

/** A newly opened table, with the welcome that its socket would send first. */
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

/** A player's history in the daily deals of one edition with a given number of seats. */
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

/** Everything that is stored about a person. */
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

/** A person, as they see themselves. */
export type PersonView = {
  id: string;
  name: string;
  account: string | null;
  created_at: number;
  is_bot?: boolean;
};

/** A pile to lay cards on. */
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

/** A seat and its occupant. */
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

/** What the referee reported, in notation: `1:23>u1`, `1:draws ?.?`, `turn 2`. */
export type Played = {
  type: "played";
  events: string[];
};

/** The answer to a ping. */
export type Pong = {
  type: "pong";
  id: string;
};

/** The seats whose people are connected, and whether the server is about to stop. */
export type Presence = {
  type: "presence";
  present: number[];
  watching: number;
  host?: number | null;
  stop?: Stop | null;
};

/** A whole turn as the answer to a puzzle, and the player's puzzle rating. */
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

/** The plays of a turn so far, in order. */
export type PuzzleMoves = {
  moves: string[];
};

/** The moves that can come next in a puzzle's turn. */
export type PuzzleProgress = {
  moves: string[];
};

/** How good an answer to a puzzle was, and why. */
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

/** One page of the players whose rating is no longer provisional, strongest first. */
export type RankingView = {
  players: RankedPlayer[];
  skip: number | null;
};

/** A rated duel, and the player's rating after it. */
export type RatedDuelView = {
  table: string;
  opponent: string;
  is_bot: boolean;
  is_winner: boolean;
  rating: number;
  at: number;
};

/** A player's strength in duels (docs/ratings.md). */
export type RatingView = {
  rating: number;
  uncertainty: number;
  duels: number;
  missing: number;
  place: number | null;
  last: RatedDuelView[];
};

/** Whether the server can do its work, and the state of its dependencies. */
export type Readiness = {
  is_ready: boolean;
  database: boolean;
  redis: boolean | null;
};

/** The request was refused, and why. `id` is None if the message had no readable one. */
export type Refusal = {
  type: "refused";
  id: string | null;
  code: string;
  message: string;
  details?: { [key: string]: string };
};

/** Let a bot play for a person who stays away: the one named, or the server's usual stand-in. */
export type Replace = {
  type: "replace";
  seat: number;
  bot?: string;
  id: string;
};

/** A bot now plays for the person in a seat, who can take the seat back. */
export type Replaced = {
  type: "replaced";
  seat: number;
  bot: string;
};

/** A seat wants to give up, or no longer wants to. A team gives up once every seat wants to. */
export type ResignWished = {
  type: "resign-wished";
  seat: number;
  is_wished: boolean;
};

/** How a game ended for a player. */
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

/** One page of results, and the value of `before` that gets the next page. */
export type ResultsPage = {
  results: ResultView[];
  before: string | null;
};

/** The client is up to date again: the steps it missed were sent before this message. */
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

/** The person in a seat plays again after a bot filled in. */
export type Returned = {
  type: "returned";
  seat: number;
};

/** The game is over, and everybody can check the cards. */
export type Revealed = {
  type: "revealed";
  secret: string;
  code: string;
};

/** The choices for the settings of a table. */
export type RulesView = {
  editions: EditionRules[];
  bots: string[];
  usual_bot: string;
  clock_least: number;
  clock_most: number;
};

/** A person or a bot has taken a seat. */
export type Sat = {
  type: "sat";
  seat: number;
  name: string;
  bot?: string | null;
  person?: string | null;
  is_you?: boolean;
  is_bot?: boolean;
};

/** Add a word to the seed without revealing it yet. */
export type SealWord = {
  type: "seal";
  seal: string;
  id: string;
};

/** Put a bot on a free seat, or remove one. */
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

/** Free somebody's seat before the cards are dealt; only the host of the table can. */
export type SendAway = {
  type: "send-away";
  seat: number;
  id: string;
};

/** A finished game that the sender played offline, alone or with bots. */
export type SendSitting = {
  record: string;
  seat: number;
  at: number;
};

/** The person who is signed in, if any. */
export type SessionView = {
  person: PersonView | null;
};

/** The person now signed in and, for programs, the secret of a new session, shown only once. */
export type SignedIn = {
  person: PersonView;
  secret?: string | null;
};

/** Take the named seat, or any free one. */
export type Sit = {
  type: "sit";
  seat?: number | null;
  id: string;
};

/** The occupant of a seat, if any. */
export type Sitter = {
  name: string | null;
  bot: string | null;
  is_person: boolean;
  is_you: boolean;
  is_bot?: boolean;
};

/** The analysis of a game (docs/analysis.md). */
export type SittingAnalysis = {
  is_duel: boolean;
  start: number;
  end: number;
  steps: AnalysisStep[];
  seats: AnalysisShare[];
  last_chance: LastChance | null;
  commands?: CommandCost[];
};

/** Leave the seat. Once the cards are dealt, a bot plays on. */
export type Stand = {
  type: "stand";
  id: string;
};

/** Have the cards dealt; all seats must be taken. */
export type Start = {
  type: "start";
  id: string;
};

/** A player's statistics in one edition with a given number of players. Games that were given up before ten cards lay on the piles are only counted in `given_up`. */
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

/** An announced stop of the server. */
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

/** A table, as shown to everybody who has its id or code. */
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

/** One page of tables, and the value of `before` that gets the next page. */
export type TablesPage = {
  tables: ListedTable[];
  before: string | null;
};

export type ToClient = Welcome | Resumed | Happened | Ack | Refusal | Presence | Hint | Pong;

/** The value of another try at a decision. */
export type TriedMoves = {
  chance: number;
  moves: string[];
};

/** Another try at a decision of a finished game. */
export type TryMoves = {
  event: number;
  moves?: string[];
};

/** The versions of the server and of what it speaks. */
export type VersionView = {
  tenback: string;
  protocol: number;
  record: number;
  rules: number;
};

/** Everything the client may know about the table, up to step `number`. */
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

/** Offer to give up, or withdraw the offer. A duel ends at once. */
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

/** A seat did not open its word in time, so the cards are dealt without it. */
export type WordWithheld = {
  type: "word-withheld";
  seat: number;
};

/** All words are sealed: no word or seat can change now. Each seat opens its word. */
export type WordsClosed = {
  type: "words-closed";
};
