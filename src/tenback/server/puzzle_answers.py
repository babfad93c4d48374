"""Puzzles as players see them: a turn to play, its possible continuations, and the verdict.

Nothing is stored: players keep their own puzzle rating and send it along with an answer.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from secrets import choice

from tenback.notation import read_move
from tenback.protocol.rest import (
    PuzzleAnswer,
    PuzzleLine,
    PuzzleProgress,
    PuzzleVerdict,
    PuzzleView,
)
from tenback.puzzles import Puzzle, judge, shipped, turn_so_far
from tenback.rules import legal_moves
from tenback.server.rating import Rating, after_duel, rating_at

RATINGS = (1000, 1250, 1500, 1750, 2000)
"""The difficulty of each level, in rating points."""
CLOSEST = 20
"""A puzzle is drawn from this many whose difficulty is closest to the player's rating."""


def puzzle_of_day(now: int) -> PuzzleView:
    """Return the puzzle of a UTC day, the same for everybody. `now` is in milliseconds."""
    return _view(shipped().of_day(datetime.fromtimestamp(now / 1000, UTC).date()))


def next_puzzle(edition: str | None, near: int, seen: Collection[str]) -> PuzzleView:
    """Return a puzzle of about the requested difficulty, preferably one not seen before."""
    found = shipped().of(edition)
    new = [puzzle for puzzle in found if puzzle.id not in seen] or list(found)
    closest = sorted(new, key=lambda puzzle: abs(rating_of(puzzle) - near))
    return _view(choice(closest[:CLOSEST]))


def progress_of(puzzle: str, moves: Sequence[str]) -> PuzzleProgress:
    """Return what can be laid after some plays, without saying whether they are good."""
    state = turn_so_far(shipped().find(puzzle).state, [read_move(move) for move in moves])
    return PuzzleProgress([] if state is None else [str(move) for move in legal_moves(state)])


def verdict_on(puzzle: str, answer: PuzzleAnswer) -> PuzzleVerdict:
    """Judge a whole turn. Return the best lines and the new puzzle rating."""
    found = shipped().find(puzzle)
    verdict = judge(found, [read_move(move) for move in answer.moves])
    known = Rating()
    if answer.mu is not None and answer.sigma is not None:
        known = Rating(answer.mu, answer.sigma)
    rating = rating_after(known, found, is_right=verdict.is_right)
    return PuzzleVerdict(
        is_right=verdict.is_right,
        own=None if verdict.line is None else found.lines.index(verdict.line),
        lines=[
            PuzzleLine([str(move) for move in line.moves], line.chance, line.error)
            for line in found.lines
        ],
        games=found.verification.games,
        found_by=list(found.found_by),
        rating=rating.points,
        uncertainty=rating.uncertainty,
        mu=rating.mu,
        sigma=rating.sigma,
    )


def rating_of(puzzle: Puzzle) -> int:
    """Return the difficulty of a puzzle, in rating points."""
    return RATINGS[min(max(puzzle.level, 1), len(RATINGS)) - 1]


def rating_after(known: Rating, puzzle: Puzzle, *, is_right: bool) -> Rating:
    """Return the rating after a puzzle, which counts as a duel against it."""
    other = rating_at(rating_of(puzzle))
    return after_duel(known, other)[0] if is_right else after_duel(other, known)[1]


def _view(puzzle: Puzzle) -> PuzzleView:
    return PuzzleView(
        id=puzzle.id,
        position=puzzle.position,
        said=list(puzzle.said),
        seat=puzzle.seat,
        level=puzzle.level,
        rating=rating_of(puzzle),
        moves=[str(move) for move in legal_moves(puzzle.state)],
        editions=shipped().editions,
    )
