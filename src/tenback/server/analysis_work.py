"""What bot processes compute for analyses, in parts that are short enough to wait for.

What crosses to them is the record of a sitting that is over, which whoever asks may read.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tenback.analysis import Analysis, Decision, Luck, Tried, analyse, try_moves
from tenback.notation import Record
from tenback.protocol.rest import AnalysisShare, AnalysisStep, LastChance, SittingAnalysis
from tenback.rules import Move, State
from tenback.solver import Answer, solve

DIGITS = 4
"""Of a chance: more would be noise."""


@dataclass(frozen=True, slots=True)
class WinQuestion:
    """Whether a table with all cards open can be won."""

    state: State
    seconds: float


@dataclass(frozen=True, slots=True)
class TryQuestion:
    """What other moves promise at a decision of a record."""

    record: Record
    event: int
    moves: tuple[Move, ...]


def analysis_of(record: Record) -> Analysis:
    """Return what the decisions and draws of a record were worth."""
    return analyse(record)


def win_of(question: WinQuestion) -> Answer:
    """Return a way to win, or that none was found."""
    return solve(question.state, seconds=question.seconds)


def tried_of(question: TryQuestion) -> Tried:
    """Return what other moves promise."""
    return try_moves(question.record, question.event, question.moves)


def analysis_view(analysis: Analysis, last_chance: LastChance | None) -> SittingAnalysis:
    """Return an analysis as it is told."""
    return SittingAnalysis(
        is_duel=analysis.is_duel,
        start=_rounded(analysis.start),
        end=_rounded(analysis.end),
        steps=[_step(step) for step in analysis.steps],
        seats=[
            AnalysisShare(share.seat, _rounded(share.given_away), _rounded(share.luck))
            for share in analysis.shares
        ],
        last_chance=last_chance,
    )


def last_chance_view(turn: int | None, line: Sequence[Move], *, is_proven: bool) -> LastChance:
    """Return the last chance to win as it is told."""
    return LastChance(turn, [str(move) for move in line], is_proven)


def _step(step: Decision | Luck) -> AnalysisStep:
    before, after = _rounded(step.before), _rounded(step.after)
    if isinstance(step, Luck):
        return AnalysisStep(
            kind=step.kind.value,
            event=step.event,
            turn=step.turn,
            seat=step.seat,
            before=before,
            after=after,
            cards=list(step.cards),
        )
    return AnalysisStep(
        kind="decision",
        event=step.event,
        turn=step.turn,
        seat=step.seat,
        before=before,
        after=after,
        move=str(step.move),
        best=[str(move) for move in step.best],
    )


def _rounded(chance: float) -> float:
    return round(chance, DIGITS)
