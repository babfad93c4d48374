"""The possible answers of a search."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from tenback.rules import Move


class Verdict(StrEnum):
    """Whether a win was found."""

    WON = "won"
    IMPOSSIBLE = "impossible"
    """There is no win: every way to play was searched to its end."""
    UNKNOWN = "unknown"
    """No win was found among the ways tried."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a search."""

    verdict: Verdict
    moves: tuple[Move, ...] = ()
    """A way to win, confirmed by the referee."""
    widths: tuple[int, ...] = ()
    """The widths of the beams that ran to their end; the last of these gave the verdict, if any."""
    seconds: float = 0.0

    @property
    def width(self) -> int | None:
        """The width of the last beam that ran to its end, or None if there was none."""
        return self.widths[-1] if self.widths else None


@dataclass(frozen=True, slots=True)
class Samples:
    """The answers for one table with its draw pile in several random orders."""

    answers: tuple[Answer, ...] = ()

    def count(self, verdict: Verdict) -> int:
        """Return how many orders have a verdict."""
        return sum(answer.verdict is verdict for answer in self.answers)

    @property
    def first_moves(self) -> tuple[tuple[Move, int], ...]:
        """The first moves of the wins found, with counts, the most frequent first."""
        firsts = (answer.moves[0] for answer in self.answers if answer.moves)
        return tuple(Counter(firsts).most_common())
