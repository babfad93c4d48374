"""How a game ended, and why (C10, C11, E1, F7, F8, O2)."""

from dataclasses import dataclass
from enum import StrEnum


class Ending(StrEnum):
    """Why a game is over."""

    ALL_LAID = "all-laid"
    STUCK = "stuck"
    COMMAND_BROKEN = "command-broken"
    RESIGNED = "resigned"
    FIRE = "fire"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game: `won` for a team, or `winner` in Face to Face.

    `left` counts the cards that were not laid: the team's (C11), or in Face to Face the loser's.
    """

    ending: Ending
    won: bool | None
    winner: int | None
    left: int

    @property
    def is_excellent(self) -> bool:
        """Whether a team that lost still did well, with fewer than ten cards left (C11)."""
        return self.won is False and self.ending is not Ending.RESIGNED and self.left < 10

    def __str__(self) -> str:
        if self.winner is not None:
            result = f"seat {self.winner} wins"
        else:
            result = "won" if self.won else "lost"
        return f"{self.ending}, {result}, {self.left} left"
