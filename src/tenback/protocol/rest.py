"""The bodies of REST requests and answers."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tenback.protocol.facts import BotName, TableSettings
from tenback.protocol.from_client import Seal, Word
from tenback.protocol.to_client import OutcomeView, Welcome

# ---- requests ----


class RequestBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request."""


class ChangeName(RequestBody, frozen=True):
    """A person's name: 1 to 32 printable characters."""

    name: str


class BecomeGuest(ChangeName, frozen=True):
    """A guest's name, and whether the guest is a bot; its games are never rated."""

    is_bot: bool = False


class Credentials(RequestBody, frozen=True):
    """The name of an account (3 to 32 printable characters) and its password (8 to 200)."""

    account: str
    password: str


class ChangePassword(RequestBody, frozen=True):
    """The current password of an account, and its replacement (8 to 200 characters)."""

    password: str
    new_password: str


class DeletePerson(RequestBody, frozen=True):
    """The request to delete the caller; an account must give its password."""

    password: str | None = None


class OpenTable(RequestBody, frozen=True):
    """A table to open, with bots on its last seats."""

    settings: TableSettings = TableSettings()
    bots: Annotated[list[BotName | None], Meta(max_length=5)] = []
    """None stands for the default bot."""
    is_seated: bool = True
    """Whether the caller takes the first seat."""
    is_started: bool = False
    """Whether the cards are dealt at once, if all seats are taken."""
    seal: Seal | None = None
    """The seal of the caller's word for the seed, which is opened over the socket."""
    commitment: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")] | None = None
    """A commitment from `POST /api/commitments`, for this table and no other."""
    word: Word | None = None
    """The caller's word for the seed, open: only with a commitment that came before."""
    guest: str | None = None
    """The name of a caller without a session, who becomes a guest with this request."""


class TryMoves(RequestBody, frozen=True):
    """Another try at a decision of a finished game."""

    event: Annotated[int, Meta(ge=0, le=1_000_000)]
    """The event that followed from the decision; the try replaces it."""
    moves: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=16)] = []
    """Plays, optionally followed by the end of the turn."""


class SendSitting(RequestBody, frozen=True):
    """A finished game that the sender played offline, alone or with bots."""

    record: str
    """As text or as JSON (docs/record.md); names and remarks in it are not kept."""
    seat: Annotated[int, Meta(ge=0, le=4)]
    """Where the sender sat."""
    at: Annotated[int, Meta(ge=0, le=10**15)]
    """When it ended, in milliseconds since 1970; a time in the future becomes now."""


# ---- answers ----


class ErrorView(Struct, frozen=True):
    """Why a request was refused: a code that never changes its meaning, and a sentence."""

    code: str
    message: str
    details: dict[str, str] = {}
    """The values in the sentence, for clients that translate it."""


class ErrorAnswer(Struct, frozen=True):
    """The answer to every refused request."""

    error: ErrorView


class PersonView(Struct, frozen=True):
    """A person, as they see themselves."""

    id: str
    name: str
    account: str | None
    created_at: int
    is_bot: bool = False
    """Whether this is a player's own bot, as declared when it joined."""


class SessionView(Struct, frozen=True):
    """The person who is signed in, if any."""

    person: PersonView | None


class CommitmentView(Struct, frozen=True):
    """A commitment to a secret that the server has drawn for the caller's next table."""

    commitment: str


class SignedIn(Struct, frozen=True):
    """The person now signed in and, for programs, the secret of a new session, shown only once."""

    person: PersonView
    secret: str | None = None


class ClaimedAccount(PersonView, frozen=True):
    """The person with their new account and, for programs, the secret of the new session."""

    secret: str | None = None


class OwnSession(Struct, frozen=True):
    """One of a person's sessions, as they see it: a browser or program that is signed in."""

    id: str
    created_at: int
    used_at: int
    """When it was last used, to the hour."""
    device: str | None
    """The browser or program, as it describes itself."""
    is_current: bool
    """Whether it is the caller's current session."""


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
    """A table kept in a browser, as its start page lists it."""

    rules_version: int
    """The version of the rules it follows."""
    outcome: OutcomeView | None = None
    is_winner: bool = False
    """Whether the person at the table has won, alone or with the team."""
    is_sent: bool = False
    """Whether the page has noted that the game is among the person's results on the server."""


class TablesPage(Struct, frozen=True):
    """One page of tables, and the value of `before` that gets the next page."""

    tables: list[ListedTable]
    before: str | None


class Sitter(Struct, frozen=True):
    """The occupant of a seat, if any."""

    name: str | None
    bot: str | None
    """The bot that plays there, for itself or for the named person."""
    is_person: bool
    is_you: bool
    is_bot: bool = False
    """Whether this is a player's own bot."""


class TableSummary(Struct, frozen=True):
    """A table, as shown to everybody who has its id or code."""

    id: str
    code: str | None
    """The code by which people find the table, until the game is over."""
    phase: str
    settings: TableSettings
    places: list[Sitter]
    seat: int | None
    """The caller's seat."""
    commitment: str | None
    """Binds the server to the cards (docs/fairness.md)."""
    outcome: OutcomeView | None
    following: str | None
    """The table where the same people continued."""
    created_at: int
    changed_at: int


class OpenedTable(TableSummary, frozen=True):
    """A newly opened table, with the welcome that its socket would send first."""

    welcome: Welcome
    session: SignedIn | None = None
    """The caller's new identity, if this request made them a guest."""


class ResultView(Struct, frozen=True):
    """How a game ended for a player."""

    table: str
    seat: int
    edition: str
    seats: int
    code: str
    day: str | None
    """The day whose deal was played, if the game ended on that day."""
    outcome: OutcomeView
    is_winner: bool
    at: int
    is_given_up: bool = False
    """Whether it was given up at once and is left out of the statistics."""
    is_offline: bool = False
    """Whether it was played offline, going by the player's word. Such games count for nothing."""


class ResultsPage(Struct, frozen=True):
    """One page of results, and the value of `before` that gets the next page."""

    results: list[ResultView]
    before: str | None


class StatisticsView(Struct, frozen=True):
    """A player's statistics in one edition with a given number of players.

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
    """Whether these are the games played offline, which no other statistics include."""


class RatedDuelView(Struct, frozen=True):
    """A rated duel, and the player's rating after it."""

    table: str
    opponent: str
    is_bot: bool
    """Whether the opponent was a bot."""
    is_winner: bool
    rating: int
    at: int


class RatingView(Struct, frozen=True):
    """A player's strength in duels (docs/ratings.md)."""

    rating: int
    """In points; 1500 for everybody before the first duel."""
    uncertainty: int
    """The standard deviation of the rating, in points."""
    duels: int
    """The number of rated duels."""
    missing: int
    """Duels until the rating is no longer provisional, and has a place in the ranking."""
    place: int | None
    last: list[RatedDuelView]
    """The latest duels, in chronological order."""


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
    """One page of the players whose rating is no longer provisional, strongest first."""

    players: list[RankedPlayer]
    skip: int | None
    """The value of `skip` that gets the next page."""


class DayPlayer(Struct, frozen=True):
    """The player in one seat of a day's game."""

    name: str
    is_bot: bool
    is_you: bool


class DayResult(Struct, frozen=True):
    """The result of a day's deal at one table."""

    table: str | None
    """Given once the day is over, because the table's record shows the cards."""
    outcome: OutcomeView
    players: list[DayPlayer]
    at: int


class OwnDays(Struct, frozen=True):
    """A player's history in the daily deals of one edition with a given number of seats."""

    first_table: str | None
    """The table where this day's cards were first dealt to them; no other table counts."""
    streak: int
    """The number of days played in a row, up to today or yesterday."""
    best_streak: int


class DayView(Struct, frozen=True):
    """The deal of a day and its results, best first."""

    day: str
    edition: str
    seats: int
    is_past: bool
    code: str | None
    """The deal code, given once the day is over if anybody has played it."""
    results: list[DayResult]
    skip: int | None
    """The value of `skip` that gets the next page."""
    left: list[tuple[int, int]] = []
    """How often each number of cards was left, over all games that count: (left, games)."""
    own: OwnDays | None = None
    """The caller's own history, if they are signed in."""


class AnalysisStep(Struct, frozen=True):
    """A seat's decision, or its luck. `before` and `after` are the chances of the seat's side."""

    kind: Literal["decision", "draw", "talk"]
    event: int
    """The number of the event in the record, from 0."""
    turn: int
    seat: int
    before: float
    after: float
    move: str | None = None
    """The move that was chosen."""
    best: list[str] = []
    """The best way to play the turn to its end."""
    cards: list[int] = []
    """The cards that were drawn."""


class AnalysisShare(Struct, frozen=True):
    """What a seat gave away in a game, and the luck it had."""

    seat: int
    given_away: float
    luck: float


class LastChance(Struct, frozen=True):
    """With all cards open: the last turn from which a win was found, and the winning line."""

    turn: int | None
    """None if no win was found from the beginning of any turn."""
    line: list[str]
    is_proven: bool
    """Whether it is proven that no later win existed, or none at all."""
    is_winnable: bool | None = None
    """Whether the cards could be won at all, from the first turn on; None if unknown."""


class CommandCost(Struct, frozen=True):
    """What the command on a card cost when the card was laid."""

    event: int
    turn: int
    seat: int
    card: int
    command: str
    cost: float


class SittingAnalysis(Struct, frozen=True):
    """The analysis of a game (docs/analysis.md)."""

    is_duel: bool
    start: float
    """The chance of seat 0's side when the first turn began."""
    end: float
    steps: list[AnalysisStep]
    """Decisions and luck, in chronological order."""
    seats: list[AnalysisShare]
    last_chance: LastChance | None
    """None for a won game and for a duel."""
    commands: list[CommandCost] = []
    """What commands cost; play and luck already include it."""


class AnalysisView(Struct, frozen=True):
    """The progress of a game's analysis, and its result once it is ready."""

    phase: Literal["none", "working", "ready", "failed"]
    """`none`: nobody has asked for it recently."""
    progress: int
    """In percent."""
    analysis: SittingAnalysis | None = None


class TriedMoves(Struct, frozen=True):
    """The value of another try at a decision."""

    chance: float
    """The chance of the seat's side, with the best continuation."""
    moves: list[str]
    """The moves that can come next; empty when the turn has ended."""


class PuzzleView(Struct, frozen=True):
    """A puzzle, without its answer."""

    id: str
    position: str
    """Cards that the seat to move cannot see are made up."""
    said: list[str]
    """The standing signals, as events."""
    seat: int
    """Whose turn it is."""
    level: int
    """1 if all bots find it, 5 if none does."""
    rating: int
    """Its difficulty, in points of the puzzle rating."""
    moves: list[str]
    """The moves that can begin the turn."""
    editions: list[str]
    """The editions that have puzzles."""


class PuzzleMoves(RequestBody, frozen=True):
    """The plays of a turn so far, in order."""

    moves: Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=20)]


class PuzzleProgress(Struct, frozen=True):
    """The moves that can come next in a puzzle's turn."""

    moves: list[str]
    """Empty when it is over."""


class PuzzleAnswer(RequestBody, frozen=True):
    """A whole turn as the answer to a puzzle, and the player's puzzle rating."""

    moves: Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=20)]
    mu: Annotated[float, Meta(ge=-100, le=200)] | None = None
    """As the server returned it after the last puzzle; None for newcomers."""
    sigma: Annotated[float, Meta(gt=0, le=100)] | None = None


class PuzzleLine(Struct, frozen=True):
    """A way to play the turn of a puzzle, and how often it won."""

    moves: list[str]
    chance: float
    error: float
    """The standard error of `chance`."""


class PuzzleVerdict(Struct, frozen=True):
    """How good an answer to a puzzle was, and why."""

    is_right: bool
    own: int | None
    """The index of the answer in `lines`; None if it was not among the best."""
    lines: list[PuzzleLine]
    """The best line, then the next best."""
    games: int
    """The number of games played on from the best line."""
    found_by: list[str]
    """The bots that find the best line."""
    rating: int
    """The puzzle rating after this answer."""
    uncertainty: int
    mu: float
    sigma: float


class ExportedChat(Struct, frozen=True):
    """A chat message that the person wrote."""

    at: int
    text: str


class ExportedTable(Struct, frozen=True):
    """A table where the person was, with what they wrote and what they may see."""

    id: str
    phase: str
    created_at: int
    settings: TableSettings
    seat: int | None
    names: list[str]
    """The names they used there."""
    word: str
    """The word they added to the seed."""
    chat: list[ExportedChat]
    events: list[str]
    """The events as their seat saw them, while there is no record yet."""
    record: str | None
    """The whole game, once it is over."""


class ExportedDay(Struct, frozen=True):
    """A day's deal that was dealt to the person."""

    day: str
    edition: str
    seats: int
    table: str
    dealt_at: int


class ExportedOfflineGame(Struct, frozen=True):
    """A game that the person played offline and added to their results."""

    id: str
    seat: int
    record: str


class PersonExport(Struct, frozen=True):
    """Everything that is stored about a person."""

    at: int
    person: PersonView
    sessions: list[OwnSession]
    rating: RatingView
    results: list[ResultView]
    days: list[ExportedDay]
    offline: list[ExportedOfflineGame]
    tables: list[ExportedTable]


class EditionRules(Struct, frozen=True):
    """The choices an edition offers."""

    name: str
    seats: list[int]
    options: list[str]
    """Appended to the name: `classic+min3`."""
    layouts: list[str]
    """Appended to the options: `extreme@shuffled`; `own` is the one in the table's settings."""
    is_duel: bool


class PileView(Struct, frozen=True):
    """A pile to lay cards on."""

    name: str
    is_ascending: bool
    row_card: int
    """The card that lies there before anything is laid."""
    owner: int | None
    """The seat whose pile it is, in a duel."""


class OptionView(Struct, frozen=True):
    """A variant that can be switched on."""

    name: str
    """Appended to the name of the edition: `classic+min3`."""
    letter: str
    """Its letter in deal codes."""
    title: str


class CommandView(Struct, frozen=True):
    """A command, and the numbers that carry it in the standard layout."""

    name: str
    is_lightning: bool
    """Whether it binds only the turn in which it is laid (E2); else it binds while visible (E6)."""
    numbers: list[int]


class EditionView(Struct, frozen=True):
    """Everything a client needs to know about an edition to draw it."""

    name: str
    title: str
    letter: str
    """The first letter of its deal codes."""
    rule_letter: str
    """The letter of its rules, as in C4."""
    is_duel: bool
    """Whether one seat wins against the other; otherwise the team wins or loses together."""
    is_starter_drawn: bool
    """Whether the deal decides who begins; otherwise the players agree on it."""
    seats: list[int]
    hand_sizes: list[int]
    """The size of a full hand, for each number in `seats`."""
    minimum: int
    """How many cards a turn must lay."""
    last_minimum: int
    """How many cards a turn must lay once the draw pile is empty."""
    lowest: int
    highest: int
    """The number cards of one draw pile run from `lowest` to `highest`."""
    draw_pile_count: int
    piles: list[PileView]
    options: list[OptionView]
    commands: list[CommandView]
    layouts: list[str]
    """The layouts of commands to choose from; `own` is the one in the table's settings."""
    burning: list[int]
    """The cards that burn."""
    words: list[str]
    """The words that signals can say."""
    endings: list[str]
    """How a game can end."""


class EditionsView(Struct, frozen=True):
    """All editions; the first is the default."""

    editions: list[EditionView]


class RulesView(Struct, frozen=True):
    """The choices for the settings of a table."""

    editions: list[EditionRules]
    bots: list[str]
    usual_bot: str
    """The default bot."""
    clock_least: int
    clock_most: int
    """The limits of the clock, in seconds per turn."""


class VersionView(Struct, frozen=True):
    """The versions of the server and of what it speaks."""

    tenback: str
    protocol: int
    record: int
    rules: int


class HomeNetwork(Struct, frozen=True):
    """Where phones on the same network find the server."""

    addresses: list[str]
    """Empty unless the server is open for them (`tenback serve --lan`)."""


class Health(Struct, frozen=True):
    """The process is alive."""

    is_alive: bool


class Readiness(Struct, frozen=True):
    """Whether the server can do its work, and the state of its dependencies."""

    is_ready: bool
    database: bool
    redis: bool | None
    """None if unused. While Redis is down, other processes learn of steps later."""
