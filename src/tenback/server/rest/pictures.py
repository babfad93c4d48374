"""Routes for the pictures in link previews."""

from typing import Annotated, Any, Literal

from litestar import Request, Response, get
from litestar.params import FromPath, QueryParameter
from litestar.types import ControllerRouterHandler

from tenback.languages import LANGUAGES, SOURCE
from tenback.pictures import Board
from tenback.server.clock import date_of
from tenback.server.previews import Phrases, board_of
from tenback.server.previews.boards import day_board, start_board
from tenback.server.rest.openapi import refusal_responses
from tenback.server.rest.tables import stored_table
from tenback.server.security import address_of, services_of

PNG = "image/png"
Language = Annotated[str, QueryParameter(pattern=f"^(?:{'|'.join(LANGUAGES)})$")]
HttpRequest = Request[Any, Any, Any]

AN_HOUR = "public, max-age=3600"
A_MINUTE = "public, max-age=60"
"""Shorter for tables, because they change as they are played."""


@get(
    "/api/tables/{table:str}/picture",
    operation_id="getPicture",
    summary="Get a picture of a table",
    tags=["tables"],
    media_type=PNG,
    responses=refusal_responses(404, 409),
)
async def get_picture(
    request: HttpRequest, table: FromPath[str], language: Language = SOURCE
) -> Response[bytes]:
    """Draw what a spectator sees of a table, without the cards of today's deal."""
    row, services = await stored_table(request, table), services_of(request)
    room = await services.rooms.committer.current(row.id, address_of(request))
    board = board_of(room, Phrases(language), date_of(services.clock.now()))
    return await _answer(request, board, A_MINUTE)


@get(
    "/api/pictures/{name:str}",
    operation_id="getNamedPicture",
    summary="Get a picture for another link",
    tags=["about"],
    media_type=PNG,
    responses=refusal_responses(404),
)
async def get_named_picture(
    request: HttpRequest, name: FromPath[Literal["start", "day"]], language: Language = SOURCE
) -> Response[bytes]:
    """Draw the picture for the start page, or for the deals of the day."""
    board = start_board if name == "start" else day_board
    return await _answer(request, board(Phrases(language)), AN_HOUR)


async def _answer(request: HttpRequest, board: Board, cache: str) -> Response[bytes]:
    picture = await services_of(request).gallery.picture(board, address_of(request))
    return Response(picture, media_type=PNG, headers={"cache-control": cache})


ROUTES: list[ControllerRouterHandler] = [get_picture, get_named_picture]
