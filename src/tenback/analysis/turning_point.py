"""Finds, with all cards open, the last turn at which a lost game could be won, and how."""

from dataclasses import dataclass
from time import perf_counter

from tenback.analysis.records import OnTurn, turn_starts
from tenback.notation import Record
from tenback.rules import Move, State
from tenback.solver import Verdict, solve
from tenback.solver.search import prepare

SHORTEST = 0.01
"""Seconds that each turn gets, even if time is up."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The last turn from whose beginning a win was found, if any."""

    turn: int | None
    """The number of the turn; None if no turn had a win."""
    state: State | None
    """The cards when the turn began."""
    line: tuple[Move, ...]
    """A winning line from there."""
    is_proven: bool
    """Whether it is proven that no later turn had a win; without a turn, that none had."""
    seconds: float

    @property
    def is_winnable(self) -> bool | None:
        """Whether the cards could be won at all, from the first turn on; None if unknown."""
        if self.turn is None:
            return False if self.is_proven else None
        return True


def find_turning_point(
    record: Record, *, seconds: float, on_turn: OnTurn | None = None
) -> TurningPoint:
    """Look for a win from the beginning of each turn, the last one first, until time is up.

    Time left over from one turn goes to the turns before it; compiling is not counted. A duel has
    no turning point: nobody can say what the opponent would have done.
    """
    prepare()
    begun = perf_counter()
    starts = turn_starts(record)
    is_proven = True
    for looked_at, start in enumerate(reversed(starts)):
        if on_turn is not None:
            on_turn(looked_at, len(starts))
        left = seconds - (perf_counter() - begun)
        answer = solve(start.state, seconds=max(left / (len(starts) - looked_at), SHORTEST))
        if answer.verdict is Verdict.WON:
            taken = perf_counter() - begun
            return TurningPoint(start.turn, start.state, answer.moves, is_proven, taken)
        # Where a turn had no win, the turns after it had none either.
        is_proven = answer.verdict is Verdict.IMPOSSIBLE
    return TurningPoint(None, None, (), is_proven, perf_counter() - begun)
