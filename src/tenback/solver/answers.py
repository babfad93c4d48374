"""What a search can answer."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from tenback.rules import Move


class Verdict(StrEnum):
    """Whether a win was found."""

    WON = "won"
    IMPOSSIBLE = "impossible"
    """There is no win: every way to play was followed to its end."""
    UNKNOWN = "unknown"
    """No win was found in what was tried."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a search."""

    verdict: Verdict
    moves: tuple[Move, ...] = ()
    """A way to win, which the referee has confirmed."""
    widths: tuple[int, ...] = ()
    """The beams that ran to their end; if there is a verdict, the last one gave it."""
    seconds: float = 0.0

    @property
    def width(self) -> int | None:
        """The beam that decided, or the last that did not; None if none was needed or finished."""
        return self.widths[-1] if self.widths else None


@dataclass(frozen=True, slots=True)
class Samples:
    """The results for the same table with its draw pile in some random orders."""

    answers: tuple[Answer, ...] = ()

    def count(self, verdict: Verdict) -> int:
        """Return how many orders have a verdict."""
        return sum(answer.verdict is verdict for answer in self.answers)

    @property
    def first_moves(self) -> tuple[tuple[Move, int], ...]:
        """How the wins found begin, with counts; the most frequent first."""
        firsts = (answer.moves[0] for answer in self.answers if answer.moves)
        return tuple(Counter(firsts).most_common())
