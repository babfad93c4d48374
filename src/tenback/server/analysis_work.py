"""The parts of an analysis that bot processes compute, each short enough to wait for.

A process receives the record of a finished game, which the requester may read. It returns plain
data: only these processes import the code that computes it.
"""

from collections.abc import Sequence
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
    from tenback.analysis import CommandCost as FoundCost
    from tenback.analysis import Decision, Luck

DIGITS = 4
"""Decimal places of a chance; more would be noise."""


@dataclass(frozen=True, slots=True)
class PartQuestion:
    """Asks what some consecutive turns of a record were worth."""

    record: Record
    turns: int | None = None
    """The number of turns before the part's end; None for the last part."""
    chance: float = 0.0
    """The chance of seat 0's side at the part's end."""


@dataclass(frozen=True, slots=True)
class AnalysisPart:
    """A part of an analysis: consecutive turns."""

    steps: list[AnalysisStep]
    shares: dict[int, tuple[float, float]]
    """What each seat gave away, and its luck."""
    commands: list[CommandCost]
    end: float
    turns_before: int
    """The number of turns before the part."""
    start: float
    """The chance of seat 0's side when the part begins."""


@dataclass(frozen=True, slots=True)
class WinQuestion:
    """Asks whether a table with all cards open can be won."""

    state: State
    seconds: float


@dataclass(frozen=True, slots=True)
class WinAnswer:
    """The result of the search for a win."""

    line: tuple[Move, ...] | None
    """A winning line, if one was found."""
    is_impossible: bool
    """Whether it is proven that there is none."""
    seconds: float


@dataclass(frozen=True, slots=True)
class TryQuestion:
    """Asks how good other moves are at a decision of a record."""

    record: Record
    event: int
    moves: tuple[Move, ...]


def analyze_part(question: PartQuestion) -> AnalysisPart:
    """Return what the decisions and draws of some turns were worth, in the protocol's terms."""
    from tenback.analysis import Decision, Ending, analyse_part

    turns, chance = question.turns, question.chance
    part = analyse_part(question.record, None if turns is None else Ending(turns, chance))
    shares: dict[int, tuple[float, float]] = {}
    for step in part.steps:
        given, luck = shares.get(step.seat, (0.0, 0.0))
        if isinstance(step, Decision):
            given += step.given_away
        else:
            luck += step.gain
        shares[step.seat] = given, luck
    return AnalysisPart(
        steps=[_step(step) for step in part.steps],
        shares=shares,
        commands=[_command(each) for each in part.commands],
        end=part.end,
        turns_before=part.before.turns,
        start=part.before.chance,
    )


def join_parts(parts: Sequence[AnalysisPart], *, is_duel: bool) -> SittingAnalysis:
    """Join the parts of an analysis, given last part first."""
    in_order = list(reversed(parts))
    seats = sorted({seat for part in parts for seat in part.shares})
    shares = [[part.shares.get(seat, (0.0, 0.0)) for part in in_order] for seat in seats]
    return SittingAnalysis(
        is_duel=is_duel,
        start=_rounded(in_order[0].start),
        end=_rounded(in_order[-1].end),
        steps=[step for part in in_order for step in part.steps],
        seats=[
            AnalysisShare(seat, *(_rounded(sum(each)) for each in zip(*own, strict=True)))
            for seat, own in zip(seats, shares, strict=True)
        ],
        last_chance=None,
        commands=[command for part in in_order for command in part.commands],
    )


def find_win(question: WinQuestion) -> WinAnswer:
    """Search for a win, and return the result."""
    from tenback.analysis.turning_point import SHORTEST
    from tenback.solver import Verdict, solve

    answer = solve(question.state, seconds=max(question.seconds, SHORTEST))
    line = answer.moves if answer.verdict is Verdict.WON else None
    return WinAnswer(line, answer.verdict is Verdict.IMPOSSIBLE, answer.seconds)


def rate_moves(question: TryQuestion) -> TriedMoves:
    """Return how good other moves are, in the protocol's terms."""
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


def _command(found: "FoundCost") -> CommandCost:
    return CommandCost(
        found.event, found.turn, found.seat, found.card, found.command.value, _rounded(found.cost)
    )


def _rounded(chance: float) -> float:
    return round(chance, DIGITS)
