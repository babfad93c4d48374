"""What a server says. Steps are numbered; everything else can be lost without harm."""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from tenback.protocol.facts import Chatted, Fact, TableSettings
from tenback.rules.errors import TenbackError


class Choices(Struct, frozen=True, omit_defaults=True):
    """What the running turn still demands, and for the seat that may act, what it may do."""

    moves: list[str] = []
    losing: list[str] = []
    minimum: int | None = None
    demands: list[str] = []
    fires: list[str] = []
    """The piles with a burning card that the running turn must still cover (O2)."""
    draws: int | None = None
    """How many cards the seat to move draws if its turn ends now."""
    fitting: list[str] = []
    """After a loss: what still fits in the client's own turn, which cannot be finished."""


class Happened(Struct, frozen=True, tag="happened", omit_defaults=True):
    """A step: what one request brought about. `choices` is there when it is the newest."""

    number: int
    at: int
    facts: list[Fact]
    choices: Choices | None = None


class Place(Struct, frozen=True):
    """A seat, and who sits there."""

    name: str | None
    bot: str | None
    """The bot that plays there, for itself or for the person of that name."""
    is_person: bool
    word: str
    """What the seat adds to the seed; other seats' words are sent once the words are closed."""
    is_resigning: bool
    seal: str | None = None
    """Binds the seat to its word."""
    is_word_open: bool = True
    """Whether nobody waits for the word of the seat."""
    is_bot: bool = False
    """Whether this is a player's own bot."""


class OutcomeView(Struct, frozen=True):
    """How the game ended."""

    ending: str
    won: bool | None
    winner: int | None
    left: int


class SeatView(Struct, frozen=True):
    """The cards as one seat may see them; a spectator has no hand."""

    edition: str
    tops: list[int]
    hand: list[int]
    hand_sizes: list[int]
    draw_sizes: list[int]
    laid: list[list[int]] | None
    turn: int | None
    plays: list[str]
    named: list[int | None]
    signals: list[list[str]]
    history: list[str]
    outcome: OutcomeView | None
    commands: dict[str, list[int]]
    """Which numbers carry which command (E2)."""


class Welcome(Struct, frozen=True, tag="welcome"):
    """Everything there is to know about the table, up to a number."""

    protocol: int
    table: str
    number: int
    at: int
    settings: TableSettings
    seat: int | None
    """The client's own."""
    places: list[Place]
    present: list[int]
    commitment: str | None
    secret: str | None
    deal: str | None
    cards: SeatView | None
    choices: Choices | None
    deadline: int | None
    """When the clock of the running turn runs out, in milliseconds since 1970."""
    chat: list[Chatted]
    following: str | None
    host: int | None = None
    """The seat of the host: whoever opened the table, or else the lowest seat of a person."""
    are_words_closed: bool = False
    """Whether every seat should open its word now."""


class Resumed(Struct, frozen=True, tag="resumed"):
    """The client is up to date again: the steps it had missed come before this."""

    number: int
    seat: int | None
    present: list[int]


class Ack(Struct, frozen=True, tag="ack"):
    """The request took effect and is stored; `number` is that of its step."""

    id: str
    number: int


class Refusal(Struct, frozen=True, tag="refused"):
    """The request was refused, and why. There is no id if the message had no readable one."""

    id: str | None
    code: str
    message: str
    details: dict[str, str] = {}
    """The details of the message, for clients that put it into other words."""


def refusal_of(request_id: str | None, error: TenbackError) -> Refusal:
    """Return an error as it goes over the wire."""
    details = {name: str(value) for name, value in error.details.items()}
    return Refusal(request_id, error.code.value, str(error), details)


class Stop(Struct, frozen=True):
    """The server will stop for a while, as its host has announced."""

    at: int
    """Milliseconds since 1970."""
    text: str = ""
    """What the host adds."""


class Presence(Struct, frozen=True, tag="presence"):
    """The seats whose people are here, and whether the server is about to stop."""

    present: list[int]
    watching: int
    host: int | None = None
    stop: Stop | None = None


class Hint(Struct, frozen=True, tag="hint"):
    """What the strongest bot would do."""

    id: str
    move: str


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to a ping."""

    id: str


ToClient = Welcome | Resumed | Happened | Ack | Refusal | Presence | Hint | Pong

encode: Callable[[ToClient], bytes] = msgspec.json.Encoder().encode
"""Returns a message as it goes over the wire."""
