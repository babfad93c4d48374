"""Middleware around the app: checks origins and limits, and adds headers to responses.

It sees everything, including requests that have no route.
"""

import re
from functools import lru_cache
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tenback.rules import BadInput, Refused, TenbackError
from tenback.server.clock import Clock
from tenback.server.documentation import POLICY
from tenback.server.error_responses import MOST_BYTES, SAFE, body_of, headers_of, status_of
from tenback.server.errors import ServerCode
from tenback.server.metrics import Metrics
from tenback.server.rate_limits import RateLimiter
from tenback.server.security import Headers, client_of, is_foreign, is_other_host
from tenback.server.settings import Settings, is_loopback

METHODS = (*SAFE, "POST", "PUT", "PATCH", "DELETE")
HOST_ONLY_PATHS = ("/ready", "/metrics")
"""Paths for the host alone when phones nearby can reach the server."""
POLLED = ("/health", "/ready", "/metrics")
"""Paths that monitoring polls. They have an allowance of their own."""
CHEAP, CHEAP_COST = ("/assets/", "/docs/"), 0.1
"""Plain files. A browser loads a dozen at once, and a class of thirty may share one address."""
COSTLY = ("/api/login", "/api/me/account", "/api/me/password", "/api/me/deletion")
"""Paths that hash a password."""
JSON = "application/json"
HOST = re.compile(rb"[A-Za-z0-9.-]+(?::[0-9]+)?|\[[0-9A-Fa-f:.]+\](?::[0-9]+)?")

SECURITY_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
OPENER_POLICY = (b"cross-origin-opener-policy", b"same-origin")
"""Browsers only accept this header over https and on this machine, and complain elsewhere."""
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")

RawHeaders = list[tuple[bytes, bytes]]


class SecurityMiddleware:
    """An ASGI app around another that refuses bad requests and adds security headers."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, clock: Clock) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._clock = clock
        self._requests = RateLimiter(settings.request_rate, settings.request_burst)
        self._polls = RateLimiter(settings.request_rate, settings.request_burst)
        self._costly = RateLimiter(settings.login_rate, settings.login_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or connection on to the app, or refuse it."""
        if scope["type"] == ScopeType.HTTP:
            await self._request(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await self._connection(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Any, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        status = 500

        async def add_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                known = list(message["headers"])
                message["headers"] = [*known, *self._headers_to_add(scope["path"], headers, known)]
            await send(message)

        try:
            objection = self._objection_to_request(scope, headers)
            if objection is None:
                await self._app(scope, receive, add_headers)
            else:
                await _answer(add_headers, objection)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            route = scope.get("path_template", "other")
            self._metrics.requests.labels(method, route, status).inc()

    async def _connection(self, scope: Any, receive: Receive, send: Send) -> None:
        objection = self._objection_to_connection(scope, dict(scope["headers"]))
        if objection is None:
            await self._app(scope, receive, send)
            return
        self._metrics.refusals.labels(objection.code.value).inc()
        await receive()  # the request to connect
        await send({"type": "websocket.close", "code": 1008, "reason": objection.code})  # a 403

    def _objection_to_request(self, scope: Any, headers: Headers) -> TenbackError | None:
        """Return the reason to refuse a request, or None."""
        path, now, address = plain(scope["path"]), self._clock.monotonic(), client_of(scope)
        cost = CHEAP_COST if path.startswith(CHEAP) else 1.0
        limiter = self._polls if path in POLLED else self._requests
        if not limiter.take(address, now, cost):
            return Refused(ServerCode.TOO_MANY)
        if is_other_host(headers, self._settings.hosts):
            return _other_host(headers)
        if path in HOST_ONLY_PATHS and self._settings.is_lan and not is_loopback(address):
            return Refused(ServerCode.NO_SUCH_PAGE, text=path)
        if scope["method"] in SAFE:
            return None
        if is_foreign(headers, self._settings.origins):
            return Refused(ServerCode.FOREIGN_ORIGIN)
        if path in COSTLY and not self._costly.take(address, now):
            return Refused(ServerCode.TOO_MANY)
        return _objection_to_body(headers)

    def _objection_to_connection(self, scope: Any, headers: Headers) -> TenbackError | None:
        """Return the reason to refuse a connection, or None."""
        if is_other_host(headers, self._settings.hosts):
            return _other_host(headers)
        if is_foreign(headers, self._settings.origins):
            return Refused(ServerCode.FOREIGN_ORIGIN)
        if not self._requests.take(client_of(scope), self._clock.monotonic()):
            return Refused(ServerCode.TOO_MANY)
        return None

    def _headers_to_add(self, path: str, headers: Headers, known: RawHeaders) -> RawHeaders:
        """Return the headers to add to an answer."""
        host = headers.get(b"host", b"")
        more = list(SECURITY_HEADERS)
        if not any(name == POLICY for name, _ in known):  # the documentation has its own policy
            more.append((POLICY, policy(host)))
        if self._settings.is_secure or is_loopback(host.decode("latin-1").partition(":")[0]):
            more.append(OPENER_POLICY)
        if self._settings.is_secure:
            more.append(STRICT_TRANSPORT)
        if path.startswith("/api/") and not any(name == b"cache-control" for name, _ in known):
            more.append((b"cache-control", b"no-store"))
        return more


def plain(path: str) -> str:
    """Return a path without redundant slashes, as routes are compared.

    >>> plain("//api/login/")
    '/api/login'
    """
    return "/" + "/".join(part for part in path.split("/") if part)


@lru_cache(256)
def policy(host: bytes) -> bytes:
    """Return the content security policy of our pages: they load only from this host.

    Some browsers do not count a WebSocket of the same host as the same origin. Python needs
    WebAssembly to run without a connection (docs/offline.md).
    """
    sockets = b" ws://%b wss://%b" % (host, host) if HOST.fullmatch(host) else b""
    return (
        b"default-src 'self'; connect-src 'self'%b; img-src 'self' data:; style-src 'self'; "
        b"script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; frame-ancestors 'none'; "
        b"base-uri 'none'; form-action 'self'" % sockets
    )


def _other_host(headers: Headers) -> TenbackError:
    return Refused(ServerCode.FOREIGN_HOST, text=headers.get(b"host", b"").decode("latin-1"))


def _objection_to_body(headers: Headers) -> TenbackError | None:
    length = headers.get(b"content-length", b"0")
    if length.isdigit() and int(length[:20]) > MOST_BYTES:
        return BadInput(ServerCode.TOO_LARGE, most=MOST_BYTES)
    if length == b"0" and b"transfer-encoding" not in headers:
        return None
    kind = headers.get(b"content-type", b"").decode("latin-1")
    if kind.partition(";")[0].strip().lower() != JSON:
        return BadInput(ServerCode.NOT_JSON, text=kind)
    return None


async def _answer(send: Send, error: TenbackError) -> None:
    """Send an error response without calling the app."""
    body = body_of(error)
    own = {**headers_of(error), "content-type": JSON, "content-length": str(len(body))}
    headers = [(name.encode(), value.encode()) for name, value in own.items()]
    start: Any = {"type": "http.response.start", "status": status_of(error), "headers": headers}
    rest: Any = {"type": "http.response.body", "body": body}
    await send(start)
    await send(rest)
