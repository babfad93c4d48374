"""The requests that rooms handle, and the drafts of steps that decisions return."""

from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct

from tenback.protocol import StoredFact, TableRequest
from tenback.rules import Event, Move, State


class Person(Protocol):
    """A person, with or without an account."""

    @property
    def id(self) -> str:
        """The id that identifies the person."""

    @property
    def name(self) -> str:
        """The name that others see."""

    @property
    def is_bot(self) -> bool:
        """Whether this is a player's own bot."""


@dataclass(frozen=True, slots=True)
class BotMoves:
    """Moves of bots, taken in one step: signals of several bots, then at most one other move."""

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
    """A request that takes effect by itself at a time, in milliseconds since 1970."""

    at: int
    request: TimeUp | WordsDue


RoomRequest = TableRequest | BotMoves | TimeUp | WordsDue


class Draft(Struct, frozen=True):
    """The facts that a request will cause if its step gets the next number."""

    facts: tuple[StoredFact, ...]
    events: tuple[Event, ...] = ()
    state: State | None = None
    """The state after the events, so that nobody has to compute it again."""
