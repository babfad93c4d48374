"""The REST requests that work without a server: method, path and body."""

import re
from collections.abc import Awaitable, Callable
from typing import TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec

from tenback.notation import record_as_json
from tenback.offline.errors import OfflineCode, told
from tenback.offline.host import OfflineHost
from tenback.protocol.errors import ProtocolCode
from tenback.protocol.rest import ErrorAnswer, ErrorView, OpenTable, PuzzleAnswer, PuzzleMoves
from tenback.rules import BadInput, Reason, Refused
from tenback.rules.errors import quote
from tenback.server.room_record import record_of

T = TypeVar("T")
OK, REFUSED = 200, 409


class RestRequest(msgspec.Struct, frozen=True):
    """A request: the name in its path, its query and its body."""

    name: str
    query: dict[str, list[str]]
    body: str

    def read(self, kind: type[T]) -> T:
        """Return the body as `kind`."""
        try:
            return msgspec.json.decode(self.body, type=kind)
        except msgspec.MsgspecError as error:
            reason = Reason("{error}", error=quote(error))
            raise BadInput(ProtocolCode.BAD_MESSAGE, reason=reason) from None


class RestAnswer(msgspec.Struct, frozen=True):
    """The answer to a request, with its status."""

    status: int
    body: object


async def answer_request(host: OfflineHost, method: str, path: str, body: str) -> str:
    """Answer a request; the answer is JSON and holds its status."""
    try:
        answer = RestAnswer(OK, await _answer(host, method, path, body))
    except Exception as trouble:
        error = told(trouble)
        details = {name: str(value) for name, value in error.details.items()}
        view = ErrorView(error.code.value, str(error), details)
        answer = RestAnswer(REFUSED, ErrorAnswer(view))
    return msgspec.json.encode(answer).decode()


async def _answer(host: OfflineHost, method: str, path: str, body: str) -> object:
    address = urlsplit(path)
    for expected, pattern, answer in ROUTES:
        found = re.fullmatch(pattern, address.path)
        if method == expected and found is not None:
            return await answer(
                host, RestRequest("".join(found.groups()), parse_qs(address.query), body)
            )
    raise Refused(OfflineCode.NEEDS_SERVER)


async def _open_table(host: OfflineHost, request: RestRequest) -> object:
    return await host.open_table(request.read(OpenTable))


async def _record(host: OfflineHost, request: RestRequest) -> object:
    return record_as_json(record_of((await host.find(request.name)).model))


async def _finished_sitting(host: OfflineHost, request: RestRequest) -> object:
    """Return a game in the form the server accepts (`POST /api/me/offline`)."""
    return await host.finished_sitting(request.name)


async def _puzzle_of_today(host: OfflineHost, _: RestRequest) -> object:
    from tenback.server.puzzle_answers import puzzle_of_day

    return puzzle_of_day(host.now())


async def _next_puzzle(_: OfflineHost, request: RestRequest) -> object:
    from tenback.server.puzzle_answers import next_puzzle

    def one(name: str, default: str) -> str:
        return request.query.get(name, [default])[0]

    near = one("near", "")
    edition, seen = one("edition", "") or None, set(one("seen", "").split(","))
    return next_puzzle(edition, int(near) if near.isdecimal() else 0, seen)


async def _continue_puzzle(_: OfflineHost, request: RestRequest) -> object:
    from tenback.server.puzzle_answers import progress_of

    return progress_of(request.name, request.read(PuzzleMoves).moves)


async def _answer_puzzle(_: OfflineHost, request: RestRequest) -> object:
    from tenback.server.puzzle_answers import verdict_on

    return verdict_on(request.name, request.read(PuzzleAnswer))


ROUTES: tuple[tuple[str, str, Callable[[OfflineHost, RestRequest], Awaitable[object]]], ...] = (
    ("POST", r"/api/tables", _open_table),
    ("GET", r"/api/tables/([\w-]+)/record", _record),
    ("GET", r"/api/tables/([\w-]+)/sending", _finished_sitting),
    ("GET", r"/api/puzzles/today", _puzzle_of_today),
    ("GET", r"/api/puzzles/next", _next_puzzle),
    ("POST", r"/api/puzzles/([\w-]+)/moves", _continue_puzzle),
    ("POST", r"/api/puzzles/([\w-]+)/answer", _answer_puzzle),
)
