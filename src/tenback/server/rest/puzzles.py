"""Routes for puzzles: one a day for everybody, others for training. Answers come after a try."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler

from tenback.protocol.rest import (
    PuzzleAnswer,
    PuzzleMoves,
    PuzzleProgress,
    PuzzleVerdict,
    PuzzleView,
)
from tenback.server import puzzle_answers
from tenback.server.rating import START
from tenback.server.rest.openapi import refusal_responses
from tenback.server.security import check_limit, services_of

MOST_SEEN = 600

HttpRequest = Request[Any, Any, Any]


@get(
    "/api/puzzles/today",
    operation_id="getPuzzleOfToday",
    summary="Get the puzzle of the day",
    tags=["puzzles"],
    responses=refusal_responses(404),
)
async def puzzle_of_today(request: HttpRequest) -> PuzzleView:
    """Return the puzzle of today (UTC), the same for everybody."""
    return puzzle_answers.puzzle_of_day(services_of(request).clock.now())


@get(
    "/api/puzzles/next",
    operation_id="getNextPuzzle",
    summary="Get a puzzle for training",
    tags=["puzzles"],
    responses=refusal_responses(404),
)
async def next_puzzle(
    request: HttpRequest,
    edition: Annotated[str | None, QueryParameter(max_length=40)] = None,
    near: Annotated[int, QueryParameter(ge=0, le=4000)] = START,
    seen: Annotated[str, QueryParameter(max_length=16 * MOST_SEEN)] = "",
) -> PuzzleView:
    """Return a puzzle of about the requested difficulty, preferably one not seen before."""
    check_limit(request, services_of(request).limits.puzzles)
    return puzzle_answers.next_puzzle(edition, near, set(seen.split(",")))


@post(
    "/api/puzzles/{puzzle:str}/moves",
    status_code=200,
    operation_id="continuePuzzle",
    summary="List how a puzzle's turn can continue",
    tags=["puzzles"],
    responses=refusal_responses(404, is_changing=True),
)
async def continue_puzzle(
    request: HttpRequest, puzzle: FromPath[str], data: JSONBody[PuzzleMoves]
) -> PuzzleProgress:
    """Return what can be laid after some plays, without saying whether they are good."""
    check_limit(request, services_of(request).limits.puzzles)
    return puzzle_answers.progress_of(puzzle, data.moves)


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
    """Judge a whole turn. Return the best lines and the new puzzle rating."""
    check_limit(request, services_of(request).limits.puzzles)
    return puzzle_answers.verdict_on(puzzle, data)


ROUTES: list[ControllerRouterHandler] = [
    puzzle_of_today,
    next_puzzle,
    continue_puzzle,
    answer_puzzle,
]
