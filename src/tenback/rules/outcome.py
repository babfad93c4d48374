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

    def __str__(self) -> str:
        if self.winner is not None:
            result = f"seat {self.winner} wins"
        else:
            result = "won" if self.won else "lost"
        return f"{self.ending}, {result}, {self.left} left"
