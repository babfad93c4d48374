"""A lean WebSocket client with its own handshake and frames, as it shares cores with the server."""

import asyncio
from collections.abc import Callable
from typing import cast

NO_MASK = bytes(4)
"""The standard demands masked frames; a key of zeros leaves their content as it is."""
KEY = b"dGVuYmFjay1sb2FkdGVzdA=="
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
WHOLE = 0x80
PORTS_OF_AN_ADDRESS = 20_000
"""Linux gives a client some 28,000 ports for each address; some are still closing."""
GONE = 1006


class Socket(asyncio.Protocol):
    """One connection to a table."""

    __slots__ = ("_hear", "_is_open", "_lose", "_opened", "_rest", "_transport", "is_closing")

    def __init__(
        self,
        opened: asyncio.Future[None],
        hear: Callable[[bytes], None],
        lose: Callable[[int], None],
    ) -> None:
        self._opened = opened
        self._hear = hear
        self._lose = lose
        self._rest = b""
        self._is_open = False
        self._transport: asyncio.Transport | None = None
        self.is_closing = False
        """Whether this side is closing the connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport for sending."""
        self._transport = cast("asyncio.Transport", transport)

    def send(self, message: bytes, kind: int = TEXT) -> None:
        """Send a message in one frame."""
        assert self._transport is not None
        size = len(message)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2)
        self._transport.write(bytes((WHOLE | kind,)) + length + NO_MASK + message)

    def close(self) -> None:
        """Close the connection properly."""
        self.is_closing = True
        if self._transport is not None and not self._transport.is_closing():
            self.send((1000).to_bytes(2), CLOSE)
            self._transport.close()

    def drop(self) -> None:
        """Break the connection off, as a phone does in a tunnel."""
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Pass on the messages that are complete."""
        if self._rest:
            data = self._rest + data
        at, size = 0, len(data)
        if not self._is_open:
            begin = self._frames_after_handshake(data)
            if begin is None:
                self._rest = data
                return
            at = begin
        while size - at >= 2:
            start, length = at + 2, data[at + 1]
            if length >= 126:
                start += 2 if length == 126 else 8
                if start > size:
                    break
                length = int.from_bytes(data[at + 2 : start])
            end = start + length
            if end > size:
                break
            if data[at] == WHOLE | TEXT:
                self._hear(data[start:end])
            else:
                self._obey(data[at], data[start:end])
            at = end
        self._rest = data[at:]

    def connection_lost(self, error: Exception | None) -> None:
        """Report the lost connection, unless this side closed it."""
        if not self._opened.done():
            self._opened.set_exception(ConnectionError(f"no socket: {error or self._rest[:80]!r}"))
        elif not self.is_closing:
            self.is_closing = True
            self._lose(GONE)

    def _frames_after_handshake(self, data: bytes) -> int | None:
        """Return where the frames begin after the handshake's answer, if that is complete."""
        head, blank, _ = data.partition(b"\r\n\r\n")
        if not blank:
            return None
        if not head.startswith(b"HTTP/1.1 101"):
            if not self._opened.done():
                self._opened.set_exception(ConnectionError(head[:80].decode()))
            self.close()
            return len(data)
        self._is_open = True
        if not self._opened.done():
            self._opened.set_result(None)
        return len(head) + 4

    def _obey(self, first: int, content: bytes) -> None:
        """Handle a control frame: a ping or a close."""
        if first == WHOLE | PING:
            self.send(content, PONG)
        elif first == WHOLE | CLOSE and not self.is_closing:
            self.is_closing = True
            self._lose(int.from_bytes(content[:2]) or GONE)
            if self._transport is not None:
                self._transport.close()


def handshake(host: str, port: int, table: str, secret: str) -> bytes:
    """Return the HTTP request that opens the socket of a table."""
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\n"
        f"Host: {host}:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY.decode()}\r\n"
        f"Authorization: Bearer {secret}\r\n\r\n"
    ).encode()


def source_address(count: int) -> tuple[str, int] | None:
    """Return the local address for the next connection, given how many are open."""
    aside = count // PORTS_OF_AN_ADDRESS
    return (f"127.0.0.{1 + aside}", 0) if aside else None
