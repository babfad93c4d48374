"""Routes for leaving: export or delete everything about a person."""

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream
from litestar.types import ControllerRouterHandler

from tenback.protocol.rest import DeletePerson, ExportedOfflineGame, PersonExport
from tenback.rules import Refused
from tenback.server.clock import date_of
from tenback.server.errors import ServerCode
from tenback.server.export import exported_table
from tenback.server.rest.openapi import NO_CONTENT, SIGNED_IN, refusal_responses
from tenback.server.rest.ratings import rating_view
from tenback.server.rest.sessions import check_own_password, session_view
from tenback.server.rest.views import day_sitting_view, person_view, result_view
from tenback.server.security import (
    address_of,
    check_limit,
    no_cookie,
    services_of,
    signed_in,
)
from tenback.server.store.throttles import person_key

HttpRequest = Request[Any, Any, Any]
EVERYTHING = 1_000_000
"""More results or duels than anybody has."""


@get(
    "/export",
    operation_id="exportMe",
    summary="Export everything about you",
    security=SIGNED_IN,
    responses={
        200: ResponseSpec(PersonExport, generate_examples=False, description="One JSON file."),
        **refusal_responses(401),
    },
)
async def export_me(request: HttpRequest) -> Stream:
    """Return everything that is stored about the caller and visible to them."""
    person, services = await signed_in(request), services_of(request)
    now, settings = services.clock.now(), services.settings
    services.rooms.loader.check(address_of(request))
    check_limit(request, services.limits.exports)
    if not await services.throttles.take(
        person_key(person.id), now, rate=settings.export_rate, burst=settings.export_burst
    ):
        raise Refused(ServerCode.TOO_MANY)
    sessions = await services.sessions.of(person.id, now)
    head = PersonExport(
        at=now,
        person=person_view(person),
        sessions=[session_view(request, each) for each in sessions],
        rating=rating_view(await services.ratings.of_person(person.id, EVERYTHING)),
        results=[
            result_view(each) for each in await services.results.of_person(person.id, EVERYTHING)
        ],
        days=[day_sitting_view(each) for each in await services.days.dealt_to(person.id)],
        offline=[
            ExportedOfflineGame(each.id, each.seat, each.text)
            for each in await services.offline_results.records(person.id)
        ],
        tables=[],
    )
    return Stream(
        _with_tables(request, head),
        media_type=MediaType.JSON,
        headers={"content-disposition": f'attachment; filename="tenback-{date_of(now)}.json"'},
    )


@post(
    "/deletion",
    status_code=204,
    operation_id="deleteMe",
    summary="Delete everything about you",
    security=SIGNED_IN,
    responses={**NO_CONTENT, **refusal_responses(401, is_changing=True)},
)
async def delete_me(request: HttpRequest, data: JSONBody[DeletePerson]) -> Response[None]:
    """Delete the caller. Others keep their tables, which then show a neutral name."""
    person, services = await signed_in(request), services_of(request)
    if person.account is not None:
        await check_own_password(request, person, data.password)
    await services.person_deletion.erase(person.id)
    return Response(None, cookies=[no_cookie(is_secure=services.settings.is_secure)])


async def _with_tables(request: HttpRequest, head: PersonExport) -> AsyncIterator[bytes]:
    """Yield an export piece by piece, because a person may have been at thousands of tables."""
    services, start = services_of(request), msgspec.json.encode(head)
    loader, address = services.rooms.loader, address_of(request)
    assert start.endswith(b"[]}")
    yield start.removesuffix(b"]}")
    is_first = True
    for row in await services.tables.of_participant(head.person.id):
        async with loader.turn(address):
            stored = await services.log.load(row.id)
            if stored is None:
                continue
            loader.count(address, len(stored.steps))
            table = await exported_table(row, stored, head.person.id, date_of(head.at))
        yield (b"" if is_first else b",") + msgspec.json.encode(table)
        is_first = False
    yield b"]}"


ROUTES: list[ControllerRouterHandler] = [
    Router("/api/me", route_handlers=[export_me, delete_me], tags=["people"])
]
