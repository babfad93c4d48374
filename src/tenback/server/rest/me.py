"""Routes for the caller's own identity: name, account, tables, results and statistics."""

from dataclasses import replace
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody, QueryParameter
from litestar.types import ControllerRouterHandler

from tenback.protocol.rest import (
    BecomeGuest,
    ChangeName,
    ClaimedAccount,
    Credentials,
    PersonView,
    ResultsPage,
    SessionView,
    SignedIn,
    StatisticsView,
    TablesPage,
)
from tenback.rules import BadInput, Refused
from tenback.server.account_checks import (
    check_account,
    check_bot_name,
    check_name,
    check_password,
)
from tenback.server.errors import ServerCode
from tenback.server.rest.openapi import NO_CONTENT, SIGNED_IN, refusal_responses
from tenback.server.rest.views import listed, person_view, result_view, statistics_view
from tenback.server.security import (
    address_of,
    check_limit,
    cookie_in,
    device_of,
    no_cookie,
    person_of,
    secret_in,
    services_of,
    session_cookie,
    signed_in,
)
from tenback.server.store import Person, hash_of, new_secret
from tenback.server.store.ids import RESULT_PATTERN
from tenback.server.store.throttles import account_key

HttpRequest = Request[Any, Any, Any]


@post(
    "/",
    status_code=200,
    operation_id="sayName",
    summary="Become a guest, or change your name",
    responses=refusal_responses(409, is_changing=True),
)
async def become_guest(request: HttpRequest, data: JSONBody[BecomeGuest]) -> Response[SignedIn]:
    """Create a guest for a caller without a session, otherwise rename the caller.

    A bot declares itself: it is shown as a bot and never rated, even with an account.
    """
    known = await person_of(request)
    if known is not None:
        if data.is_bot and not known.is_bot:
            raise Refused(ServerCode.NOT_A_BOT)
        return Response(SignedIn(await _renamed(request, known, data.name)))
    check_limit(request, services_of(request).limits.openings)
    guest = await new_guest(request, data.name, is_bot=data.is_bot)
    told, cookie = await sign_in_guest(request, guest)
    return Response(told, cookies=[cookie])


@get(
    "/",
    operation_id="getMe",
    summary="Get your profile",
    security=SIGNED_IN,
    responses=refusal_responses(401),
)
async def get_me(request: HttpRequest) -> Response[PersonView]:
    """Return the signed-in person, and renew a browser's cookie for another year."""
    return Response(person_view(await signed_in(request)), cookies=_renewed_cookies(request))


@get(
    "/api/session",
    operation_id="getSession",
    summary="Get your session, if you have one",
    tags=["people"],
    responses=refusal_responses(),
)
async def get_session(request: HttpRequest) -> Response[SessionView]:
    """Return the signed-in person, like `/api/me`, but without refusing newcomers."""
    person = await person_of(request)
    if person is None:
        return Response(SessionView(None))
    return Response(SessionView(person_view(person)), cookies=_renewed_cookies(request))


@patch(
    "/",
    operation_id="rename",
    summary="Change your name",
    security=SIGNED_IN,
    responses=refusal_responses(401, is_changing=True),
)
async def rename(request: HttpRequest, data: JSONBody[ChangeName]) -> PersonView:
    """Change the caller's display name. The name of an account stays the same."""
    return await _renamed(request, await signed_in(request), data.name)


@post(
    "/account",
    status_code=200,
    operation_id="claimAccount",
    summary="Claim an account",
    security=SIGNED_IN,
    responses=refusal_responses(401, 409, is_changing=True),
)
async def claim(request: HttpRequest, data: JSONBody[Credentials]) -> Response[ClaimedAccount]:
    """Turn a guest into an account, which is the same person on every device.

    All other sessions end. This one gets a new secret; the guest's old one stops working.
    """
    services, person = services_of(request), await signed_in(request)
    account, password = check_account(data.account), check_password(data.password)
    if person.account is not None:
        raise Refused(ServerCode.HAS_ACCOUNT, text=person.account)
    other = await services.people.account_like(account)
    if other is not None and other != account:
        raise BadInput(ServerCode.NAME_OF_OTHER, text=data.account, other=other)
    stored = await services.passwords.hash(password)
    if not await services.people.claim(person.id, account, stored):
        raise Refused(ServerCode.HAS_ACCOUNT, text=account)
    claimed = replace(person, account=account)
    told, cookie = await renewed_session(request, claimed)
    view = ClaimedAccount(**msgspec.structs.asdict(told.person), secret=told.secret)
    return Response(view, cookies=[cookie])


@post(
    "/api/login",
    status_code=200,
    operation_id="logIn",
    summary="Sign in to an account",
    tags=["people"],
    responses=refusal_responses(401, is_changing=True),
)
async def log_in(request: HttpRequest, data: JSONBody[Credentials]) -> Response[SignedIn]:
    """Start a session on this device. A refusal does not say which credential is wrong."""
    services = services_of(request)
    guesses = account_key(data.account[:_LONGEST])
    await check_password_attempts(request, guesses)
    found = None
    if len(data.password) <= _LONGEST and len(data.account) <= _LONGEST:
        found = await services.people.account(data.account.strip())
    stored = None if found is None else found.password
    is_right = await services.passwords.is_right(stored, data.password[:_LONGEST])
    if found is None or not is_right:
        raise Refused(ServerCode.WRONG_LOGIN)
    if await services.bans.has(found.person.id):
        raise Refused(ServerCode.BANNED)
    await services.throttles.forget(guesses)
    before, secret = cookie_in(dict(request.scope["headers"])), new_secret()
    now, device = services.clock.now(), device_of(request)
    await services.sessions.add(found.person.id, hash_of(secret), now, device)
    if before is not None:
        services.rooms.peers.sessions_ended(await services.sessions.end(hash_of(before)))
    told, cookie = _session(request, found.person, secret)
    return Response(told, cookies=[cookie])


@post(
    "/api/logout",
    status_code=204,
    operation_id="logOut",
    summary="Sign out",
    tags=["people"],
    responses={**NO_CONTENT, **refusal_responses(is_changing=True)},
)
async def log_out(request: HttpRequest) -> Response[None]:
    """End the session. A guest without an account cannot come back."""
    services, secret = services_of(request), secret_in(dict(request.scope["headers"]))
    if secret is not None:
        services.rooms.peers.sessions_ended(await services.sessions.end(hash_of(secret)))
    return Response(None, cookies=[no_cookie(is_secure=services.settings.is_secure)])


@get(
    "/tables",
    operation_id="getMyTables",
    summary="List your tables",
    security=SIGNED_IN,
    responses=refusal_responses(401),
)
async def my_tables(request: HttpRequest) -> TablesPage:
    """List the caller's unfinished tables, most recently changed first."""
    person = await signed_in(request)
    rows = await services_of(request).tables.unfinished(person.id)
    return TablesPage([listed(row) for row in rows], None)


@get(
    "/results",
    operation_id="getMyResults",
    summary="List your results",
    security=SIGNED_IN,
    responses=refusal_responses(401),
)
async def my_results(
    request: HttpRequest,
    before: Annotated[str | None, QueryParameter(pattern=RESULT_PATTERN)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
) -> ResultsPage:
    """List the caller's results, newest first. `before` is the last table of the previous page."""
    person = await signed_in(request)
    found = await services_of(request).results.of_person(person.id, limit, before)
    following = found[-1].table if len(found) == limit else None
    return ResultsPage([result_view(result) for result in found], following)


@get(
    "/statistics",
    operation_id="getMyStatistics",
    summary="Get your statistics",
    security=SIGNED_IN,
    responses=refusal_responses(401),
)
async def my_statistics(request: HttpRequest) -> list[StatisticsView]:
    """Return the caller's statistics by edition and number of seats."""
    person = await signed_in(request)
    found = await services_of(request).results.statistics(person.id)
    return [statistics_view(each) for each in found]


_LONGEST = 1000
"""The longest credentials that are looked up. Longer ones are always wrong."""


async def check_password_attempts(request: HttpRequest, guesses: str) -> None:
    """Refuse too many password attempts from an address or under a key, across all processes."""
    services, now = services_of(request), services_of(request).clock.now()
    settings, throttles = services.settings, services.throttles
    address = f"address:{hash_of(address_of(request))}"
    if not await throttles.take(
        address, now, rate=settings.login_rate, burst=settings.login_burst
    ) or not await throttles.take(
        guesses, now, rate=settings.account_rate, burst=settings.account_burst
    ):
        raise Refused(ServerCode.TOO_MANY)


async def new_guest(request: HttpRequest, name: str, *, is_bot: bool = False) -> Person:
    """Return a new guest with a valid name, not stored yet."""
    own_name = await _own_name(request, name, is_bot=is_bot)
    return Person.guest(own_name, services_of(request).clock.now(), is_bot=is_bot)


async def _own_name(
    request: HttpRequest, text: str, person: Person | None = None, *, is_bot: bool
) -> str:
    """Return a valid name for a person. Refuse one that looks like another person's account."""
    name = check_bot_name(text) if is_bot else check_name(text)
    own = None if person is None else person.account
    await services_of(request).people.check_name_of_others(name, own)
    return name


async def sign_in_guest(request: HttpRequest, guest: Person) -> tuple[SignedIn, Cookie]:
    """Store a new guest, and sign them in."""
    secret = new_secret()
    await services_of(request).people.add_guest(guest, hash_of(secret), device_of(request))
    return _session(request, guest, secret)


async def renewed_session(request: HttpRequest, person: Person) -> tuple[SignedIn, Cookie]:
    """Start a new session for a person, and end all their others."""
    services, secret = services_of(request), new_secret()
    now, device = services.clock.now(), device_of(request)
    await services.sessions.add(person.id, hash_of(secret), now, device)
    services.rooms.peers.sessions_ended(await services.sessions.end_all(person.id, hash_of(secret)))
    return _session(request, person, secret)


def _session(request: HttpRequest, person: Person, secret: str) -> tuple[SignedIn, Cookie]:
    """Return a new session. Browsers get the secret as a cookie, programs in the answer."""
    cookie = session_cookie(secret, services_of(request).settings)
    is_browser = "sec-fetch-site" in request.headers
    return SignedIn(person_view(person), None if is_browser else secret), cookie


async def _renamed(request: HttpRequest, person: Person, text: str) -> PersonView:
    name = await _own_name(request, text, person, is_bot=person.is_bot)
    if name != person.name:
        await services_of(request).people.rename(person.id, name)
    return person_view(replace(person, name=name))


def _renewed_cookies(request: HttpRequest) -> list[Cookie]:
    """Return a browser's cookie again, valid for another year. Programs have none."""
    secret = cookie_in(dict(request.scope["headers"]))
    return [] if secret is None else [session_cookie(secret, services_of(request).settings)]


ROUTES: list[ControllerRouterHandler] = [
    Router(
        "/api/me",
        route_handlers=[become_guest, get_me, rename, claim, my_tables, my_results, my_statistics],
        tags=["people"],
    ),
    get_session,
    log_in,
    log_out,
]
