"""WebSockets below the web framework: uvicorn hands over connections that ask for one.

    uvicorn (HTTP) ─▶ handshake ─▶ ASGI app: origin, limits, who it is ─▶ accept
                                                                            │
    client ◀─▶ frames ◀─▶ receive, send, close ◀─▶ Connection ◀─────────────┘

The handshake is a request like any other. Messages bypass the framework: everything sent within one
round of the event loop goes out in one write, and nobody waits for it.
"""

import asyncio
import logging
import re
from base64 import b64encode
from collections.abc import Coroutine
from hashlib import sha1
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import unquote

from uvicorn import Config
from uvicorn.server import ServerState

from tenback.server.websocket_frames import (
    BINARY,
    CLOSE,
    LARGEST_MESSAGE,
    NORMAL,
    NOT_UTF8,
    PING,
    PONG,
    TEXT,
    BadFrame,
    FrameReader,
    close_code_in,
    close_frame,
    control_frame,
    text_head,
)

EXTENSION = "tenback.websocket"
"""The key of the socket among the extensions of a handshake's scope."""
HAND_OVER = "tenback.hand_over"
"""The key in a worker's state for the function that hands connections to other workers."""
OUTBOX = "tenback.outbox"
"""The key in a process's state for its outbox."""
MOST_QUEUED = 256
"""The most messages that wait for a slow reader. Beyond that it is cut off, and can reconnect."""
MOST_UNREAD = 4 * LARGEST_MESSAGE
"""The most bytes that wait unread before reading pauses."""
GOOD_BYE = 2.0
"""Seconds to wait for the client's close frame."""
STOPPING, TOO_SLOW = 1012, 4008
"""Close codes: the server stops; the client reads too slowly."""

KEY = re.compile(rb"[A-Za-z0-9+/]{22}==")
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

logger = logging.getLogger(__name__)


class Outbox:
    """The sockets of a process with something to write at the end of this event loop round."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._sockets: list[WebSocketProtocol] = []

    def add(self, socket: "WebSocketProtocol") -> None:
        """Let a socket write at the end of this round."""
        if not self._sockets:
            self._loop.call_soon(self._flush)
        self._sockets.append(socket)

    def _flush(self) -> None:
        sockets, self._sockets = self._sockets, []
        for socket in sockets:
            try:
                socket.flush()
            except Exception:  # must not affect the other sockets
                logger.exception("nothing can be written to a socket")
                socket.abort()


class WebSocketProtocol(asyncio.Protocol):
    """One connection, from the handshake to the end. uvicorn creates it (`Config.ws`)."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._config = config
        self._server_state = server_state
        self._app_state = app_state
        self._loop = _loop or asyncio.get_running_loop()
        self._transport: asyncio.Transport = None  # type: ignore[assignment]
        self._key: bytes | None = None
        self._is_accepted = False
        self._is_closing = False
        """Whether this side has closed the connection: nothing more is sent or received."""
        self._is_lost = False
        self._reader = FrameReader(self._loop.time)
        self._waiter: asyncio.Future[None] | None = None
        self._has_waited = True
        self._is_paused = False
        """Whether reading is paused."""
        self._outgoing: list[bytes] = []
        self._is_writable = True
        self._outbox: Outbox = app_state.setdefault(OUTBOX, Outbox(self._loop))
        self._good_bye: asyncio.TimerHandle | None = None
        self._conversation: Coroutine[Any, Any, None] | None = None

    # ---- messages ----

    async def receive(self) -> str | bytes | None:
        """Return the next message, or None once the client is gone."""
        while not self._is_closing:
            message = self._next_message()
            if message is not None:
                if not self._has_waited:
                    await asyncio.sleep(0)  # let others have their turn
                self._has_waited = False
                return message
            if self._is_lost:
                break
            self._has_waited = True
            if self._is_paused:
                self._is_paused = False
                self._transport.resume_reading()
            self._waiter = self._loop.create_future()
            await self._waiter
        return None

    def send(self, message: bytes) -> None:
        """Queue a text message. A client that does not read is cut off."""
        if self._is_closing or self._is_lost:
            return
        outgoing = self._outgoing
        if not outgoing:
            self._outbox.add(self)
        elif len(outgoing) >= MOST_QUEUED:
            outgoing.clear()
            self.close(TOO_SLOW)
            return
        outgoing.append(text_head(len(message)) + message)

    def close(self, code: int) -> None:
        """Send a close frame, without waiting for the client's."""
        if self._is_closing or self._is_lost:
            return
        self.flush()
        self._is_closing = True
        self._outgoing.clear()
        self._transport.write(close_frame(code))
        self._good_bye = self._loop.call_later(GOOD_BYE, self._transport.abort)
        if self._is_paused:
            self._is_paused = False
            self._transport.resume_reading()
        self._wake()

    def _next_message(self) -> str | bytes | None:
        """Return the next complete message, handling control frames on the way."""
        try:
            while (frame := self._reader.next()) is not None:
                opcode, data = frame
                if opcode == TEXT:
                    return _decoded(data)
                if opcode == BINARY:
                    return data
                if opcode == CLOSE:
                    self.close(close_code_in(data))
                    self._transport.close()
                    return None
                if opcode == PING and self._is_writable:
                    self._transport.write(control_frame(PONG, data))
        except BadFrame as bad:
            self.close(bad.code)
            self._transport.close()
        return None

    def flush(self) -> None:
        """Write the queued messages, unless the client does not read."""
        if self._outgoing and self._is_writable and not self._is_closing and not self._is_lost:
            frames = b"".join(self._outgoing)
            self._outgoing.clear()
            self._transport.write(frames)

    def abort(self) -> None:
        """Close the connection at once, dropping unsent data."""
        self._transport.abort()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    # ---- the transport ----

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport, and register the connection."""
        self._transport = cast("asyncio.Transport", transport)
        self._server_state.connections.add(cast("Any", self))

    def data_received(self, data: bytes) -> None:
        """Take the handshake, which uvicorn passes on whole, and then the frames of the client."""
        if self._key is None:
            self._key = b""
            hand_over = self._app_state.get(HAND_OVER)
            if hand_over is None:
                self._shake_hands(data)
            else:
                hand_over(self._transport, data, self._shake_hands)
            return
        self._reader.feed(data)
        if self._is_closing:
            self._await_close()
            return
        if self._reader.waiting > MOST_UNREAD and not self._is_paused:
            self._is_paused = True
            self._transport.pause_reading()
        self._wake()

    def _await_close(self) -> None:
        """Skip frames after our close frame until the client's."""
        try:
            while (frame := self._reader.next()) is not None:
                if frame.opcode == CLOSE:
                    self._transport.close()
        except BadFrame:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is lost."""
        self._is_lost = True
        self._outgoing.clear()
        self._server_state.connections.discard(cast("Any", self))
        if self._good_bye is not None:
            self._good_bye.cancel()
        self._wake()

    def pause_writing(self) -> None:
        """Stop writing, because the client does not read."""
        self._is_writable = False

    def resume_writing(self) -> None:
        """Resume writing."""
        self._is_writable = True
        self.flush()

    def shutdown(self) -> None:
        """Close the connection because the server stops."""
        if self._is_accepted:
            self.close(STOPPING)
        self._transport.close()

    # ---- the handshake ----

    def _shake_hands(self, data: bytes) -> None:
        """Pass a valid handshake to the app, or reject it."""
        first, *lines = data.rstrip(b"\r\n").split(b"\r\n")
        _, target, _ = first.split(b" ", 2)
        headers = [
            (name.lower(), value.strip())
            for name, _, value in (line.partition(b":") for line in lines)
        ]
        known = dict(headers)
        self._key = known.get(b"sec-websocket-key", b"")
        if known.get(b"sec-websocket-version") != b"13":
            self._respond(HTTPStatus.UPGRADE_REQUIRED, (b"sec-websocket-version", b"13"))
        elif not first.startswith(b"GET ") or KEY.fullmatch(self._key) is None:
            self._respond(HTTPStatus.BAD_REQUEST)
        else:
            task = self._loop.create_task(self._run(self._scope(target, headers)))
            self._server_state.tasks.add(task)
            task.add_done_callback(self._server_state.tasks.discard)

    def _scope(self, target: bytes, headers: list[tuple[bytes, bytes]]) -> dict[str, Any]:
        raw_path, _, query = target.partition(b"?")
        info = self._transport.get_extra_info
        peer, own = info("peername"), info("sockname")
        return {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.3"},
            "http_version": "1.1",
            "scheme": "wss" if info("sslcontext") else "ws",
            "server": None if not own else tuple(own[:2]),
            "client": None if not peer else tuple(peer[:2]),
            "root_path": self._config.root_path,
            "path": unquote(raw_path.decode("latin-1")),
            "raw_path": raw_path,
            "query_string": query,
            "headers": headers,
            "subprotocols": [],
            "state": self._app_state.copy(),
            "extensions": {EXTENSION: self},
        }

    def converse(self, conversation: Coroutine[Any, Any, None]) -> None:
        """Set the conversation that starts once the app has accepted the handshake."""
        self._conversation = conversation

    async def _run(self, scope: dict[str, Any]) -> None:
        """Run the app, which accepts the client, and then the conversation outside the app."""
        has_asked = False

        async def receive() -> Any:
            nonlocal has_asked
            if has_asked:
                raise RuntimeError("messages come from the socket itself")
            has_asked = True
            return {"type": "websocket.connect"}

        app: Any = self._config.loaded_app
        try:
            await app(scope, receive, self._obey)
            del scope
            if self._conversation is not None:
                await self._conversation
        except Exception:
            logger.exception("the app failed")
        if not self._is_accepted and not self._transport.is_closing():
            self._respond(HTTPStatus.INTERNAL_SERVER_ERROR)
        self.close(NORMAL)

    async def _obey(self, message: Any) -> None:
        """Carry out the app's message: accept, reject or close."""
        if self._is_lost:
            raise OSError("there is no other side anymore")
        match message["type"], self._is_accepted:
            case "websocket.accept", False:
                assert self._key is not None
                accept = b64encode(sha1(self._key + GUID, usedforsecurity=False).digest())
                self._is_accepted = True
                self._write_head(
                    HTTPStatus.SWITCHING_PROTOCOLS,
                    (b"upgrade", b"websocket"),
                    (b"connection", b"Upgrade"),
                    (b"sec-websocket-accept", accept),
                )
            case "websocket.close", False:
                self._respond(HTTPStatus.FORBIDDEN)
            case "websocket.close", True:
                self.close(message.get("code", NORMAL))
            case kind, _:
                raise RuntimeError(f"{kind} is not for the framework to send")

    def _respond(self, status: HTTPStatus, *headers: tuple[bytes, bytes]) -> None:
        """Answer a handshake that does not become a WebSocket."""
        self._is_closing = True
        self._write_head(status, *headers, (b"content-length", b"0"), (b"connection", b"close"))
        self._transport.close()

    def _write_head(self, status: HTTPStatus, *headers: tuple[bytes, bytes]) -> None:
        lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode()]
        lines += [b"%b: %b" % header for header in headers]
        self._transport.write(b"\r\n".join([*lines, b"", b""]))


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BadFrame(NOT_UTF8) from None


def websocket_of(scope: Any) -> WebSocketProtocol:
    """Return the socket of a handshake's scope."""
    socket: WebSocketProtocol = scope["extensions"][EXTENSION]
    return socket
