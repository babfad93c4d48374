"""Authentication, and protection from requests that other sites forge.

A session is a long random secret: browsers keep it in a cookie, programs send it as a bearer
token. The database knows only its SHA-256 and finds it by that. The timing of a lookup may reveal
something about a hash, but nothing about the secret, so nobody can guess one bit by bit.
"""

import re
from collections.abc import Collection, Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from tenback.rules import Refused
from tenback.server.errors import ServerCode
from tenback.server.rate_limits import RateLimiter
from tenback.server.services import Services
from tenback.server.settings import Settings
from tenback.server.store import Person, hash_of

COOKIE = "tenback"
ONE_DAY = 24 * 60 * 60
SECRET = re.compile(r"[\w-]{32,64}", re.ASCII)
BEARER = "bearer "
OWN_SITES = (b"same-origin", b"none")
"""The values of `Sec-Fetch-Site` for our own pages, and for addresses that the person entered."""
LONGEST_DEVICE = 200
PORTS = {"http": ":80", "https": ":443"}

Headers = Mapping[bytes, bytes]
AnyConnection = ASGIConnection[Any, Any, Any, Any]


def services_of(connection: AnyConnection) -> Services:
    """Return the services of the process that handles a connection."""
    services: Services = connection.app.state.services
    return services


async def person_of(connection: AnyConnection) -> Person | None:
    """Return the person on a connection, if they have a session."""
    secret = secret_in(dict(connection.scope["headers"]))
    if secret is None:
        return None
    services = services_of(connection)
    return await services.sessions.person(hash_of(secret), services.clock.now())


async def signed_in(connection: AnyConnection) -> Person:
    """Return the person on a connection, or refuse."""
    person = await person_of(connection)
    if person is None:
        raise Refused(ServerCode.NOT_SIGNED_IN)
    return person


def secret_in(headers: Headers) -> str | None:
    """Return the session secret in a request: a bearer token, or else a cookie."""
    return bearer_in(headers) or cookie_in(headers)


def bearer_in(headers: Headers) -> str | None:
    """Return the session secret in a program's bearer token."""
    text = headers.get(b"authorization", b"").decode("latin-1")
    return _secret(text[len(BEARER) :]) if text.lower().startswith(BEARER) else None


def cookie_in(headers: Headers) -> str | None:
    """Return the session secret in a browser's cookie."""
    for part in headers.get(b"cookie", b"").decode("latin-1").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return _secret(value)
    return None


def session_cookie(secret: str, settings: Settings) -> Cookie:
    """Return the cookie of a session, with the lifetime of an unused session."""
    return Cookie(
        COOKIE,
        value=secret,
        max_age=settings.session_days * ONE_DAY,
        httponly=True,
        samesite="lax",
        secure=settings.is_secure,
    )


def no_cookie(*, is_secure: bool) -> Cookie:
    """Return the cookie that deletes the session cookie."""
    return Cookie(COOKIE, value="", max_age=0, httponly=True, samesite="lax", secure=is_secure)


def is_foreign(headers: Headers, allowed: Collection[str]) -> bool:
    """Return whether a request comes from a page of another site.

    Programs send neither of the two headers; modern browsers send both.
    """
    origin = headers.get(b"origin")
    if origin is not None:
        spelled = origin.decode("latin-1").lower()
        if spelled in allowed:
            return False
        if not _is_own(spelled, headers.get(b"host", b"").decode("latin-1").lower()):
            return True
    site = headers.get(b"sec-fetch-site")
    is_program = bearer_in(headers) is not None and cookie_in(headers) is None
    return site is not None and site not in OWN_SITES and not is_program


def is_other_host(headers: Headers, names: Collection[str]) -> bool:
    """Return whether a request names a host other than the given ones, if any are given.

    A foreign name can be made to point here, and its pages would then count as ours.
    """
    host = headers.get(b"host", b"").decode("latin-1").lower()
    return bool(names) and host.removesuffix(PORTS["http"]) not in names


def device_of(connection: AnyConnection) -> str | None:
    """Return the client's own description of its browser or program, cut short."""
    told = connection.headers.get("user-agent", "")[:LONGEST_DEVICE]
    return told if told and told.isprintable() else None


def address_of(connection: AnyConnection) -> str:
    """Return the address that limits apply to."""
    return client_of(connection.scope)


def check_limit(connection: AnyConnection, limiter: RateLimiter, cost: float = 1.0) -> None:
    """Count a request against an address's limit, or refuse it."""
    if not limiter.take(address_of(connection), services_of(connection).clock.monotonic(), cost):
        raise Refused(ServerCode.TOO_MANY)


def client_of(scope: Any) -> str:
    """Return the client's address; for IPv6 the /64 network, which is one household."""
    client = scope.get("client")
    host: str = client[0] if client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, 64), strict=False))
    return host


def _is_own(origin: str, host: str) -> bool:
    """Return whether an origin is the host itself. Browsers omit the default port in both."""
    scheme, _, rest = origin.partition("://")
    usual = PORTS.get(scheme)
    return usual is not None and rest.removesuffix(usual) == host.removesuffix(usual) != ""


def _secret(text: str) -> str | None:
    return text.strip() if SECRET.fullmatch(text.strip()) else None
