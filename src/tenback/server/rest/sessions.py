"""Routes for sessions and passwords: list sessions, end them, change the password."""

from typing import Annotated, Any

from litestar import Request, Response, Router, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler

from tenback.protocol.rest import ChangePassword, OwnSession, SignedIn
from tenback.rules import Refused
from tenback.server.account_checks import check_password
from tenback.server.errors import ServerCode
from tenback.server.rest.me import check_password_attempts, renewed_session
from tenback.server.rest.openapi import NO_CONTENT, SIGNED_IN, refusal_responses
from tenback.server.security import no_cookie, secret_in, services_of, signed_in
from tenback.server.store import Person, SessionInfo, hash_of, session_id
from tenback.server.store.throttles import own_password_key

HttpRequest = Request[Any, Any, Any]
LONGEST = 1000
"""The longest password that is checked. Longer ones are always wrong."""


@get(
    "/sessions",
    operation_id="getMySessions",
    summary="List your sessions",
    security=SIGNED_IN,
    responses=refusal_responses(401),
)
async def my_sessions(request: HttpRequest) -> list[OwnSession]:
    """List the caller's sessions, last used first."""
    person, services = await signed_in(request), services_of(request)
    found = await services.sessions.of(person.id, services.clock.now())
    return [session_view(request, each) for each in found]


@delete(
    "/sessions",
    operation_id="endMySessions",
    summary="Sign out everywhere",
    security=SIGNED_IN,
    responses={**NO_CONTENT, **refusal_responses(401, is_changing=True)},
)
async def end_sessions(
    request: HttpRequest, others_only: Annotated[bool, QueryParameter()] = False
) -> Response[None]:
    """End all sessions, or all but the caller's current one. Their sockets close."""
    person, services = await signed_in(request), services_of(request)
    kept = _own_hash(request) if others_only else None
    services.rooms.peers.sessions_ended(await services.sessions.end_all(person.id, kept))
    is_secure = services.settings.is_secure
    return Response(None, cookies=[] if others_only else [no_cookie(is_secure=is_secure)])


@delete(
    "/sessions/{session:str}",
    operation_id="endMySession",
    summary="End one session",
    security=SIGNED_IN,
    responses={**NO_CONTENT, **refusal_responses(401, 404, is_changing=True)},
)
async def end_session(request: HttpRequest, session: FromPath[str]) -> Response[None]:
    """End one session. Its sockets close."""
    person, services = await signed_in(request), services_of(request)
    ended = await services.sessions.end_one(person.id, session)
    if not ended:
        raise Refused(ServerCode.NO_SUCH_SESSION, text=session)
    services.rooms.peers.sessions_ended(ended)
    is_own = session_id(_own_hash(request)) in ended
    is_secure = services.settings.is_secure
    return Response(None, cookies=[no_cookie(is_secure=is_secure)] if is_own else [])


@post(
    "/password",
    status_code=200,
    operation_id="changePassword",
    summary="Change your password",
    security=SIGNED_IN,
    responses=refusal_responses(401, 409, is_changing=True),
)
async def change_password(
    request: HttpRequest, data: JSONBody[ChangePassword]
) -> Response[SignedIn]:
    """Change the password. All other sessions end, and this one gets a new secret."""
    person, services = await signed_in(request), services_of(request)
    new_password = check_password(data.new_password)
    await check_own_password(request, person, data.password)
    stored = await services.passwords.hash(new_password)
    if not await services.people.change_password(person.id, stored):
        raise Refused(ServerCode.NO_ACCOUNT)
    told, cookie = await renewed_session(request, person)
    return Response(told, cookies=[cookie])


async def check_own_password(request: HttpRequest, person: Person, password: str | None) -> None:
    """Refuse callers without an account, or without the right password for it."""
    services = services_of(request)
    if person.account is None:
        raise Refused(ServerCode.NO_ACCOUNT)
    guesses = own_password_key(person.id)
    await check_password_attempts(request, guesses)
    found = await services.people.account(person.account)
    stored, told = None if found is None else found.password, (password or "")[:LONGEST]
    if not await services.passwords.is_right(stored, told):
        raise Refused(ServerCode.WRONG_PASSWORD)
    await services.throttles.forget(guesses)


def session_view(request: HttpRequest, found: SessionInfo) -> OwnSession:
    """Return a session as its owner sees it."""
    is_current = found.id == session_id(_own_hash(request))
    return OwnSession(found.id, found.created_at, found.used_at, found.device, is_current)


def _own_hash(request: HttpRequest) -> str:
    secret = secret_in(dict(request.scope["headers"]))
    assert secret is not None
    return hash_of(secret)


ROUTES: list[ControllerRouterHandler] = [
    Router(
        "/api/me",
        route_handlers=[my_sessions, end_sessions, end_session, change_password],
        tags=["people"],
    )
]
