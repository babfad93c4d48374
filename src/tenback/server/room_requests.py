"""What can be asked of a room, and what would come of it."""

from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from tenback.protocol import StoredFact, TableRequest
from tenback.rules import Event, Move, State


class Person(Protocol):
    """Somebody with a name."""

    @property
    def id(self) -> str:
        """What tells people apart."""

    @property
    def name(self) -> str:
        """What others call them."""

    @property
    def is_bot(self) -> bool:
        """Whether it is a bot of somebody's own."""


@dataclass(frozen=True, slots=True)
class BotMoves:
    """What bots do, in a row: words of several, or words and a move."""

    moves: tuple[tuple[int, Move], ...]


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The clock of a seat has run out."""

    seat: int


@dataclass(frozen=True, slots=True)
class WordsDue:
    """The time to open words is over."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that happens by itself at a time, in milliseconds since 1970."""

    at: int
    request: TimeUp | WordsDue


RoomRequest = TableRequest | BotMoves | TimeUp | WordsDue


class Draft(Struct, frozen=True):
    """What a request would bring about, if it gets the next number."""

    facts: tuple[StoredFact, ...]
    events: tuple[Event, ...] = ()
    state: State | None = None
    """What the events lead to, so that nobody has to compute it again."""
