"""WebSocket frames (RFC 6455): turns a client's bytes into messages. No sockets, no tasks.

It also limits what clients may send, before any message is read.
"""

from collections.abc import Callable
from typing import NamedTuple

from tenback.server.rate_limits import TokenBucket

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
LARGEST_MESSAGE = 8 * 1024
"""The most bytes of a message over all its frames. Ours have less than one KiB."""
EXTRA_FRAMES_RATE, EXTRA_FRAMES_BURST = 10.0, 200.0
"""Frames per second, and at once, other than single-frame messages: pings, pongs, fragments."""

NORMAL, BROKEN, NOT_UTF8, NOT_WELCOME, TOO_LARGE = 1000, 1002, 1007, 1008, 1009
"""Close codes."""

_LAST, _RESERVED, _OPCODE, _MASKED, _LENGTH = 0x80, 0x70, 0x0F, 0x80, 0x7F
_LONG, _LONGER = 126, 127
_CONTROL = 0x8
_LONGEST_CONTROL = 125
_CLOSE_CODES = frozenset([*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)])
_SHORT_TEXT, _LONG_TEXT, _LONGER_TEXT = (
    (_LAST | TEXT) << 8,
    ((_LAST | TEXT) << 8 | _LONG) << 16,
    ((_LAST | TEXT) << 8 | _LONGER) << 64,
)
"""The headers of text frames as numbers, without their lengths."""


class BadFrame(Exception):
    """A client violates the protocol, or sends more than it may."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code
        """The close code for the connection."""


class Frame(NamedTuple):
    """A whole message (`TEXT`, `BINARY`) or a control frame."""

    opcode: int
    data: bytes


class FrameReader:
    """Splits a client's bytes into frames, returned one at a time."""

    __slots__ = ("_at", "_buffer", "_extra", "_message", "_now", "_opcode")

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._buffer = b""
        self._at = 0
        self._opcode: int | None = None
        """The opcode of the message whose fragments are arriving."""
        self._message = b""
        """The data of those fragments."""
        self._extra = TokenBucket(EXTRA_FRAMES_RATE, EXTRA_FRAMES_BURST)

    @property
    def waiting(self) -> int:
        """The number of bytes received but not yet returned."""
        return len(self._buffer) - self._at

    def feed(self, data: bytes) -> None:
        """Add received bytes."""
        self._buffer = self._buffer[self._at :] + data if self.waiting else data
        self._at = 0

    def next(self) -> Frame | None:
        """Return the next complete message or control frame, or None. Raises `BadFrame`."""
        while (found := self._next_frame()) is not None:
            is_last, opcode, data = found
            if is_last and self._opcode is None and opcode in (TEXT, BINARY):
                return Frame(opcode, data)
            if not self._extra.take(self._now()):
                raise BadFrame(NOT_WELCOME)
            if opcode & _CONTROL:
                return Frame(opcode, data)
            if (opcode == CONTINUED) == (self._opcode is None):
                raise BadFrame(BROKEN)
            kind = opcode if self._opcode is None else self._opcode
            message = self._message + data
            if is_last:
                self._opcode, self._message = None, b""
                return Frame(kind, message)
            self._opcode, self._message = kind, message
        return None

    def _next_frame(self) -> tuple[bool, int, bytes] | None:
        """Return whether the next frame is the last of its message, its opcode, and what it holds.

         0               1               2 …
        ┌─┬─────┬───────┬─┬─────────────┬───────────────┬──────┬──────┐
        │F│ RSV │opcode │M│  length     │ longer length │ mask │ data │
        └─┴─────┴───────┴─┴─────────────┴───────────────┴──────┴──────┘
        """
        buffer, at = self._buffer, self._at
        if len(buffer) - at < 2:
            return None
        first, second = buffer[at], buffer[at + 1]
        is_last, opcode, size = bool(first & _LAST), first & _OPCODE, second & _LENGTH
        if first & _RESERVED or not second & _MASKED:
            raise BadFrame(BROKEN)
        if opcode & _CONTROL:
            if opcode > PONG or not is_last or size > _LONGEST_CONTROL:
                raise BadFrame(BROKEN)
        elif opcode > BINARY:
            raise BadFrame(BROKEN)
        at += 2
        if size >= _LONG:
            begin, at = at, at + (2 if size == _LONG else 8)
            if len(buffer) < at:
                return None
            size = int.from_bytes(buffer[begin:at])
        if len(self._message) + size > LARGEST_MESSAGE:
            raise BadFrame(TOO_LARGE)
        begin, end = at + 4, at + 4 + size
        if len(buffer) < end:
            return None
        self._at = end
        return is_last, opcode, _unmasked(buffer[begin:end], buffer[at:begin])


def text_head(size: int) -> bytes:
    """Return the header of a text frame with `size` bytes."""
    if size < _LONG:
        return (_SHORT_TEXT | size).to_bytes(2)
    if size < 1 << 16:
        return (_LONG_TEXT | size).to_bytes(4)
    return (_LONGER_TEXT | size).to_bytes(10)


def control_frame(opcode: int, data: bytes) -> bytes:
    """Return an encoded control frame."""
    return bytes((_LAST | opcode, len(data))) + data


def close_frame(code: int) -> bytes:
    """Return an encoded close frame."""
    return control_frame(CLOSE, code.to_bytes(2))


def close_code_in(data: bytes) -> int:
    """Return the close code in a client's close frame, or raise `BadFrame`."""
    if not data:
        return NORMAL
    code = int.from_bytes(data[:2])
    if len(data) == 1 or code not in _CLOSE_CODES:
        raise BadFrame(BROKEN)
    try:
        data[2:].decode()
    except UnicodeDecodeError:
        raise BadFrame(NOT_UTF8) from None
    return code


def _unmasked(data: bytes, mask: bytes) -> bytes:
    size = len(data)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data) ^ int.from_bytes(key)).to_bytes(size)
