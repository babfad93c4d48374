"""Moves: what a seat, or the whole table, may ask for.

Every move prints as its text. Moves that only the seat to move can make name no seat.
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
    """Its text, kept because it is needed again and again."""

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
    """Take back the card laid last in the running turn: `back`."""

    text: ClassVar = "back"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Begin:
    """State that the table agrees on who begins (C4): `begin 2`."""

    seat: int

    @property
    def text(self) -> str:
        """Its text."""
        return f"begin {self.seat}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Name:
    """Name, as one seat, who should begin (C4): `1:name 2`."""

    seat: int
    starter: int

    @property
    def text(self) -> str:
        """Its text."""
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
        """Its text."""
        return f"{self.seat}:say {self.signal}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the duel, or the game for the team, as it has agreed: `1:resign`."""

    seat: int

    @property
    def text(self) -> str:
        """Its text."""
        return f"{self.seat}:resign"

    def __str__(self) -> str:
        return self.text


Move = Play | End | Back | Begin | Name | Say | Resign

END = End()
BACK = Back()
PLAYS = {
    name: tuple(Play(card, pile) for card in range(HIGHEST + 1)) for name, pile in PILES.items()
}
"""Every possible play, by pile and card, so that none has to be made again."""
