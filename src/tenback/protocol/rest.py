"""What is asked and answered over HTTP (REST), besides the conversation at a table."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tenback.protocol.facts import BotName, TableSettings
from tenback.protocol.from_client import Seal
from tenback.protocol.to_client import OutcomeView, Welcome

# ---- what is asked ----


class RequestBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request."""


class SayName(RequestBody, frozen=True):
    """A person's name: 1 to 32 printable characters."""

    name: str


class ComeIn(SayName, frozen=True):
    """A guest's name, and whether it is a bot, whose games are never rated."""

    is_bot: bool = False


class Credentials(RequestBody, frozen=True):
    """The name of an account (3 to 32 printable characters) and its password (8 to 200)."""

    account: str
    password: str


class ChangePassword(RequestBody, frozen=True):
    """The password of an account, and its replacement (8 to 200 characters)."""

    password: str
    new_password: str


class DeletePerson(RequestBody, frozen=True):
    """The request to be deleted; an account needs its password for it."""

    password: str | None = None


class OpenTable(RequestBody, frozen=True):
    """A table to be opened, with bots on its last seats."""

    settings: TableSettings = TableSettings()
    bots: Annotated[list[BotName | None], Meta(max_length=5)] = []
    """Without a name it is the default bot."""
    is_seated: bool = True
    """Whether whoever opens the table sits down, on the first seat."""
    is_started: bool = False
    """Whether the cards are dealt at once, if all seats are taken."""
    seal: Seal | None = None
    """Of the word that whoever opens the table adds to the seed: it is opened over the socket."""
    guest: str | None = None
    """The name of a caller who has no session yet, and becomes a guest with this request."""


class TryMoves(RequestBody, frozen=True):
    """Another try at a decision of a finished game."""

    event: Annotated[int, Meta(ge=0, le=1_000_000)]
    """The event that came of the decision: the try replaces it."""
    moves: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=16)] = []
    """Plays, and perhaps the end of the turn."""


class SendSitting(RequestBody, frozen=True):
    """A finished game that somebody played offline, alone or with bots."""

    record: str
    """As text or as JSON (docs/record.md); names and remarks in it are not kept."""
    seat: Annotated[int, Meta(ge=0, le=4)]
    """Where the sender sat."""
    at: Annotated[int, Meta(ge=0, le=10**15)]
    """When it ended, in milliseconds since 1970; a time in the future becomes now."""


# ---- what is answered ----


class ErrorView(Struct, frozen=True):
    """Why something was refused: a code that never changes its meaning, and a sentence."""

    code: str
    message: str
    details: dict[str, str] = {}
    """What went into the sentence, so that it can be put into another language."""


class ErrorAnswer(Struct, frozen=True):
    """The answer to every request that is refused."""

    error: ErrorView


class PersonView(Struct, frozen=True):
    """Somebody, as they see themselves."""

    id: str
    name: str
    account: str | None
    created_at: int
    is_bot: bool = False
    """Whether this is a player's own bot, as it said when it joined."""


class SessionView(Struct, frozen=True):
    """Who is signed in, if anybody is."""

    person: PersonView | None


class SignedIn(Struct, frozen=True):
    """Who somebody is now, and for programs the secret of a new session, shown only this once."""

    person: PersonView
    secret: str | None = None


class ClaimedAccount(PersonView, frozen=True):
    """Somebody with a new account, and for programs the secret of the session, which is new."""

    secret: str | None = None


class OwnSession(Struct, frozen=True):
    """One of a person's sessions, as they see it: a browser or program that is signed in."""

    id: str
    created_at: int
    used_at: int
    """When it was last seen, to the hour."""
    device: str | None
    """What the browser or program said it was."""
    is_current: bool
    """Whether it is the caller's."""


class ListedTable(Struct, frozen=True):
    """A table in a list."""

    id: str
    code: str | None
    phase: str
    edition: str
    seats: int
    taken: int
    is_public: bool
    created_at: int
    changed_at: int


class OfflineTable(ListedTable, frozen=True):
    """A table that is kept in a browser, as its start page lists it."""

    rules_version: int
    """Which reading of the rules it follows."""
    outcome: OutcomeView | None = None
    is_winner: bool = False
    """Whether the person who plays there has won, alone or with the team."""
    is_sent: bool = False
    """Whether it is among the person's results on the server; the page notes that."""


class TablesPage(Struct, frozen=True):
    """Some tables, and the value of `before` that gets the next ones."""

    tables: list[ListedTable]
    before: str | None


class Sitter(Struct, frozen=True):
    """Who sits on a seat, if anybody does."""

    name: str | None
    bot: str | None
    """The bot that plays there, for itself or for the person of that name."""
    is_person: bool
    is_you: bool
    is_bot: bool = False
    """Whether this is a player's own bot."""


class TableSummary(Struct, frozen=True):
    """A table, as everybody may know it who has its id or its code."""

    id: str
    code: str | None
    """The code by which people find it, until it is over."""
    phase: str
    settings: TableSettings
    places: list[Sitter]
    seat: int | None
    """The caller's own."""
    commitment: str | None
    """Binds the server to the cards (docs/fairness.md)."""
    outcome: OutcomeView | None
    following: str | None
    """The table where the same people went on."""
    created_at: int
    changed_at: int


class OpenedTable(TableSummary, frozen=True):
    """A table that was just opened, and the first message of its socket: no need to wait for it."""

    welcome: Welcome
    session: SignedIn | None = None
    """Who the caller is now, if they became a guest with this request."""


class ResultView(Struct, frozen=True):
    """How a game ended for somebody."""

    table: str
    seat: int
    edition: str
    seats: int
    code: str
    day: str | None
    outcome: OutcomeView
    is_winner: bool
    at: int
    is_given_up: bool = False
    """Whether it was given up at once, and is left out of the statistics."""
    is_offline: bool = False
    """Whether it was played offline, as its owner says: it counts for nothing."""


class ResultsPage(Struct, frozen=True):
    """Some results, and the value of `before` that gets the next ones."""

    results: list[ResultView]
    before: str | None


class StatisticsView(Struct, frozen=True):
    """What somebody has achieved in one edition with a given number of players.

    Games that were given up before ten cards lay on the piles are only counted in `given_up`.
    """

    edition: str
    seats: int
    sittings: int
    won: int
    average_left: float
    left: list[tuple[int, int]]
    """How often each number of cards was left: (left, games), fewest left first."""
    streak: int
    best_streak: int
    given_up: int = 0
    """How many games were given up at once."""
    is_offline: bool = False
    """Whether these are the games that were played offline; they are in no other statistics."""


class RatedDuelView(Struct, frozen=True):
    """A duel that counted, and somebody's rating after it."""

    table: str
    opponent: str
    is_bot: bool
    """Whether the opponent was one."""
    is_winner: bool
    rating: int
    at: int


class RatingView(Struct, frozen=True):
    """How strong somebody is in duels (docs/ratings.md)."""

    rating: int
    """In points; 1500 for everybody before the first duel."""
    uncertainty: int
    """How many points it may well be off: a standard deviation."""
    duels: int
    """How many have counted."""
    missing: int
    """Duels until the rating is no longer provisional, and has a place in the ranking."""
    place: int | None
    last: list[RatedDuelView]
    """The last duels, in order of time."""


class RankedPlayer(Struct, frozen=True):
    """A person or a bot in the ranking."""

    place: int
    name: str
    is_bot: bool
    is_you: bool
    rating: int
    uncertainty: int
    duels: int


class RankingView(Struct, frozen=True):
    """Some of those whose rating is no longer provisional, the strongest first."""

    players: list[RankedPlayer]
    skip: int | None
    """What to skip to get more."""


class DayPlayer(Struct, frozen=True):
    """Who played the deal of a day, on one seat."""

    name: str
    is_bot: bool
    is_you: bool


class DayResult(Struct, frozen=True):
    """What became of the deal of a day at one table."""

    table: str | None
    """Given once the day is over: its record shows the cards."""
    outcome: OutcomeView
    players: list[DayPlayer]
    at: int


class OwnDays(Struct, frozen=True):
    """How somebody has done in the deals of the day in one edition with a given number of seats."""

    first_table: str | None
    """Where the cards of this day were dealt to them first: no other table counts."""
    streak: int
    """How many days in a row they have played, up to today or yesterday."""
    best_streak: int


class DayView(Struct, frozen=True):
    """The deal of a day, and what became of it, best results first."""

    day: str
    edition: str
    seats: int
    is_past: bool
    code: str | None
    """The code of its cards: given once the day is over, if anybody has played it."""
    results: list[DayResult]
    skip: int | None
    """What to skip to get more."""
    left: list[tuple[int, int]] = []
    """How often each number of cards was left, over all games that count: (left, games)."""
    own: OwnDays | None = None
    """How the caller has done in this deal of all days, if they are signed in."""


class AnalysisStep(Struct, frozen=True):
    """A decision of a seat, or luck that it had; chances are those of the seat's side."""

    kind: Literal["decision", "draw", "talk"]
    event: int
    """The number of the event in the record, from 0."""
    turn: int
    seat: int
    before: float
    after: float
    move: str | None = None
    """What was decided."""
    best: list[str] = []
    """The best way to play the turn to its end."""
    cards: list[int] = []
    """What was drawn."""


class AnalysisShare(Struct, frozen=True):
    """A seat's part in how a game went."""

    seat: int
    given_away: float
    luck: float


class LastChance(Struct, frozen=True):
    """With all cards open: the last turn from which a win was found, and how."""

    turn: int | None
    """None if no win was found from the beginning of any turn."""
    line: list[str]
    is_proven: bool
    """Whether there was certainly no way to win later, or none at all."""


class CommandCost(Struct, frozen=True):
    """What it cost that a card carried a command, when it was laid."""

    event: int
    turn: int
    seat: int
    card: int
    command: str
    cost: float


class SittingAnalysis(Struct, frozen=True):
    """What a game was worth (docs/analysis.md)."""

    is_duel: bool
    start: float
    """The chance of seat 0's side when the first turn began."""
    end: float
    steps: list[AnalysisStep]
    """Decisions and luck, in the order in which they came."""
    seats: list[AnalysisShare]
    last_chance: LastChance | None
    """None of a win or a duel."""
    commands: list[CommandCost] = []
    """What commands cost, which is part of play and luck."""


class AnalysisView(Struct, frozen=True):
    """The progress of a game's analysis, and what it says once it is ready."""

    phase: Literal["none", "working", "ready", "failed"]
    """`none`: nobody has asked for it lately."""
    progress: int
    """In percent."""
    analysis: SittingAnalysis | None = None


class TriedMoves(Struct, frozen=True):
    """How good another try is."""

    chance: float
    """Of the seat's side, with the best way to go on."""
    moves: list[str]
    """How the turn can go on; empty when it has ended."""


class PuzzleView(Struct, frozen=True):
    """A puzzle, without its answer."""

    id: str
    position: str
    """What the seat to move cannot see is made up in it."""
    said: list[str]
    """The signals that stand, as events."""
    seat: int
    """Whose turn it is."""
    level: int
    """1 if all bots find it, 5 if none does."""
    rating: int
    """How hard it is, in points of the puzzle rating."""
    moves: list[str]
    """How the turn can begin."""
    editions: list[str]
    """The editions that have puzzles."""


class PuzzleMoves(RequestBody, frozen=True):
    """The plays of a turn so far, in their order."""

    moves: Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=20)]


class PuzzleProgress(Struct, frozen=True):
    """How a turn can go on."""

    moves: list[str]
    """Empty when it is over."""


class PuzzleAnswer(RequestBody, frozen=True):
    """A whole turn as the answer to a puzzle, and the puzzle rating of whoever answers."""

    moves: Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=20)]
    mu: Annotated[float, Meta(ge=-100, le=200)] | None = None
    """As the server returned it after the last puzzle; None for newcomers."""
    sigma: Annotated[float, Meta(gt=0, le=100)] | None = None


class PuzzleLine(Struct, frozen=True):
    """A way to play the turn of a puzzle, and how often it won."""

    moves: list[str]
    chance: float
    error: float
    """The standard error of that."""


class PuzzleVerdict(Struct, frozen=True):
    """What an answer was worth, and why."""

    is_right: bool
    own: int | None
    """Which of the lines it was; None if it was not among the best."""
    lines: list[PuzzleLine]
    """The best one, then the best others."""
    games: int
    """Played on from the best line."""
    found_by: list[str]
    """The bots that find the best line."""
    rating: int
    """The puzzle rating after this answer."""
    uncertainty: int
    mu: float
    sigma: float


class ExportedChat(Struct, frozen=True):
    """Something that somebody wrote at a table."""

    at: int
    text: str


class ExportedTable(Struct, frozen=True):
    """A table where somebody was, with what they wrote and what they may see."""

    id: str
    phase: str
    created_at: int
    settings: TableSettings
    seat: int | None
    names: list[str]
    """What they were called there."""
    word: str
    """What they added to the seed."""
    chat: list[ExportedChat]
    events: list[str]
    """What has happened as their seat saw it, while there is no record yet."""
    record: str | None
    """The whole game, once it is over."""


class ExportedDay(Struct, frozen=True):
    """A deal of a day that was dealt to somebody."""

    day: str
    edition: str
    seats: int
    table: str
    dealt_at: int


class ExportedOfflineGame(Struct, frozen=True):
    """A game that somebody played offline and sent to their results."""

    id: str
    seat: int
    record: str


class PersonExport(Struct, frozen=True):
    """Everything that is stored about somebody."""

    at: int
    person: PersonView
    sessions: list[OwnSession]
    rating: RatingView
    results: list[ResultView]
    days: list[ExportedDay]
    offline: list[ExportedOfflineGame]
    tables: list[ExportedTable]


class EditionRules(Struct, frozen=True):
    """What can be chosen of an edition."""

    name: str
    seats: list[int]
    options: list[str]
    """Appended to the name: `classic+min3`."""
    layouts: list[str]
    """Appended to the options: `extreme@shuffled`; `own` is the one that the settings hold."""
    is_duel: bool


class PileView(Struct, frozen=True):
    """A place for cards."""

    name: str
    is_ascending: bool
    row_card: int
    """What lies there before anything is laid."""
    owner: int | None
    """The seat whose pile it is, in a duel."""


class OptionView(Struct, frozen=True):
    """A variant that can be switched on."""

    name: str
    """Appended to the name of the edition: `classic+min3`."""
    letter: str
    """In deal codes."""
    title: str


class CommandView(Struct, frozen=True):
    """A command, and the numbers that carry it in the standard layout."""

    name: str
    is_lightning: bool
    """Whether it binds only the turn in which it is laid (E2); else it binds while visible (E6)."""
    numbers: list[int]


class EditionView(Struct, frozen=True):
    """What an edition is: all that a client needs to draw it."""

    name: str
    title: str
    letter: str
    """The first letter of its deal codes."""
    rule_letter: str
    """The letter of its rules, as in C4."""
    is_duel: bool
    """Whether a seat wins against the other; else the team wins or loses together."""
    is_starter_drawn: bool
    """Whether the deal decides who begins; else the table agrees on it."""
    seats: list[int]
    hand_sizes: list[int]
    """How many cards a full hand holds, by the number of seats, as in `seats`."""
    minimum: int
    """How many cards a turn must lay."""
    last_minimum: int
    """How many once the draw pile is empty."""
    lowest: int
    highest: int
    """The number cards of one draw pile."""
    draw_pile_count: int
    piles: list[PileView]
    options: list[OptionView]
    commands: list[CommandView]
    layouts: list[str]
    """Which layouts of commands can be requested; `own` is the one that the settings hold."""
    burning: list[int]
    """The cards that burn."""
    words: list[str]
    """What may be said by signals."""
    endings: list[str]
    """How a game can end."""


class EditionsView(Struct, frozen=True):
    """All editions; the first is the default."""

    editions: list[EditionView]


class RulesView(Struct, frozen=True):
    """What can be set at a table."""

    editions: list[EditionRules]
    bots: list[str]
    usual_bot: str
    """The default bot."""
    clock_least: int
    clock_most: int
    """Seconds for a turn."""


class VersionView(Struct, frozen=True):
    """What the server is, and what it speaks."""

    tenback: str
    protocol: int
    record: int
    rules: int


class HomeNetwork(Struct, frozen=True):
    """Where phones in the same network find the server."""

    addresses: list[str]
    """Empty unless the server is open for them (`tenback serve --lan`)."""


class Health(Struct, frozen=True):
    """The process is alive."""

    is_alive: bool


class Readiness(Struct, frozen=True):
    """Whether the server can do its work, and the state of what it depends on."""

    is_ready: bool
    database: bool
    redis: bool | None
    """None where it is not used. Without it, other processes hear of steps later."""
