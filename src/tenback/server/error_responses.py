"""Error responses over HTTP: JSON with a code, and a fitting status."""

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from tenback.analysis.errors import AnalysisCode
from tenback.protocol.errors import ProtocolCode
from tenback.protocol.rest import ErrorAnswer, ErrorView
from tenback.puzzles.errors import PuzzleCode
from tenback.rules import BadInput, ErrorCode, Reason, Refused, TenbackError
from tenback.rules.errors import quote
from tenback.server.errors import ServerCode
from tenback.server.store import StorageRefused, StorageUnavailable

MOST_BYTES = 16 * 1024
"""The largest request body. A table with its own layout takes less than one KiB."""
RETRY_AFTER = 1
"""Seconds after which clients should retry temporary errors."""

STATUS: dict[ErrorCode, HTTPStatus] = {
    ServerCode.NOT_SIGNED_IN: HTTPStatus.UNAUTHORIZED,
    ServerCode.WRONG_LOGIN: HTTPStatus.UNAUTHORIZED,
    ServerCode.WRONG_PASSWORD: HTTPStatus.UNAUTHORIZED,
    ServerCode.NO_ACCOUNT: HTTPStatus.CONFLICT,
    ServerCode.NO_SUCH_SESSION: HTTPStatus.NOT_FOUND,
    ServerCode.FOREIGN_ORIGIN: HTTPStatus.FORBIDDEN,
    ServerCode.FOREIGN_HOST: HTTPStatus.MISDIRECTED_REQUEST,
    ServerCode.BANNED: HTTPStatus.FORBIDDEN,
    ServerCode.NO_SUCH_TABLE: HTTPStatus.NOT_FOUND,
    ServerCode.NO_SUCH_PAGE: HTTPStatus.NOT_FOUND,
    ServerCode.BAD_METHOD: HTTPStatus.METHOD_NOT_ALLOWED,
    ServerCode.NAME_TAKEN: HTTPStatus.CONFLICT,
    ServerCode.HAS_ACCOUNT: HTTPStatus.CONFLICT,
    ServerCode.NOT_A_BOT: HTTPStatus.CONFLICT,
    ServerCode.NO_BOTS: HTTPStatus.CONFLICT,
    ServerCode.OTHER_VERSION: HTTPStatus.CONFLICT,
    ServerCode.NOT_OVER: HTTPStatus.CONFLICT,
    ServerCode.NOT_SEATED: HTTPStatus.CONFLICT,
    ServerCode.NOT_YET: HTTPStatus.CONFLICT,
    ServerCode.SEAT_EMPTY: HTTPStatus.CONFLICT,
    ServerCode.DAY_NOT_OVER: HTTPStatus.CONFLICT,
    ServerCode.NO_COMMITMENT: HTTPStatus.CONFLICT,
    ServerCode.TOO_LONG: HTTPStatus.CONFLICT,
    AnalysisCode.NOTHING_DECIDED: HTTPStatus.CONFLICT,
    PuzzleCode.NO_SUCH_PUZZLE: HTTPStatus.NOT_FOUND,
    PuzzleCode.NO_PUZZLES: HTTPStatus.NOT_FOUND,
    ServerCode.TABLE_FULL: HTTPStatus.CONFLICT,
    ServerCode.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    ServerCode.NOT_JSON: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    ServerCode.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    ServerCode.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    ServerCode.INTERNAL: HTTPStatus.INTERNAL_SERVER_ERROR,
    ServerCode.NOT_STORED: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""The status for each code. Codes that are not listed are bad requests."""
TEMPORARY_ERRORS = (ServerCode.TOO_MANY, ServerCode.UNAVAILABLE)

SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""

logger = logging.getLogger(__name__)

HttpRequest = Request[Any, Any, Any]


def status_of(error: TenbackError) -> int:
    """Return the HTTP status for an error."""
    return STATUS.get(error.code, HTTPStatus.BAD_REQUEST)


def answer_to(error: TenbackError) -> ErrorAnswer:
    """Return the answer that reports an error to the client."""
    details = {name: str(value) for name, value in error.details.items()}
    return ErrorAnswer(ErrorView(error.code.value, str(error), details))


def headers_of(error: TenbackError) -> dict[str, str]:
    """Return the additional headers for an error."""
    if error.code is ServerCode.NOT_SIGNED_IN:
        return {"www-authenticate": "Bearer"}
    return {"retry-after": str(RETRY_AFTER)} if error.code in TEMPORARY_ERRORS else {}


def body_of(error: TenbackError) -> bytes:
    """Return the response body for an error."""
    return msgspec.json.encode(answer_to(error))


def _refuse(_: HttpRequest, error: TenbackError) -> Response[ErrorAnswer]:
    return Response(answer_to(error), status_code=status_of(error), headers=headers_of(error))


def _not_stored(request: HttpRequest, refused: StorageRefused) -> Response[ErrorAnswer]:
    if request.scope["method"] in SAFE:
        return _unexpected(request, refused)
    logger.error("the database refused to store a change: %s", refused, exc_info=refused)
    return _refuse(request, Refused(ServerCode.NOT_STORED))


def _unavailable(request: HttpRequest, gone: StorageUnavailable) -> Response[ErrorAnswer]:
    logger.warning("the database is unavailable: %s", gone)
    return _refuse(request, Refused(ServerCode.UNAVAILABLE))


def _http(request: HttpRequest, error: HTTPException) -> Response[ErrorAnswer]:
    """Translate an exception of Litestar into one of our errors, with the same status."""
    status, path = error.status_code, request.scope["path"]
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _unexpected(request, error)
    told: TenbackError
    match status:
        case HTTPStatus.NOT_FOUND:
            told = BadInput(ServerCode.NO_SUCH_PAGE, text=path)
        case HTTPStatus.METHOD_NOT_ALLOWED:
            told = BadInput(ServerCode.BAD_METHOD, text=path, method=request.scope["method"])
        case HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            told = BadInput(ServerCode.TOO_LARGE, most=MOST_BYTES)
        case _:
            told = BadInput(
                ProtocolCode.BAD_MESSAGE, reason=Reason("{error}", error=_message_of(error))
            )
    headers = {**(error.headers or {}), **headers_of(told)}
    return Response(answer_to(told), status_code=status, headers=headers)


def _message_of(error: HTTPException) -> str:
    """Return what Litestar found wrong, field by field."""
    if isinstance(error.extra, list):
        found = (f"{each.get('key', '')} {each['message']}".strip() for each in error.extra)
        return quote("; ".join(found))
    return quote(error.detail)


def _too_deep(request: HttpRequest, _: RecursionError) -> Response[ErrorAnswer]:
    """Refuse deeply nested JSON; no request needs it."""
    reason = Reason("it is nested too deeply")
    return _refuse(request, BadInput(ProtocolCode.BAD_MESSAGE, reason=reason))


def _unexpected(request: HttpRequest, error: Exception) -> Response[ErrorAnswer]:
    """Log an unexpected error. The client only learns that there was one."""
    route = request.scope.get("path_template", "?")
    logger.error("%s %s failed", request.scope["method"], route, exc_info=error)
    return _refuse(request, Refused(ServerCode.INTERNAL))


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    TenbackError: _refuse,
    StorageRefused: _not_stored,
    StorageUnavailable: _unavailable,
    HTTPException: _http,
    RecursionError: _too_deep,
    HTTPStatus.INTERNAL_SERVER_ERROR: _unexpected,
}
"""The handlers for exceptions raised anywhere in the app."""
