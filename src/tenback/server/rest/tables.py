"""Routes for tables: open one, find one, and read its record."""

import asyncio
import re
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.openapi.spec import OpenAPIMediaType, Operation, Schema
from litestar.openapi.spec.enums import OpenAPIType
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler

from tenback.bots import STAND_IN
from tenback.notation import Record, record_as_json, write_record
from tenback.protocol.rest import (
    CommitmentView,
    OpenedTable,
    OpenTable,
    TablesPage,
    TableSummary,
)
from tenback.rules import Refused
from tenback.server.address_limits import STEPS_OF_TABLE
from tenback.server.clock import date_of
from tenback.server.errors import ServerCode
from tenback.server.redaction import welcome
from tenback.server.rest.me import new_guest, sign_in_guest
from tenback.server.rest.openapi import MAY_BE_SIGNED_IN, refusal_responses
from tenback.server.rest.views import listed, summary
from tenback.server.room import Room
from tenback.server.room_record import record_of
from tenback.server.security import address_of, check_limit, person_of, services_of
from tenback.server.services import Services
from tenback.server.store import TableRow
from tenback.server.store.ids import CODE_LENGTH, ID_PATTERN

CODE = re.compile(rf"[A-Za-z]{{{CODE_LENGTH}}}")

HttpRequest = Request[Any, Any, Any]


@dataclass
class InBothForms(Operation):
    """Documents an operation that answers with a record as text or as JSON."""

    def __post_init__(self) -> None:
        found = (self.responses or {})["200"]
        content: Any = getattr(found, "content", None)
        content[MediaType.JSON.value] = OpenAPIMediaType(schema=Schema(type=OpenAPIType.OBJECT))


@post(
    "/commitments",
    operation_id="drawCommitment",
    summary="Have the secret of your next table drawn",
    responses=refusal_responses(is_changing=True),
)
async def draw_commitment(request: HttpRequest) -> CommitmentView:
    """Draw a secret, and return the commitment to it.

    A table opened with it within two hours can be dealt at once with an open word.
    """
    services = services_of(request)
    check_limit(request, services.limits.commitments)
    return CommitmentView(await services.commitments.draw(services.clock.now()))


@post(
    "/tables",
    operation_id="openTable",
    summary="Open a table",
    security=MAY_BE_SIGNED_IN,
    responses=refusal_responses(401, 409, is_changing=True),
)
async def open_table(request: HttpRequest, data: JSONBody[OpenTable]) -> Response[OpenedTable]:
    """Open a table and, if requested, sit down, put bots on its last seats, and start.

    A caller without a session can become a guest with the same request.
    """
    services, known = services_of(request), await person_of(request)
    lobby = services.lobby
    if known is None and data.guest is None:
        raise Refused(ServerCode.NOT_SIGNED_IN)
    if data.settings.is_public:
        check_limit(request, services.limits.public_tables)
    check_limit(request, services.limits.openings)
    check_limit(request, services.limits.steps, STEPS_OF_TABLE)
    person = known or await new_guest(request, data.guest or "")
    prepared = await lobby.prepare(
        person,
        data.settings,
        bots=[bot or STAND_IN for bot in data.bots],
        is_seated=data.is_seated,
        is_started=data.is_started,
        seal=data.seal,
        secret=await _secret_for(services, data),
        word=data.word,
    )
    told, cookies = None, []
    if known is None:  # last, so that a refused table leaves no guest behind
        told, cookie = await sign_in_guest(request, person)
        cookies.append(cookie)
    row = await lobby.open_table(prepared)
    room = await services.rooms.loader.load(row.id)
    opened = OpenedTable(
        **msgspec.structs.asdict(summary(row, room, person)),
        welcome=welcome(room, room.seat_of(person.id), present=[], now=services.clock.now()),
        session=told,
    )
    return Response(opened, cookies=cookies)


@get(
    "/tables",
    operation_id="listTables",
    summary="List public tables",
    responses=refusal_responses(),
)
async def list_tables(
    request: HttpRequest,
    before: Annotated[str | None, QueryParameter(pattern=ID_PATTERN)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> TablesPage:
    """List public unfinished tables, newest first. `before` is the last of the previous page."""
    rows = await services_of(request).tables.public(limit, before)
    following = rows[-1].id if len(rows) == limit else None
    return TablesPage([listed(row) for row in rows], following)


@get(
    "/tables/{table:str}",
    operation_id="getTable",
    summary="Get a table",
    responses=refusal_responses(404, 409),
)
async def get_table(request: HttpRequest, table: FromPath[str]) -> TableSummary:
    """Return what anybody with the table's id may know."""
    return await _summary(request, await stored_table(request, table))


@get(
    "/codes/{code:str}",
    operation_id="findTable",
    summary="Find a table by its code",
    responses=refusal_responses(404, 409),
)
async def find_table(request: HttpRequest, code: FromPath[str]) -> TableSummary:
    """Find a table by its five-letter code."""
    services, address = services_of(request), address_of(request)
    wrong_codes, now = services.limits.wrong_codes, services.clock.monotonic()
    if not wrong_codes.take(address, now):  # Before looking, because others may guess meanwhile.
        raise Refused(ServerCode.TOO_MANY)
    is_code = CODE.fullmatch(code.strip()) is not None
    row = await services.tables.by_code(code) if is_code else None
    if row is None:
        raise Refused(ServerCode.NO_SUCH_TABLE, text=code)
    wrong_codes.give_back(address)
    return await _summary(request, row)


@get(
    "/tables/{table:str}/record",
    operation_id="getRecord",
    summary="Get the record of a game",
    media_type=MediaType.TEXT,
    operation_class=InBothForms,
    responses=refusal_responses(404, 409),
)
async def get_record(request: HttpRequest, table: FromPath[str]) -> Response[str]:
    """Return the record of a finished game, with the proof that its cards were fair.

    The answer is text, or JSON with `Accept: application/json`.
    """
    return await record_response(request, record_of(await readable_room(request, table)))


async def record_response(request: HttpRequest, record: Record) -> Response[str]:
    """Return a record as text or JSON, whichever the request accepts."""
    forms = [MediaType.TEXT.value, MediaType.JSON.value]
    # The longest record takes over a tenth of a second.
    if request.accept.best_match(forms) == MediaType.JSON.value:
        told: Any = await asyncio.to_thread(record_as_json, record)
        return Response(told, media_type=MediaType.JSON)
    return Response(await asyncio.to_thread(write_record, record), media_type=MediaType.TEXT)


async def readable_room(request: HttpRequest, table: str) -> Room:
    """Return a room whose record the caller may read once the game is over, or refuse."""
    row, services = await stored_table(request, table), services_of(request)
    rooms, address = services.rooms, address_of(request)
    rooms.loader.check(address)
    room = await rooms.committer.current(row.id, address)
    rooms.loader.count(address, room.number)  # for making its record, whether it was open or not
    if room.are_cards_secret(date_of(services.clock.now())):
        person = await person_of(request)
        if room.seat_of(None if person is None else person.id) is None:
            raise Refused(ServerCode.NOT_SEATED)  # others have yet to play these cards
    return room


async def stored_table(request: HttpRequest, table: str) -> TableRow:
    """Return a table by its id, or refuse an unknown one."""
    is_id = re.fullmatch(ID_PATTERN, table) is not None
    row = await services_of(request).tables.by_id(table) if is_id else None
    if row is None:
        raise Refused(ServerCode.NO_SUCH_TABLE, text=table)
    return row


async def _secret_for(services: Services, table: OpenTable) -> str | None:
    """Return the secret behind a table's commitment, if it has one made in advance."""
    if table.commitment is None:
        return None
    secret = await services.commitments.take(table.commitment, services.clock.now())
    if secret is None:
        raise Refused(ServerCode.NO_COMMITMENT)
    return secret


async def _summary(request: HttpRequest, row: TableRow) -> TableSummary:
    room = await services_of(request).rooms.committer.current(row.id, address_of(request))
    return summary(row, room, await person_of(request))


ROUTES: list[ControllerRouterHandler] = [
    Router(
        "/api",
        route_handlers=[
            draw_commitment,
            open_table,
            list_tables,
            get_table,
            find_table,
            get_record,
        ],
        tags=["tables"],
    )
]
