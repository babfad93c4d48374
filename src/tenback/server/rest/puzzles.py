"""Puzzles: one a day for everybody, others for training. The answer is shown after an attempt.

Nothing is stored: players keep their own puzzle rating, and send it along with an answer.
"""

from datetime import UTC, datetime
from secrets import choice
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler

from tenback.notation import read_move
from tenback.protocol.rest import (
    PuzzleAnswer,
    PuzzleLine,
    PuzzleMoves,
    PuzzleProgress,
    PuzzleVerdict,
    PuzzleView,
)
from tenback.puzzles import Puzzle, judge, shipped, turn_so_far
from tenback.puzzles.errors import PuzzleCode
from tenback.rules import Move, Refused, legal_moves
from tenback.server.rating import START, Rating, after_duel, rating_at
from tenback.server.rest.openapi import refusal_responses
from tenback.server.security import check_limit, services_of

RATINGS = (1000, 1250, 1500, 1750, 2000)
"""How hard a puzzle of each level is, in points."""
CLOSEST = 20
"""How many puzzles around somebody's rating one is drawn from."""
MOST_SEEN = 600

HttpRequest = Request[Any, Any, Any]


@get(
    "/api/puzzles/today",
    operation_id="getPuzzleOfToday",
    summary="The puzzle of the day",
    tags=["puzzles"],
    responses=refusal_responses(404),
)
async def puzzle_of_today(request: HttpRequest) -> PuzzleView:
    """Show the puzzle that everybody gets today, a day in UTC."""
    services = services_of(request)
    today = datetime.fromtimestamp(services.clock.now() / 1000, UTC).date()
    return _view(shipped().of_day(today))


@get(
    "/api/puzzles/next",
    operation_id="getNextPuzzle",
    summary="A puzzle for training",
    tags=["puzzles"],
    responses=refusal_responses(404),
)
async def next_puzzle(
    request: HttpRequest,
    edition: Annotated[str | None, QueryParameter(max_length=40)] = None,
    near: Annotated[int, QueryParameter(ge=0, le=4000)] = START,
    seen: Annotated[str, QueryParameter(max_length=16 * MOST_SEEN)] = "",
) -> PuzzleView:
    """Show a puzzle about as hard as requested; not one of those named, if there are others."""
    check_limit(request, services_of(request).limits.puzzles)
    found = shipped().of(edition)
    if not found:
        raise Refused(PuzzleCode.NO_PUZZLES, text=edition)
    named = set(seen.split(","))
    new = [puzzle for puzzle in found if puzzle.id not in named] or list(found)
    closest = sorted(new, key=lambda puzzle: abs(rating_of(puzzle) - near))
    return _view(choice(closest[:CLOSEST]))


@post(
    "/api/puzzles/{puzzle:str}/moves",
    status_code=200,
    operation_id="continuePuzzle",
    summary="How the turn of a puzzle can go on",
    tags=["puzzles"],
    responses=refusal_responses(404, is_changing=True),
)
async def continue_puzzle(
    request: HttpRequest, puzzle: FromPath[str], data: JSONBody[PuzzleMoves]
) -> PuzzleProgress:
    """Return what can be laid after some plays, but not whether they are good."""
    found, moves = _asked(request, puzzle, data.moves)
    state = turn_so_far(found.state, moves)
    return PuzzleProgress([] if state is None else [str(move) for move in legal_moves(state)])


@post(
    "/api/puzzles/{puzzle:str}/answer",
    status_code=200,
    operation_id="answerPuzzle",
    summary="Answer a puzzle",
    tags=["puzzles"],
    responses=refusal_responses(404, is_changing=True),
)
async def answer_puzzle(
    request: HttpRequest, puzzle: FromPath[str], data: JSONBody[PuzzleAnswer]
) -> PuzzleVerdict:
    """Judge a whole turn; return the best line, and what that makes of a puzzle rating."""
    found, moves = _asked(request, puzzle, data.moves)
    verdict = judge(found, moves)
    known = Rating()
    if data.mu is not None and data.sigma is not None:
        known = Rating(data.mu, data.sigma)
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
    """Return how hard a puzzle is, in points."""
    return RATINGS[min(max(puzzle.level, 1), len(RATINGS)) - 1]


def rating_after(known: Rating, puzzle: Puzzle, *, is_right: bool) -> Rating:
    """Return a rating after a puzzle, which counts as a duel against it."""
    other = rating_at(rating_of(puzzle))
    return after_duel(known, other)[0] if is_right else after_duel(other, known)[1]


def _asked(request: HttpRequest, puzzle: str, moves: list[str]) -> tuple[Puzzle, list[Move]]:
    """Return the puzzle somebody asks about, within their limit, and what they would play."""
    check_limit(request, services_of(request).limits.puzzles)
    return shipped().find(puzzle), [read_move(move) for move in moves]


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


ROUTES: list[ControllerRouterHandler] = [
    puzzle_of_today,
    next_puzzle,
    continue_puzzle,
    answer_puzzle,
]
