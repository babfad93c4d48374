"""Routes for analyses of finished games: request one, follow its progress, try other moves."""

from dataclasses import replace
from typing import Any

import msgspec
from litestar import Request, Router, get, post
from litestar.params import FromPath, JSONBody
from litestar.types import ControllerRouterHandler

from tenback.analysis.errors import AnalysisCode
from tenback.analysis.records import has_decisions
from tenback.notation import Record, read_move
from tenback.protocol.rest import AnalysisView, SittingAnalysis, TriedMoves, TryMoves
from tenback.rules import Refused
from tenback.server.analysis_work import TryQuestion
from tenback.server.clock import date_of
from tenback.server.errors import ServerCode
from tenback.server.fair_queue import Requester
from tenback.server.rest.openapi import MAY_BE_SIGNED_IN, refusal_responses
from tenback.server.rest.tables import readable_room
from tenback.server.room import Room
from tenback.server.room_record import record_of
from tenback.server.security import address_of, check_limit, person_of, services_of
from tenback.server.store import AnalysisPhase, StoredAnalysis
from tenback.server.store.throttles import analysis_key

HttpRequest = Request[Any, Any, Any]


@get(
    "/",
    operation_id="getAnalysis",
    summary="Get a game's analysis, or its progress",
    security=MAY_BE_SIGNED_IN,
    responses=refusal_responses(404, 409),
)
async def get_analysis(request: HttpRequest, table: FromPath[str]) -> AnalysisView:
    """Return the analysis of a finished game, or its progress, if somebody has requested it."""
    room, _ = await _analysable(request, table)
    return _view(await services_of(request).analyses.find(room.id))


@post(
    "/",
    status_code=200,
    operation_id="askForAnalysis",
    summary="Analyze a finished game",
    security=MAY_BE_SIGNED_IN,
    responses=refusal_responses(404, 409, is_changing=True),
)
async def ask_for_analysis(request: HttpRequest, table: FromPath[str]) -> AnalysisView:
    """Analyze a finished game. An existing analysis is returned at once.

    It takes a few seconds, more when bots are busy: poll its progress with GET.
    """
    services = services_of(request)
    room, record = await _analysable(request, table)
    found = await services.analyses.find(room.id)
    if found.phase is not AnalysisPhase.NONE:
        return _view(found)
    requester, settings = await _requester(request, table), services.settings
    check_limit(request, services.limits.analyses)
    if not await services.throttles.take(
        analysis_key(requester.person or requester.address),
        services.clock.now(),
        rate=settings.analysis_rate,
        burst=settings.analysis_burst,
    ):
        raise Refused(ServerCode.TOO_MANY)
    await services.analyses.begin(room.id, record, requester)
    return _view(await services.analyses.find(room.id))


@post(
    "/tries",
    status_code=200,
    operation_id="tryMoves",
    summary="Try other moves at a decision",
    security=MAY_BE_SIGNED_IN,
    responses=refusal_responses(404, 409, is_changing=True),
)
async def try_moves(
    request: HttpRequest, table: FromPath[str], data: JSONBody[TryMoves]
) -> TriedMoves:
    """Return how good other plays of the same turn would have been, and what could come next."""
    services = services_of(request)
    check_limit(request, services.limits.tries)
    room, record = await _analysable(request, table)
    question = TryQuestion(record, data.event, tuple(read_move(move) for move in data.moves))
    return await services.analyses.try_moves(question, await _requester(request, room.id))


async def _analysable(request: HttpRequest, table: str) -> tuple[Room, Record]:
    """Return a room and its record if the caller may have it analyzed, or refuse."""
    room = await readable_room(request, table)
    record = record_of(room)
    if room.are_cards_secret(date_of(services_of(request).clock.now())):
        raise Refused(ServerCode.DAY_NOT_OVER)
    if not has_decisions(record):
        raise Refused(AnalysisCode.NOTHING_DECIDED)
    return room, replace(record, tags=(), comments=())


async def _requester(request: HttpRequest, table: str) -> Requester:
    person = await person_of(request)
    return Requester(address_of(request), "" if person is None else person.id, table)


def _view(stored: StoredAnalysis) -> AnalysisView:
    analysis = None
    if stored.body is not None:
        analysis = msgspec.json.decode(stored.body, type=SittingAnalysis)
    return AnalysisView(stored.phase.value, stored.progress, analysis)


ROUTES: list[ControllerRouterHandler] = [
    Router(
        "/api/tables/{table:str}/analysis",
        route_handlers=[get_analysis, ask_for_analysis, try_moves],
        tags=["tables"],
    )
]
