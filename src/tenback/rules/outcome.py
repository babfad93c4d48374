"""How a sitting finished, and why (C10, C11, E1, F7, F8)."""

from dataclasses import dataclass
from enum import StrEnum


class Ending(StrEnum):
    """Why a sitting is over."""

    ALL_LAID = "all-laid"
    STUCK = "stuck"
    COMMAND_BROKEN = "command-broken"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result: the team's in Classic and Extreme (`won`), a seat's in Face to Face (`winner`).

    `left` counts the cards not laid: the team's (C11), or in Face to Face the loser's.
    """

    ending: Ending
    won: bool | None
    winner: int | None
    left: int

    @property
    def is_excellent(self) -> bool:
        """Whether a team that has lost has done well all the same: fewer than ten left (C11)."""
        is_played_out = self.ending in (Ending.STUCK, Ending.COMMAND_BROKEN)
        return self.won is False and is_played_out and self.left < 10

    def __str__(self) -> str:
        if self.winner is not None:
            result = f"seat {self.winner} wins"
        else:
            result = "won" if self.won else "lost"
        return f"{self.ending}, {result}, {self.left} left"
