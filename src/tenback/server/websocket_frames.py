"""WebSocket frames (RFC 6455): what a client sends becomes messages. No sockets, no tasks.

What a client may send is limited here, before anybody looks at what it says.
"""

from collections.abc import Callable
from functools import lru_cache

from tenback.server.rate_limits import TokenBucket

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
LARGEST_MESSAGE = 8 * 1024
"""Bytes of a message, all its frames together; ours have less than one KiB."""
EXTRA_FRAMES_RATE, EXTRA_FRAMES_BURST = 10.0, 200.0
"""Frames per second, and at once, that are not messages: pings, pongs and fragments."""

NORMAL, BROKEN, NOT_UTF8, NOT_WELCOME, TOO_LARGE = 1000, 1002, 1007, 1008, 1009
"""Why a connection is closed."""

_LAST, _MASKED, _LENGTH = 0x80, 0x80, 0x7F
_LONG, _LONGER = 126, 127
_CONTROL = 0x8
_FIRST_BYTES = {
    **{opcode: (False, opcode) for opcode in (CONTINUED, TEXT, BINARY)},
    **{_LAST | opcode: (True, opcode) for opcode in (CONTINUED, TEXT, BINARY, CLOSE, PING, PONG)},
}
"""How a frame may begin: whether it is the last of its message, and its opcode."""
_LONGEST_CONTROL = 125
_CLOSE_CODES = frozenset([*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)])
_SHORT_TEXT, _LONG_TEXT, _LONGER_TEXT = (
    (_LAST | TEXT) << 8,
    ((_LAST | TEXT) << 8 | _LONG) << 16,
    ((_LAST | TEXT) << 8 | _LONGER) << 64,
)
"""The headers of text frames as numbers, without their lengths."""


class BadFrame(Exception):
    """A client breaks the rules of the protocol, or sends more than is good for others."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code
        """The code with which the connection is closed."""


Frame = tuple[int, bytes]
"""A whole message (`TEXT`, `BINARY`) or a control frame: its opcode, and what it holds."""


class FrameReader:
    """Takes bytes as they come; gives one frame after the other when it is asked."""

    __slots__ = ("_at", "_buffer", "_extra", "_message", "_now", "_opcode")

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._buffer = b""
        self._at = 0
        self._opcode: int | None = None
        """The kind of message of which some fragments have come."""
        self._message = b""
        """What those fragments hold."""
        self._extra = TokenBucket(EXTRA_FRAMES_RATE, EXTRA_FRAMES_BURST)

    def feed(self, data: bytes) -> int:
        """Take the next bytes; return how many have come and were not asked for yet."""
        if self._at < len(self._buffer):
            data = self._buffer[self._at :] + data
        self._buffer, self._at = data, 0
        return len(data)

    def next(self) -> Frame | None:
        """Return the next message or control frame, once it is complete; raise `BadFrame`."""
        while (found := self._next_frame()) is not None:
            is_last, opcode, data = found
            if is_last and self._opcode is None and opcode in (TEXT, BINARY):
                return opcode, data
            if not self._extra.take(self._now()):
                raise BadFrame(NOT_WELCOME)
            if opcode & _CONTROL:
                return opcode, data
            if (opcode == CONTINUED) == (self._opcode is None):
                raise BadFrame(BROKEN)
            kind = opcode if self._opcode is None else self._opcode
            message = self._message + data
            if is_last:
                self._opcode, self._message = None, b""
                return kind, message
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
        beginning, second = _FIRST_BYTES.get(buffer[at]), buffer[at + 1]
        if beginning is None or not second & _MASKED:
            raise BadFrame(BROKEN)
        is_last, opcode = beginning
        size = second & _LENGTH
        if opcode & _CONTROL and size > _LONGEST_CONTROL:
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


@lru_cache(1024)  # most messages are short
def text_head(size: int) -> bytes:
    """Return the header of a text frame with this many bytes."""
    if size < _LONG:
        return (_SHORT_TEXT | size).to_bytes(2)
    if size < 1 << 16:
        return (_LONG_TEXT | size).to_bytes(4)
    return (_LONGER_TEXT | size).to_bytes(10)


def control_frame(opcode: int, data: bytes) -> bytes:
    """Return a control frame."""
    return bytes((_LAST | opcode, len(data))) + data


def close_frame(code: int) -> bytes:
    """Return the frame that ends a conversation."""
    return control_frame(CLOSE, code.to_bytes(2))


def close_code_in(data: bytes) -> int:
    """Return the code with which a client closes, or raise `BadFrame`."""
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
