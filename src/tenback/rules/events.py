"""Events: what has happened, each a fact that needs no context.

The state is the fold of the events (`state.evolve`). Every event prints as its text.
"""

from dataclasses import dataclass

from tenback.rules.outcome import Outcome
from tenback.rules.piles import Pile
from tenback.rules.talk import Signal

HIDDEN = None
"""Stands for a card that a seat must not see."""


@dataclass(frozen=True, slots=True)
class Named:
    """A seat has named who should begin (C4): `1:name 2`."""

    seat: int
    starter: int

    def __str__(self) -> str:
        return f"{self.seat}:name {self.starter}"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A seat began its turn: `turn 1`."""

    seat: int

    def __str__(self) -> str:
        return f"turn {self.seat}"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card was laid: `1:23>u1`."""

    seat: int
    card: int
    pile: Pile

    def __str__(self) -> str:
        return f"{self.seat}:{self.card}>{self.pile.name}"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last card was taken back, which uncovers the top below it: `1:back 23>u1 to 14`."""

    seat: int
    card: int
    pile: Pile
    top: int

    def __str__(self) -> str:
        return f"{self.seat}:back {self.card}>{self.pile} to {self.top}"


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat ended its turn and drew: `1:draws 5.7`, or `1:draws ?.?` as other seats see it."""

    seat: int
    cards: tuple[int | None, ...]

    def __str__(self) -> str:
        cards = ".".join("?" if card is HIDDEN else str(card) for card in self.cards)
        return f"{self.seat}:draws {cards or '-'}"


@dataclass(frozen=True, slots=True)
class Said:
    """A seat gave a signal (C12): `1:say keep u1`."""

    seat: int
    signal: Signal

    def __str__(self) -> str:
        return f"{self.seat}:say {self.signal}"


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat gave up: `1:resign`."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat}:resign"


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over: `over stuck, lost, 12 left`."""

    outcome: Outcome

    def __str__(self) -> str:
        return f"over {self.outcome}"


Event = Named | TurnBegan | Laid | TakenBack | Drew | Said | Resigned | Finished
