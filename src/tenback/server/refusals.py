"""Refusals over HTTP: every one is JSON with a code, and has a fitting status."""

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from tenback.protocol.rest import ErrorAnswer, ErrorView
from tenback.rules import BadInput, Code, Reason, Refused, TenbackError
from tenback.rules.errors import quote
from tenback.server.store import StorageGone, StorageRefused

MOST_BYTES = 16 * 1024
"""The largest body: a table with a layout of its own has less than one KiB."""
RETRY_AFTER = 1
"""Seconds, for what passes."""

STATUS = {
    Code.NOT_SIGNED_IN: HTTPStatus.UNAUTHORIZED,
    Code.WRONG_LOGIN: HTTPStatus.UNAUTHORIZED,
    Code.FOREIGN_ORIGIN: HTTPStatus.FORBIDDEN,
    Code.NO_SUCH_TABLE: HTTPStatus.NOT_FOUND,
    Code.NO_SUCH_PAGE: HTTPStatus.NOT_FOUND,
    Code.BAD_METHOD: HTTPStatus.METHOD_NOT_ALLOWED,
    Code.NAME_TAKEN: HTTPStatus.CONFLICT,
    Code.HAS_ACCOUNT: HTTPStatus.CONFLICT,
    Code.NOT_OVER: HTTPStatus.CONFLICT,
    Code.NOT_YET: HTTPStatus.CONFLICT,
    Code.SEAT_EMPTY: HTTPStatus.CONFLICT,
    Code.TABLE_FULL: HTTPStatus.CONFLICT,
    Code.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Code.NOT_JSON: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    Code.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    Code.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    Code.INTERNAL: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""What is not here is a bad request."""
PASSING = (Code.TOO_MANY, Code.UNAVAILABLE)

logger = logging.getLogger(__name__)

Asking = Request[Any, Any, Any]


def status_of(error: TenbackError) -> int:
    """Return the status of an error."""
    return STATUS.get(error.code, HTTPStatus.BAD_REQUEST)


def answer_to(error: TenbackError) -> ErrorAnswer:
    """Return what is told about an error."""
    details = {name: str(value) for name, value in error.details.items()}
    return ErrorAnswer(ErrorView(error.code.value, str(error), details))


def headers_of(error: TenbackError) -> dict[str, str]:
    """Return the headers that go with an error."""
    if error.code is Code.NOT_SIGNED_IN:
        return {"www-authenticate": "Bearer"}
    return {"retry-after": str(RETRY_AFTER)} if error.code in PASSING else {}


def body_of(error: TenbackError) -> bytes:
    """Return the answer to an error as it goes over the wire."""
    return msgspec.json.encode(answer_to(error))


def _refuse(_: Asking, error: TenbackError) -> Response[ErrorAnswer]:
    return Response(answer_to(error), status_code=status_of(error), headers=headers_of(error))


def _storage(request: Asking, gone: StorageGone) -> Response[ErrorAnswer]:
    if isinstance(gone, StorageRefused):
        return _unexpected(request, gone)
    logger.warning("the database is gone: %s", gone)
    return _refuse(request, Refused(Code.UNAVAILABLE))


def _http(request: Asking, error: HTTPException) -> Response[ErrorAnswer]:
    """Put what Litestar refuses into our words, with its status."""
    status, path = error.status_code, request.scope["path"]
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _unexpected(request, error)
    told: TenbackError
    match status:
        case HTTPStatus.NOT_FOUND:
            told = BadInput(Code.NO_SUCH_PAGE, text=path)
        case HTTPStatus.METHOD_NOT_ALLOWED:
            told = BadInput(Code.BAD_METHOD, text=path, method=request.scope["method"])
        case HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            told = BadInput(Code.TOO_LARGE, most=MOST_BYTES)
        case _:
            told = BadInput(Code.BAD_MESSAGE, reason=Reason("{error}", error=_told_by(error)))
    headers = {**(error.headers or {}), **headers_of(told)}
    return Response(answer_to(told), status_code=status, headers=headers)


def _told_by(error: HTTPException) -> str:
    """Return what is wrong, as Litestar has found it, field by field."""
    if isinstance(error.extra, list):
        found = (f"{each.get('key', '')} {each['message']}".strip() for each in error.extra)
        return quote("; ".join(found))
    return quote(error.detail)


def _too_deep(request: Asking, _: RecursionError) -> Response[ErrorAnswer]:
    """Refuse JSON in JSON in JSON: nothing else here goes deep."""
    reason = Reason("it is nested too deep")
    return _refuse(request, BadInput(Code.BAD_MESSAGE, reason=reason))


def _unexpected(request: Asking, error: Exception) -> Response[ErrorAnswer]:
    """Write down what should not have happened; nobody else is told more than that it has."""
    route = request.scope.get("path_template", "?")
    logger.error("%s %s failed", request.scope["method"], route, exc_info=error)
    return _refuse(request, Refused(Code.INTERNAL))


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    TenbackError: _refuse,
    StorageGone: _storage,
    HTTPException: _http,
    RecursionError: _too_deep,
    HTTPStatus.INTERNAL_SERVER_ERROR: _unexpected,
}
"""How an app answers what is raised anywhere in it."""
