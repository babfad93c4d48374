"""Messages from the server. Steps are numbered; all other messages can be lost without harm."""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from tenback.protocol.facts import Chatted, Fact, TableSettings
from tenback.rules.errors import TenbackError


class Choices(Struct, frozen=True, omit_defaults=True):
    """What the current turn still demands and, for the seat that may act, its legal moves."""

    moves: list[str] = []
    losing: list[str] = []
    minimum: int | None = None
    demands: list[str] = []
    fires: list[str] = []
    """The piles with a burning card that the current turn must still cover (O2)."""
    draws: int | None = None
    """How many cards the seat to move draws if its turn ends now."""
    fitting: list[str] = []
    """After a loss: the moves that still fit in the turn that cannot be completed."""


class Happened(Struct, frozen=True, tag="happened", omit_defaults=True):
    """A step: everything that one request caused. `choices` is set on the newest step."""

    number: int
    at: int
    facts: list[Fact]
    choices: Choices | None = None


class Place(Struct, frozen=True):
    """A seat and its occupant."""

    name: str | None
    bot: str | None
    """The bot that plays there, for itself or for the named person."""
    is_person: bool
    word: str
    """What the seat adds to the seed; other seats' words are sent once the words are closed."""
    is_resigning: bool
    seal: str | None = None
    """Binds the seat to its word."""
    is_word_open: bool = True
    """Whether nothing waits for the seat's word."""
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
    """The numbers that carry each command (E2)."""


class Welcome(Struct, frozen=True, tag="welcome"):
    """Everything the client may know about the table, up to step `number`."""

    protocol: int
    table: str
    number: int
    at: int
    settings: TableSettings
    seat: int | None
    """The client's seat."""
    places: list[Place]
    present: list[int]
    commitment: str | None
    secret: str | None
    deal: str | None
    cards: SeatView | None
    choices: Choices | None
    deadline: int | None
    """When the clock of the current turn runs out, in milliseconds since 1970."""
    chat: list[Chatted]
    following: str | None
    host: int | None = None
    """The seat of the host: whoever opened the table, or else the lowest seat of a person."""
    are_words_closed: bool = False
    """Whether every seat should open its word now."""


class Resumed(Struct, frozen=True, tag="resumed"):
    """The client is up to date again: the steps it missed were sent before this message."""

    number: int
    seat: int | None
    present: list[int]


class Ack(Struct, frozen=True, tag="ack"):
    """The request took effect and is stored as step `number`."""

    id: str
    number: int


class Refusal(Struct, frozen=True, tag="refused"):
    """The request was refused, and why. `id` is None if the message had no readable one."""

    id: str | None
    code: str
    message: str
    details: dict[str, str] = {}
    """The values in the message, for clients that translate it."""


def refusal_of(request_id: str | None, error: TenbackError) -> Refusal:
    """Return the refusal that reports an error to a client."""
    details = {name: str(value) for name, value in error.details.items()}
    return Refusal(request_id, error.code.value, str(error), details)


class Stop(Struct, frozen=True):
    """An announced stop of the server."""

    at: int
    """Milliseconds since 1970."""
    text: str = ""
    """A message from whoever runs the server."""


class Presence(Struct, frozen=True, tag="presence"):
    """The seats whose people are connected, and whether the server is about to stop."""

    present: list[int]
    watching: int
    host: int | None = None
    stop: Stop | None = None


class Hint(Struct, frozen=True, tag="hint"):
    """The move that the strongest bot would make."""

    id: str
    move: str


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to a ping."""

    id: str


ToClient = Welcome | Resumed | Happened | Ack | Refusal | Presence | Hint | Pong

encode: Callable[[ToClient], bytes] = msgspec.json.Encoder().encode
"""Returns a message as JSON."""
