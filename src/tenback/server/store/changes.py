"""What is stored in one transaction: a step of a table, and what changes with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct
from sqlalchemy import Delete, Insert, Update

from tenback.server.step import Step

Statement = Insert | Update | Delete


@dataclass(frozen=True, slots=True, eq=False)
class SideEffect:
    """A change that is made in the same transaction as a step: a statement, and its values.

    Statements are made once, with named parameters, so that those of many tables run as one.
    """

    statement: Statement
    values: Mapping[str, str | int | float | bool | None]


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel that is over and counts for the ratings of its players, who are named by seat."""

    table: str
    players: tuple[str, str]
    winner: int
    at: int


class StepWrite(Struct, frozen=True, eq=False):
    """A step to be stored, what changes with it, and the duel that it ends."""

    table: str
    step: Step
    side_effects: Sequence[SideEffect] = ()
    duel: Duel | None = None

    @property
    def is_alone(self) -> bool:
        """Whether nothing else changes."""
        return not self.side_effects and self.duel is None
