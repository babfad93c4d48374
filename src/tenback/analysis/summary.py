"""Averages over many games: what each seat gives away, and when."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenback.analysis.sitting import Analysis

PHASES = ("early", "middle", "late")
"""The thirds of a game, by turns."""


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """What a seat gives away in an average game, and the luck it has."""

    seat: int
    sittings: int
    """How many games had this seat."""
    by_phase: tuple[float, ...]
    """What the seat gives away in each of `PHASES`."""
    luck: float

    @property
    def given_away(self) -> float:
        """What the seat gives away in all phases together."""
        return sum(self.by_phase)


@dataclass(frozen=True, slots=True)
class Summary:
    """Averages over some games."""

    sittings: int
    start: float
    """The chance of seat 0's side at the start."""
    end: float
    seats: tuple[SeatSummary, ...]


def summarize(analyses: Sequence[Analysis]) -> Summary:
    """Return the averages of some games, at least one."""
    count = len(analyses)
    return Summary(
        count,
        sum(analysis.start for analysis in analyses) / count,
        sum(analysis.end for analysis in analyses) / count,
        tuple(_seat(analyses, seat) for seat in sorted(_seats(analyses))),
    )


def _seats(analyses: Sequence[Analysis]) -> set[int]:
    return {step.seat for analysis in analyses for step in analysis.steps}


def _seat(analyses: Sequence[Analysis], seat: int) -> SeatSummary:
    own = [analysis for analysis in analyses if seat in _seats([analysis])]
    given = [0.0] * len(PHASES)
    for analysis in own:
        last = analysis.steps[-1].turn
        for decision in analysis.decisions:
            if decision.seat == seat:
                given[phase_of(decision.turn, last)] += decision.given_away
    luck = sum(each.gain for analysis in own for each in analysis.luck if each.seat == seat)
    return SeatSummary(seat, len(own), tuple(sum_ / len(own) for sum_ in given), luck / len(own))


def phase_of(turn: int, last: int) -> int:
    """Return the third of a game that a turn is in.

    >>> [phase_of(turn, 7) for turn in range(1, 8)]
    [0, 0, 0, 1, 1, 2, 2]
    """
    return (turn - 1) * len(PHASES) // last
