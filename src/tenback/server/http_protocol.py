"""HTTP limits below the app, so that incomplete requests cost only their sender's time.

By itself uvicorn reads endless headers, waits for the rest of a request and for a client to read an
answer as long as the client likes, and accepts as many connections as there are file handles.
"""

import asyncio
import os
import socket
from collections import Counter
from contextlib import suppress
from functools import cache, lru_cache
from ipaddress import ip_address, ip_network
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tenback.server.settings import Settings

MOST_HEAD_BYTES, MOST_HEADERS = 16 * 1024, 100
"""The most bytes and headers of a request, including its URL. Browsers send less than 2 KiB."""
MOST_PIPELINED = 8
"""The most requests on a connection that wait for the one before. Browsers send none."""
ARRIVAL_TIMEOUT = 20.0
"""Seconds for a whole request to arrive, including the first one on a new connection."""
READING_TIMEOUT = 60.0
"""Seconds in which a client must take something of an answer that waits for it."""
MOST_UNSENT = 64 * 1024
"""Bytes of an answer that the kernel takes before the client's window opens for them.

By itself it takes megabytes and asks for more only when a third of them is gone. Behind a proxy, a
phone with a slow connection needs minutes for that, and would seem to take nothing.
"""
CONNECTIONS_FOR_SOCKET = 2
"""HTTP connections per address for each allowed socket; pages load files too."""


class HeadTooLarge(Exception):
    """A request has too many headers."""


class TooManyWaiting(Exception):
    """Too many requests wait on a connection."""


class LimitedHttpProtocol(HttpToolsProtocol):
    """One HTTP connection, until it becomes a WebSocket. uvicorn creates it (`Config.http`)."""

    open_by_address: ClassVar[Counter[str]] = Counter()
    """The open connections of this process per peer, not counting trusted proxies."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._peer: str | None = None
        self._is_in_head = True
        self._is_arriving = True
        self._is_too_large = False
        self._head_bytes = 0
        self._arrival_timer: asyncio.TimerHandle | None = None
        self._reading_timer: asyncio.TimerHandle | None = None

    # ---- connections ----

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, unless its peer has too many."""
        super().connection_made(transport)
        _limit_unsent(transport)
        peer = "" if self.client is None else self.client[0]
        if peer and not is_trusted(peer):
            self._peer = peer
            self.open_by_address[peer] += 1
            if self.open_by_address[peer] > most_connections():
                transport.abort()
                return
        self._wait_for_rest()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting a closed connection."""
        self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol, which has its own limits."""
        self._release()
        super().handle_websocket_upgrade()
        self.parser = cast("Any", None)  # it holds methods of this finished object

    def _release(self) -> None:
        self._stop_waiting()
        self._stop_watching()
        if self._peer is not None:
            self.open_by_address[self._peer] -= 1
            if not self.open_by_address[self._peer]:
                del self.open_by_address[self._peer]
            self._peer = None

    # ---- requests ----

    def data_received(self, data: bytes) -> None:
        """Parse more data; refuse heads that are too long."""
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES:
                self._is_too_large = True
                self.send_400_response("")
                return
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if self._arrival_timer is None and (self._is_arriving or not is_answering):
            self._wait_for_rest()

    def on_message_begin(self) -> None:
        """Start counting the bytes of a request; refuse one too many of those that wait."""
        if len(self.pipeline) >= MOST_PIPELINED:
            raise TooManyWaiting
        self._is_in_head, self._is_arriving, self._head_bytes = True, True, 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; refuse too many."""
        if len(self.headers) >= MOST_HEADERS:
            self._is_too_large = True
            raise HeadTooLarge
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Note that the head is complete. The app limits the body."""
        self._is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Note that the request is complete: the client now waits for the server."""
        self._is_in_head, self._is_arriving = False, False
        self._stop_waiting()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse a malformed or too large request."""
        if self._is_too_large:
            self.transport.write(
                b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
                b"content-length: 0\r\nconnection: close\r\n\r\n"
            )
            self.transport.close()
        else:
            super().send_400_response(msg)

    # ---- answers ----

    def pause_writing(self) -> None:
        """Let the app wait until the client has read, and watch that it does."""
        super().pause_writing()
        self._watch_reading(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Let the app continue."""
        self._stop_watching()
        super().resume_writing()

    def _watch_reading(self, unread: int) -> None:
        self._stop_watching()
        self._reading_timer = self.loop.call_later(READING_TIMEOUT, self._check_reading, unread)

    def _check_reading(self, before: int) -> None:
        """Close the connection if the client has taken nothing since the last look."""
        unread = self.transport.get_write_buffer_size()
        if unread < before:
            self._watch_reading(unread)
        else:
            self.transport.abort()

    def _stop_watching(self) -> None:
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None

    # ---- the time to arrive ----

    def _wait_for_rest(self) -> None:
        self._arrival_timer = self.loop.call_later(ARRIVAL_TIMEOUT, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._arrival_timer is not None:
            self._arrival_timer.cancel()
            self._arrival_timer = None


def _limit_unsent(transport: asyncio.Transport) -> None:
    option = getattr(socket, "TCP_NOTSENT_LOWAT", None)
    if option is not None:
        with suppress(OSError):  # a connection without TCP
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, option, MOST_UNSENT)


@cache
def _settings() -> Settings:
    return Settings.from_environment(os.environ)


def most_connections() -> int:
    """Return how many connections one address may open to this process."""
    return CONNECTIONS_FOR_SOCKET * _settings().connections


@lru_cache(4096)
def is_trusted(peer: str) -> bool:
    """Return whether a peer is a trusted proxy, which speaks for many clients."""
    for proxy in _settings().trusted_proxies:
        try:
            if ip_address(peer) in ip_network(proxy, strict=False):
                return True
        except ValueError:  # a host name, or `*`
            if proxy in ("*", peer):
                return True
    return False
