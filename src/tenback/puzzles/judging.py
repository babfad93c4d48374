"""Judges answers: an answer is right if it leads to the same table as the best line."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenback.puzzles.errors import PuzzleCode
from tenback.puzzles.puzzle import Line, Puzzle
from tenback.rules import END, End, Move, Play, Refused, State, apply


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgment of an answer."""

    is_right: bool
    line: Line | None
    """The line of the puzzle that leads to the same table; None if no line does."""


def judge(puzzle: Puzzle, moves: Sequence[Move]) -> Verdict:
    """Judge an answer; the order of plays may differ from the puzzle's lines."""
    end = turn_end(puzzle.state, moves)
    for index, line in enumerate(puzzle.lines):
        if turn_end(puzzle.state, line.moves) == end:
            return Verdict(index == 0, line)
    return Verdict(is_right=False, line=None)


def turn_end(state: State, moves: Sequence[Move]) -> State:
    """Return the state after a whole turn, with the draws that the state holds.

    A turn that ended by itself needs no `end`.
    """
    end = _after(state, moves)
    if not moves or not _is_over(end, len(moves)):
        raise _not_a_turn(moves)
    return end


def turn_so_far(state: State, moves: Sequence[Move]) -> State | None:
    """Return the state after some moves of the turn, or None if they complete the turn."""
    after = _after(state, moves)
    return None if _is_over(after, len(moves)) else after


def _after(state: State, moves: Sequence[Move]) -> State:
    if any(not isinstance(move, Play | End) for move in moves):
        raise _not_a_turn(moves)
    for number, move in enumerate(moves):
        if _is_over(state, number):
            if number == len(moves) - 1 and move == END != moves[number - 1]:
                return state  # the turn ended by itself
            raise _not_a_turn(moves)
        state, _ = apply(state, move)
    return state


def _is_over(state: State, moved: int) -> bool:
    """Return whether the turn is over after this many of its moves."""
    return state.outcome is not None or state.turn is None or (moved > 0 and not state.turn.plays)


def _not_a_turn(moves: Sequence[Move]) -> Refused:
    return Refused(PuzzleCode.NOT_A_TURN, text=" ".join(map(str, moves)))
