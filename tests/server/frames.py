"""A raw WebSocket that can send bytes no good client would send."""

import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from types import TracebackType
from typing import Any, NamedTuple, Self
from zlib import crc32

import msgspec

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
CONTINUED = 0
PATIENCE = 60.0
"""Seconds to wait for an answer; on an idle machine it takes milliseconds."""


class Frame(NamedTuple):
    """A frame received from the server."""

    opcode: int
    data: bytes


def frame(
    opcode: int, data: bytes, *, is_last: bool = True, is_masked: bool = True, reserved: int = 0
) -> bytes:
    """Return the bytes of a frame, valid or not."""
    first = (0x80 if is_last else 0) | (reserved << 4) | opcode
    bit = 0x80 if is_masked else 0
    if len(data) < 126:
        head = struct.pack("!BB", first, bit | len(data))
    elif len(data) < 1 << 16:
        head = struct.pack("!BBH", first, bit | 126, len(data))
    else:
        head = struct.pack("!BBQ", first, bit | 127, len(data))
    if not is_masked:
        return head + data
    mask = crc32(data).to_bytes(4)  # different for different data, but the same in every run
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))


class RawSocket:
    """A socket at a table, after the handshake; `status` is its HTTP status."""

    def __init__(
        self,
        port: int,
        path: str,
        *,
        buffer: int | None = None,
        is_shaken: bool = True,
        **headers: str,
    ) -> None:
        self._socket = socket.socket()
        if buffer is not None:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(("127.0.0.1", port))
        self._read = bytearray()
        self.status = 0
        if is_shaken:
            self.send(handshake(port, path, **headers))
            head = self._until(b"\r\n\r\n")
            self.status = int(head.split()[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._socket.close()

    def send(self, data: bytes) -> None:
        """Send bytes; if the server has closed the connection, they are lost."""
        with suppress(ConnectionError):
            self._socket.sendall(data)

    def send_for(self, data: bytes, seconds: float) -> int:
        """Send bytes while the server takes any, for some seconds at most; return how many it
        took."""
        self._socket.settimeout(1.0)
        taken, until = 0, time.monotonic() + seconds
        try:
            while taken < len(data) and time.monotonic() < until:
                taken += self._socket.send(data[taken : taken + (1 << 16)])
        except (TimeoutError, ConnectionError):
            pass
        self._socket.settimeout(PATIENCE)
        return taken

    def say(self, message: Any) -> None:
        """Send something as JSON."""
        self.send(frame(TEXT, msgspec.json.encode(message)))

    def shut(self) -> None:
        """Shut down this side of the connection."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def reset(self) -> None:
        """Reset the connection without closing it properly."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    def frames(self) -> Iterator[Frame]:
        """Yield frames until the server closes, and answer its close frame."""
        while True:
            try:
                head = self._take(2)
                size = head[1] & 0x7F
                if size >= 126:
                    size = int.from_bytes(self._take(2 if size == 126 else 8))
                found = Frame(head[0] & 0x0F, self._take(size))
            except (EOFError, ConnectionError):
                return
            if found.opcode == CLOSE:
                self.send(frame(CLOSE, found.data[:2]))
            yield found

    def answers(self) -> Iterator[dict[str, Any]]:
        """Yield the server's messages until it closes."""
        for opcode, data in self.frames():
            if opcode == TEXT:
                yield msgspec.json.decode(data)

    def answer_to(self, request: str | None) -> dict[str, Any]:
        """Return the answer to a request."""
        return next(told for told in self.answers() if "id" in told and told["id"] == request)

    def _take(self, count: int) -> bytes:
        while len(self._read) < count:
            self._fill()
        taken = bytes(self._read[:count])
        del self._read[:count]
        return taken

    def _until(self, end: bytes) -> bytes:
        while end not in self._read:
            self._fill()
        return self._take(self._read.index(end) + len(end))

    def _fill(self) -> None:
        data = self._socket.recv(1 << 16)
        if not data:
            raise EOFError
        self._read += data


def handshake(port: int, path: str, **headers: str) -> bytes:
    """Return the request that opens a WebSocket."""
    given = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
        **headers,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
    return "\r\n".join([*lines, "", ""]).encode()
