"""Routes for games played offline: add one to the caller's results, and read its record."""

import asyncio
from typing import Annotated, Any

from litestar import MediaType, Request, Response, Router, get, post
from litestar.params import JSONBody, PathParameter
from litestar.types import ControllerRouterHandler

from tenback.protocol.rest import ResultView, SendSitting
from tenback.rules import Refused
from tenback.server.errors import ServerCode
from tenback.server.offline_sittings import read_offline_sitting, record_with_name
from tenback.server.rest.openapi import SIGNED_IN, refusal_responses
from tenback.server.rest.tables import InBothForms, record_response
from tenback.server.rest.views import result_view
from tenback.server.security import address_of, check_limit, services_of, signed_in
from tenback.server.store.ids import RESULT_PATTERN

HttpRequest = Request[Any, Any, Any]

EVENT_SIZE = 6
"""The characters of a short event in a record."""


@post(
    "/",
    status_code=200,
    operation_id="sendOfflineGame",
    summary="Send a game that was played offline",
    security=SIGNED_IN,
    responses=refusal_responses(401, 409, is_changing=True),
)
async def send_sitting(request: HttpRequest, data: JSONBody[SendSitting]) -> ResultView:
    """Add a finished game to the caller's results, marked as played offline.

    It counts for no rating, ranking or deal of the day. Sending the same game again adds nothing.
    """
    person, services = await signed_in(request), services_of(request)
    check_limit(request, services.limits.offline_sittings)
    _count_events(request, data.record)
    now = services.clock.now()
    # The referee takes up to a tenth of a second for the longest record.
    sent = await asyncio.to_thread(read_offline_sitting, data, person.id, now)
    return result_view(await services.offline_results.add(sent.result, sent.record, now))


@get(
    "/{game:str}/record",
    operation_id="getOfflineRecord",
    summary="Get the record of a game played offline",
    media_type=MediaType.TEXT,
    operation_class=InBothForms,
    security=SIGNED_IN,
    responses=refusal_responses(401, 404),
)
async def get_offline_record(
    request: HttpRequest, game: Annotated[str, PathParameter(pattern=RESULT_PATTERN)]
) -> Response[str]:
    """Return the record of a game that the caller sent. Nobody else can read it.

    The answer is text, or JSON with `Accept: application/json`.
    """
    person, services = await signed_in(request), services_of(request)
    found = await services.offline_results.record(person.id, game)
    if found is None:
        raise Refused(ServerCode.NO_SUCH_TABLE, text=game)
    _count_events(request, found.text)
    record = await asyncio.to_thread(record_with_name, found, person.name)
    return await record_response(request, record)


def _count_events(request: HttpRequest, record: str) -> None:
    """Count what the referee may have to replay against the address's limit on reading."""
    loader, address = services_of(request).rooms.loader, address_of(request)
    loader.check(address)
    loader.count(address, len(record) // EVENT_SIZE)


ROUTES: list[ControllerRouterHandler] = [
    Router("/api/me/offline", route_handlers=[send_sitting, get_offline_record], tags=["people"])
]
