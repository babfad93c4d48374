"""The contents of one transaction: a step of a table, and the changes that come with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct
from sqlalchemy import Delete, Insert, Update

from tenback.server.step import Step

Statement = Insert | Update | Delete


@dataclass(frozen=True, slots=True, eq=False)
class SideEffect:
    """A statement with its values, executed in the same transaction as a step.

    Statements are built once, with named parameters, so that those of many tables run as one.
    """

    statement: Statement
    values: Mapping[str, str | int | float | bool | None]


@dataclass(frozen=True, slots=True)
class Duel:
    """A finished duel that counts for the ratings of its players, who are listed by seat."""

    table: str
    players: tuple[str, str]
    winner: int
    at: int


class StepWrite(Struct, frozen=True, eq=False):
    """A step to store, with its side effects and the duel that it ends."""

    table: str
    step: Step
    side_effects: Sequence[SideEffect] = ()
    duel: Duel | None = None

    @property
    def is_alone(self) -> bool:
        """Whether the step has no side effects."""
        return not self.side_effects and self.duel is None
