"""Moves: what a seat, or the whole table, may ask for.

Every move prints as its text. Moves that only the seat to move can make do not name a seat.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from tenback.rules.cards import HIGHEST
from tenback.rules.piles import PILES, Pile
from tenback.rules.talk import Signal


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card on a pile (C5, F3, F4): `23>u1`."""

    card: int
    pile: Pile
    text: str = field(init=False, repr=False, compare=False)
    """The play as text, stored because it is used so often."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", f"{self.card}>{self.pile.name}")

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class End:
    """End the turn and draw (C8, F6): `end`."""

    text: ClassVar = "end"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Back:
    """Take back the last card laid in this turn: `back`."""

    text: ClassVar = "back"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Begin:
    """Declare the seat that the table has agreed on to begin (C4): `begin 2`."""

    seat: int

    @property
    def text(self) -> str:
        """The move as text."""
        return f"begin {self.seat}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Name:
    """Name the seat that should begin, as one seat's proposal (C4): `1:name 2`."""

    seat: int
    starter: int

    @property
    def text(self) -> str:
        """The move as text."""
        return f"{self.seat}:name {self.starter}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Say:
    """Give a signal (C12, E13): `1:say keep u1`."""

    seat: int
    signal: Signal

    @property
    def text(self) -> str:
        """The move as text."""
        return f"{self.seat}:say {self.signal}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up: the duel for oneself, or the game for the team: `1:resign`."""

    seat: int

    @property
    def text(self) -> str:
        """The move as text."""
        return f"{self.seat}:resign"

    def __str__(self) -> str:
        return self.text


Move = Play | End | Back | Begin | Name | Say | Resign

END = End()
BACK = Back()
PLAYS = {
    name: tuple(Play(card, pile) for card in range(HIGHEST + 1)) for name, pile in PILES.items()
}
"""Every possible play, by the name of its pile and its card, created once and shared."""
