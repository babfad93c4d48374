"""What bot processes compute for analyses, in parts that are short enough to wait for.

They receive the record of a finished game, which whoever asks may read.
They return plain data: only these processes import the code that computes it.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tenback.notation import Record
from tenback.protocol.rest import (
    AnalysisShare,
    AnalysisStep,
    CommandCost,
    SittingAnalysis,
    TriedMoves,
)
from tenback.rules import Move, State

if TYPE_CHECKING:
    from tenback.analysis import Decision, Luck

DIGITS = 4
"""Decimals of a chance: more would be noise."""


@dataclass(frozen=True, slots=True)
class WinQuestion:
    """Whether a table with all cards open can be won."""

    state: State
    seconds: float


@dataclass(frozen=True, slots=True)
class WinAnswer:
    """The result of the search for a win."""

    line: tuple[Move, ...] | None
    """A way to win, if one was found."""
    is_impossible: bool
    """Whether there is certainly none."""
    seconds: float


@dataclass(frozen=True, slots=True)
class TryQuestion:
    """What other moves promise at a decision of a record."""

    record: Record
    event: int
    moves: tuple[Move, ...]


def analysis_of(record: Record) -> SittingAnalysis:
    """Return what the decisions and draws of a record were worth, as it goes over the wire."""
    from tenback.analysis import analyse

    analysis = analyse(record)
    return SittingAnalysis(
        is_duel=analysis.is_duel,
        start=_rounded(analysis.start),
        end=_rounded(analysis.end),
        steps=[_step(step) for step in analysis.steps],
        seats=[
            AnalysisShare(share.seat, _rounded(share.given_away), _rounded(share.luck))
            for share in analysis.shares
        ],
        last_chance=None,
        commands=[
            CommandCost(
                each.event,
                each.turn,
                each.seat,
                each.card,
                each.command.value,
                _rounded(each.cost),
            )
            for each in analysis.commands
        ],
    )


def win_of(question: WinQuestion) -> WinAnswer:
    """Return a way to win, or that none was found."""
    from tenback.analysis.turning_point import SHORTEST
    from tenback.solver import Verdict, solve

    answer = solve(question.state, seconds=max(question.seconds, SHORTEST))
    line = answer.moves if answer.verdict is Verdict.WON else None
    return WinAnswer(line, answer.verdict is Verdict.IMPOSSIBLE, answer.seconds)


def tried_of(question: TryQuestion) -> TriedMoves:
    """Return what other moves promise, as it goes over the wire."""
    from tenback.analysis import try_moves

    tried = try_moves(question.record, question.event, question.moves)
    return TriedMoves(tried.chance, [str(move) for move in tried.legal])


def _step(step: "Decision | Luck") -> AnalysisStep:
    from tenback.analysis import Luck

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
