"""Everything that can be refused, as typed errors with stable codes.

    TenbackError            a code, its details, and a sentence made of both
    ├── Refused             a move that the rules or the table do not allow
    └── BadInput            a text or value that cannot be read, or cannot be

A code never changes its meaning: it crosses the wire, and translations hang on it.
"""

from enum import StrEnum


class Code(StrEnum):
    """Why something was refused."""

    # moves
    OVER = "over"
    NOT_BEGUN = "not-begun"
    HAS_BEGUN = "has-begun"
    NO_SUCH_SEAT = "no-such-seat"
    NO_SUCH_PILE = "no-such-pile"
    NOT_IN_HAND = "not-in-hand"
    DOES_NOT_FIT = "does-not-fit"
    NO_IMPROVEMENT = "no-improvement"
    ONE_WITH_OPPONENT = "one-with-opponent"
    NO_TRICK = "no-trick"
    ONE_PILE = "one-pile"
    FOURTH_CARD = "fourth-card"
    STOP_TOO_EARLY = "stop-too-early"
    MINIMUM = "minimum"
    SKULL_VISIBLE = "skull-visible"
    NOT_THREE = "not-three"
    NOTHING_LAID = "nothing-laid"
    BELOW_UNKNOWN = "below-unknown"
    SILENCE = "silence"
    NO_TALK = "no-talk"
    NO_SUCH_SIGNAL = "no-such-signal"
    # tables
    NOT_YOUR_TURN = "not-your-turn"
    NOT_YOUR_SEAT = "not-your-seat"
    NOT_AGREED = "not-agreed"
    NO_TAKING_BACK = "no-taking-back"
    # tables on the server
    NO_SUCH_TABLE = "no-such-table"
    BAD_TABLE = "bad-table"
    NO_WATCHING = "no-watching"
    NOT_SEATED = "not-seated"
    SEATED = "seated"
    SEAT_TAKEN = "seat-taken"
    SEAT_EMPTY = "seat-empty"
    TABLE_FULL = "table-full"
    DEALT = "dealt"
    NOT_DEALT = "not-dealt"
    NOT_OVER = "not-over"
    NOT_AWAY = "not-away"
    NOT_REPLACED = "not-replaced"
    REPLACED = "replaced"
    NO_HINTS = "no-hints"
    WORN_OUT = "worn-out"
    BAD_TEXT = "bad-text"
    NUMBER_SAID = "number-said"
    BAD_MESSAGE = "bad-message"
    BAD_PROTOCOL = "bad-protocol"
    TOO_MANY = "too-many"
    UNAVAILABLE = "unavailable"
    # editions, layouts, deals
    BAD_EDITION = "bad-edition"
    BAD_OPTION = "bad-option"
    BAD_SEATS = "bad-seats"
    BAD_PLAYERS = "bad-players"
    BAD_SEED = "bad-seed"
    BAD_CODE = "bad-code"
    BAD_CHECK = "bad-check"
    BAD_LAYOUT = "bad-layout"
    NO_SUCH_LAYOUT = "no-such-layout"
    # bots and runs
    NO_SUCH_BOT = "no-such-bot"
    BAD_BOT = "bad-bot"
    BAD_BOTS = "bad-bots"
    BOT_FAILED = "bot-failed"
    BOT_ILLEGAL = "bot-illegal"
    BAD_STARTER = "bad-starter"
    ILLEGAL_ACTION = "illegal-action"
    BAD_BUFFER = "bad-buffer"
    WORKER_DIED = "worker-died"
    NO_CLUSTER = "no-cluster"
    BAD_KEEP = "bad-keep"
    BAD_RESULT = "bad-result"
    NOT_COMPARABLE = "not-comparable"
    # training
    BAD_SETTINGS = "bad-settings"
    NO_DEVICE = "no-device"
    # the solver
    NOT_SOLVABLE = "not-solvable"
    # texts
    BAD_SIGNAL = "bad-signal"
    BAD_MOVE = "bad-move"
    BAD_EVENT = "bad-event"
    BAD_POSITION = "bad-position"
    IMPOSSIBLE_POSITION = "impossible-position"
    BAD_RECORD = "bad-record"
    RECORD_DIFFERS = "record-differs"
    BAD_JSON = "bad-json"
    BAD_FILE = "bad-file"
    CANNOT_WRITE = "cannot-write"
    # the server
    BAD_DATABASE = "bad-database"
    NAME_TAKEN = "name-taken"
    BAD_SETTING = "bad-setting"
    CANNOT_LISTEN = "cannot-listen"
    NOT_SIGNED_IN = "not-signed-in"
    BAD_NAME = "bad-name"
    BAD_ACCOUNT = "bad-account"
    BAD_PASSWORD = "bad-password"
    HAS_ACCOUNT = "has-account"
    WRONG_LOGIN = "wrong-login"
    BAD_DAY = "bad-day"
    NOT_YET = "not-yet"
    FOREIGN_ORIGIN = "foreign-origin"
    NO_SUCH_PAGE = "no-such-page"
    BAD_METHOD = "bad-method"
    TOO_LARGE = "too-large"
    NOT_JSON = "not-json"
    INTERNAL = "internal"
    # fair cards
    BAD_WORD = "bad-word"
    NOT_FAIR = "not-fair"


MESSAGES: dict[Code, str] = {
    Code.OVER: "the sitting is over",
    Code.NOT_BEGUN: "nobody has begun yet: the table first agrees who begins",
    Code.HAS_BEGUN: "seat {seat} is to move: the opening is over",
    Code.NO_SUCH_SEAT: "there is no seat {seat}: the seats are 0 to {last}",
    Code.NO_SUCH_PILE: "{edition} has no pile {pile}: its piles are {piles}",
    Code.NOT_IN_HAND: "seat {seat} does not hold the {card}",
    Code.DOES_NOT_FIT: "the {card} does not fit on {pile}, which shows {top}",
    Code.NO_IMPROVEMENT: "the {card} does not improve {pile}, which shows {top}, for its owner",
    Code.ONE_WITH_OPPONENT: "only one card a turn may be laid with the opponent",
    Code.NO_TRICK: "the {card} on {pile} is a backwards trick, and a no-trick is visible",
    Code.ONE_PILE: "a one-pile is visible: this turn goes on with {only}, not {pile}",
    Code.FOURTH_CARD: "a three was laid: no fourth card in this turn",
    Code.STOP_TOO_EARLY: "a three was laid: a stop may only be the third card",
    Code.MINIMUM: "at least {minimum} must be laid in this turn, so far it is {count}",
    Code.SKULL_VISIBLE: "the skull on {pile} must be covered in this turn",
    Code.NOT_THREE: "a three was laid: exactly 3 must be laid in this turn, so far it is {count}",
    Code.NOTHING_LAID: "nothing was laid in this turn that could be taken back",
    Code.BELOW_UNKNOWN: "what lies under the {card} on {pile} is not known here",
    Code.SILENCE: "a silence is visible: nothing may be said",
    Code.NO_TALK: "{edition} knows no signals",
    Code.NO_SUCH_SIGNAL: "{edition} knows no signal {signal}",
    Code.NOT_YOUR_TURN: "seat {turn} is to move, not seat {seat}",
    Code.NOT_YOUR_SEAT: "seat {seat} cannot speak for seat {other}",
    Code.NOT_AGREED: "who begins is agreed on: each seat names one, and all must name the same",
    Code.NO_TAKING_BACK: "this table does not take back",
    Code.NO_SUCH_TABLE: "there is no table {text}",
    Code.BAD_TABLE: "no table can be like that: {reason}",
    Code.NO_WATCHING: "this table takes no spectators, and all its seats are taken",
    Code.NOT_SEATED: "that is for those who sit at the table",
    Code.SEATED: "you sit on seat {seat} already",
    Code.SEAT_TAKEN: "seat {seat} is taken",
    Code.SEAT_EMPTY: "seat {seat} is empty: the cards are dealt when all seats are taken",
    Code.TABLE_FULL: "all seats are taken",
    Code.DEALT: "the cards are dealt already",
    Code.NOT_DEALT: "the cards are not dealt yet",
    Code.NOT_OVER: "the sitting is not over yet",
    Code.NOT_AWAY: "{name} is here and plays seat {seat}",
    Code.NOT_REPLACED: "no bot plays for you",
    Code.REPLACED: "a bot plays for you: take your seat back first",
    Code.NO_HINTS: "this table gives no hints",
    Code.WORN_OUT: "so much has happened at this table that it takes no more: open another",
    Code.BAD_TEXT: "this cannot be sent: {reason}",
    Code.NUMBER_SAID: "numbers are not told, and {text} may be one",
    Code.BAD_MESSAGE: "this is no message of the protocol: {reason}",
    Code.BAD_PROTOCOL: "this server speaks protocol {spoken}, not {text}",
    Code.TOO_MANY: "too many messages at once: wait a moment",
    Code.UNAVAILABLE: (
        "the tables cannot be reached now: whether it was done is not known; send it again, "
        "with the same id"
    ),
    Code.BAD_EDITION: "no edition is called {text}: there are {known}",
    Code.BAD_OPTION: "{edition} has no option {text}: it has {known}",
    Code.BAD_SEATS: "{edition} is for {allowed} seats, not {seats}",
    Code.BAD_PLAYERS: "{text} are not the players of {seats} seats",
    Code.BAD_SEED: "{text} is no seed: a seed has 1 to 64 signs out of {alphabet}",
    Code.BAD_CODE: "{text} is no deal code: {reason}",
    Code.BAD_CHECK: "the deal code {text} has a slip: its last sign does not match the others",
    Code.BAD_LAYOUT: "this is no layout: {reason}",
    Code.NO_SUCH_LAYOUT: "the layout {text} is not known here: {reason}",
    Code.NO_SUCH_BOT: "no bot is called {text}: there are {known}, and your own as file.py:Name",
    Code.BAD_BOT: "{text} is no bot: {reason}",
    Code.BAD_BOTS: "{count} bots are not for {seats} seats: give one for all, or one for each",
    Code.BOT_FAILED: "{bot} failed in deal {number} as seat {seat}: {reason}; position {position}",
    Code.BAD_STARTER: "who begins is given for a duel only, as seat 0 or 1, not {text}",
    Code.ILLEGAL_ACTION: (
        "{count} tables cannot do what was asked, the first is table {table}: {text} in {position}"
    ),
    Code.BAD_BUFFER: "the buffer {name} must be {wanted}, in one piece and writeable, not {text}",
    Code.BOT_ILLEGAL: (
        "{bot} wanted {text} in deal {number} as seat {seat}: {reason}; position {position}"
    ),
    Code.WORKER_DIED: "a process that played has died, by a bot or for lack of memory",
    Code.NO_CLUSTER: "the cluster {text} cannot be used: {reason}",
    Code.BAD_KEEP: "{text} says not what to keep: all, won, lost, or numbers like 3,17,200-210",
    Code.BAD_RESULT: "{text} cannot be gone on with: {reason}",
    Code.NOT_COMPARABLE: "two bots cannot be compared so in {edition}: {reason}",
    Code.BAD_SETTINGS: "the settings {text} cannot be used: {reason}",
    Code.NO_DEVICE: "nothing can be trained on {text}: {reason}",
    Code.NOT_SOLVABLE: "{edition} is a duel: the solver finds wins of a team",
    Code.BAD_SIGNAL: "{text} is no signal: some words are about a pile, hold is about a command",
    Code.BAD_MOVE: "{text} is no move: {reason}",
    Code.BAD_EVENT: "{text} is no event: {reason}",
    Code.BAD_POSITION: "the {field} {text} cannot be read: {reason}",
    Code.IMPOSSIBLE_POSITION: "the {field} {text} cannot be: {reason}",
    Code.BAD_RECORD: "{text} cannot be read: {reason}",
    Code.RECORD_DIFFERS: "the record says {text}, but the cards and moves give {truth}",
    Code.BAD_JSON: "this is not the JSON that is asked for: {reason}",
    Code.BAD_FILE: "{text} cannot be read: {reason}",
    Code.CANNOT_WRITE: "{text} cannot be written: {reason}",
    Code.BAD_DATABASE: "the database {text} cannot be used: {reason}",
    Code.NAME_TAKEN: "somebody else has the account {text}",
    Code.BAD_SETTING: "{name} cannot be {text}: {reason}",
    Code.CANNOT_LISTEN: "nothing can be served at {text}: {reason}",
    Code.NOT_SIGNED_IN: "nobody knows here who you are: say your name first, or sign in",
    Code.BAD_NAME: "{text} is no name: a name has 1 to {most} printable signs",
    Code.BAD_ACCOUNT: "{text} is no name for an account: it has {least} to {most} printable signs",
    Code.BAD_PASSWORD: "a password has {least} to {most} signs",
    Code.HAS_ACCOUNT: "you have the account {text} already",
    Code.WRONG_LOGIN: "there is no such account, or it has another password",
    Code.BAD_DAY: "{text} is no day: days are written like 2024-11-15, or today",
    Code.NOT_YET: "{day} has not come yet: days begin at midnight UTC",
    Code.FOREIGN_ORIGIN: "this comes from a page of another site",
    Code.NO_SUCH_PAGE: "there is nothing at {text}",
    Code.BAD_METHOD: "{method} cannot be done with {text}",
    Code.TOO_LARGE: "this is too much at once: {most} bytes are the most",
    Code.NOT_JSON: "this is read as application/json only, not as {text}",
    Code.INTERNAL: "something went wrong here; it is written down",
    Code.BAD_WORD: "{text} cannot be added to the seed: a word has {most} printable signs at most",
    Code.NOT_FAIR: "it is not proven that the cards are fair: {reason}",
}

LONGEST_QUOTE = 80


class Reason:
    """A part of a message: a template, which a translator knows, and what goes into it."""

    def __init__(self, template: str, **details: object) -> None:
        self.template = template
        self.details = details

    def __str__(self) -> str:
        return self.template.format(**self.details)


class TenbackError(ValueError):
    """Something was refused: `code` says why, `details` with what."""

    def __init__(self, code: Code, **details: object) -> None:
        self.code = code
        self.details = {
            name: quote(value) if name == "text" else value for name, value in details.items()
        }
        super().__init__(MESSAGES[code].format(**self.details))

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error cross to another process as it is: what it quotes is quoted already."""
        return _as_it_was, (type(self), self.args), self.__dict__


class Refused(TenbackError):
    """A move that the rules or the table do not allow; nothing has changed."""


class BadInput(TenbackError):
    """A text or value that cannot be read, or that names something that cannot be."""


def quote(value: object) -> str:
    """Return a foreign text, shortened and escaped, fit to stand in a message."""
    try:
        text = str(value)
    except Exception:  # an int of thousands of digits, or somebody else's code
        text = "…"
    if len(text) > LONGEST_QUOTE:
        text = text[: LONGEST_QUOTE - 1] + "…"
    return repr(text)


def _as_it_was(kind: type[TenbackError], arguments: tuple[str, ...]) -> TenbackError:
    return kind.__new__(kind, *arguments)
