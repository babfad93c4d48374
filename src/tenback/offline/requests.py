"""What a page asks besides the conversation at a table, as at a server: method, path and body."""

import re

import msgspec

from tenback.notation import record_as_json
from tenback.offline.errors import OfflineCode
from tenback.offline.host import OfflineHost
from tenback.protocol.errors import ProtocolCode
from tenback.protocol.rest import ErrorAnswer, ErrorView, OpenTable
from tenback.rules import BadInput, Reason, Refused, TenbackError
from tenback.rules.errors import quote
from tenback.server.room_record import record_of

RECORD = re.compile(r"/api/tables/([\w-]+)/record")
SENDING = re.compile(r"/api/tables/([\w-]+)/sending")
"""What the server is sent of a game (`POST /api/me/offline`)."""
OK, REFUSED = 200, 409


class Answer(msgspec.Struct, frozen=True):
    """The answer to a request, with its status."""

    status: int
    body: object


async def request(host: OfflineHost, method: str, path: str, body: str) -> str:
    """Return the answer to a request as JSON."""
    try:
        answer = Answer(OK, await _answer(host, method, path, body))
    except TenbackError as error:
        details = {name: str(value) for name, value in error.details.items()}
        told = ErrorAnswer(ErrorView(error.code.value, str(error), details))
        answer = Answer(REFUSED, told)
    return msgspec.json.encode(answer).decode()


async def _answer(host: OfflineHost, method: str, path: str, body: str) -> object:
    if (method, path) == ("POST", "/api/tables"):
        return await host.open_table(_read(body))
    if method == "GET" and (found := RECORD.fullmatch(path)) is not None:
        return record_as_json(record_of((await host.find(found[1])).model))
    if method == "GET" and (found := SENDING.fullmatch(path)) is not None:
        return await host.sending(found[1])
    raise Refused(OfflineCode.NEEDS_SERVER)


def _read(body: str) -> OpenTable:
    try:
        return msgspec.json.decode(body, type=OpenTable)
    except msgspec.MsgspecError as error:
        reason = Reason("{error}", error=quote(error))
        raise BadInput(ProtocolCode.BAD_MESSAGE, reason=reason) from None
