"""One connection: a socket of somebody at a table."""

import asyncio
import re
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from litestar.exceptions import WebSocketException

from tenback.protocol import (
    PROTOCOL,
    Ack,
    Again,
    AskHint,
    FromClient,
    Hello,
    Hint,
    Ping,
    Pong,
    Refusal,
    Resumed,
    ToClient,
    encode,
    id_in,
    read_message,
)
from tenback.protocol.errors import ProtocolCode
from tenback.rules import BadInput, Reason, Refused, TenbackError
from tenback.server.clock import Clock
from tenback.server.committer import refusal_to_read
from tenback.server.errors import ServerCode
from tenback.server.hints import hint_for
from tenback.server.lobby import Lobby
from tenback.server.metrics import Metrics
from tenback.server.rate_limits import TokenBucket
from tenback.server.redaction import choices_of, happened, welcome
from tenback.server.room import Person
from tenback.server.room_registry import NOT_WELCOME, OpenRoom
from tenback.server.room_services import RoomServices
from tenback.server.store import StorageError
from tenback.server.store.ids import ID_PATTERN

MOST_QUEUED = 256
"""Messages that wait for a slow reader, who is cut off with one more and can come back."""
MOST_REFUSALS = 32
"""Refused ids that are remembered, so that a message that was doubled is refused twice."""
PASSING = (ServerCode.TOO_MANY, ServerCode.UNAVAILABLE)
"""Reasons that pass: the same message may be done a moment later."""
PATIENCE = 45.0
"""Seconds without a word from a client, which sends a ping every 15: then it is gone."""
GREETING = 10.0
"""Seconds for the first word."""

GOING_AWAY, TOO_SLOW, SILENT = 1001, 4008, 4009
"""Why a connection is closed: the server stops, too little was read, nothing was said."""
GONE = (OSError, WebSocketException)
"""What uvicorn and Litestar raise when there is no other side any more."""


class Connection:
    """A socket: reads one message after the other, sends without anybody having to wait."""

    def __init__(
        self,
        receive: Callable[[], Awaitable[Any]],
        send: Callable[[Any], Awaitable[None]],
        *,
        person: Person | None,
        rooms: RoomServices,
        lobby: Lobby,
        metrics: Metrics,
        clock: Clock,
        bucket: TokenBucket,
    ) -> None:
        self.person = person
        self.heard_at = clock.monotonic()
        self._receive = receive
        self._send = send
        self._rooms = rooms
        self._lobby = lobby
        self._metrics = metrics
        self._clock = clock
        self._bucket = bucket
        self._queue: deque[str] = deque()
        self._sending: asyncio.Task[None] | None = None
        self._closed: int | None = None
        self._refused: dict[str, Refusal] = {}
        self._room: OpenRoom | None = None
        self._listening: asyncio.Timeout | None = None

    # ---- what goes out ----

    def push(self, text: str) -> None:
        """Send a text, as soon as can be; who does not read is cut off."""
        if self._closed is not None:
            return
        if len(self._queue) >= MOST_QUEUED:
            self.close(TOO_SLOW)
            return
        self._queue.append(text)
        if self._sending is None:
            self._sending = asyncio.create_task(self._flush())

    def say(self, message: ToClient) -> None:
        """Send a message."""
        self.push(encode(message).decode())

    def close(self, code: int) -> None:
        """End the conversation; what is still to be sent is not, and nobody is listened to.

        Who does not read takes no good-bye either, so nobody waits for the other side.
        """
        if self._closed is None:
            self._closed = code
            self._queue.clear()
            if self._sending is not None:
                self._sending.cancel()
            self._sending = asyncio.create_task(self._send_close(code))
            if self._listening is not None:
                self._listening.reschedule(0)

    async def _flush(self) -> None:
        try:
            while self._queue:
                await self._send({"type": "websocket.send", "text": self._queue.popleft()})
        except (*GONE, RuntimeError):  # the last from uvicorn, which has closed on a bad frame
            self._closed = GOING_AWAY
        finally:
            if self._closed is None:
                self._sending = None

    async def _send_close(self, code: int) -> None:
        with suppress(*GONE, RuntimeError):
            await self._send({"type": "websocket.close", "code": code})

    # ---- what comes in ----

    async def run(self, table: str) -> None:
        """Talk until the other side has gone, or has to."""
        try:
            async with asyncio.timeout(GREETING) as greeting:
                await self._greet(table)
                greeting.reschedule(None)
            while self._closed is None:
                data = await self._next()
                if data is None:
                    return
                await self._hear(data)
        except TimeoutError:
            self.close(SILENT)
        finally:
            if self._room is not None:
                self._rooms.registry.leave(self._room, self)
            if self._sending is not None and self._closed is not None:
                await asyncio.wait([self._sending], timeout=1)
                self._sending.cancel()

    async def _next(self) -> str | bytes | None:
        """Wait for the next message; None when there is no other side any more."""
        if len(self._queue) >= MOST_QUEUED // 2:
            await asyncio.sleep(0)  # many messages at once: let the answers go out as well
        try:
            async with asyncio.timeout(None) as self._listening:
                event = await self._receive()
        except TimeoutError:  # `close` was called
            return None
        finally:
            self._listening = None
        if event["type"] != "websocket.receive":
            return None
        self.heard_at = self._clock.monotonic()
        text: str | bytes | None = event.get("text")
        return event.get("bytes") or b"" if text is None else text

    async def _greet(self, table: str) -> None:
        """Hear who this is and what is known there; then tell the rest, or everything."""
        while self._room is None and self._closed is None:
            data = await self._next()
            if data is None:
                self._closed = self._closed or GOING_AWAY
                return
            try:
                if not self._bucket.take(self._clock.monotonic()):
                    raise Refused(ServerCode.TOO_MANY)
                match read_message(data):
                    case Hello() as hello:
                        await self._enter(table, hello)
                    case _:
                        raise BadInput(ProtocolCode.BAD_MESSAGE, reason=Reason("hello comes first"))
            except TenbackError as error:
                self._refuse(id_in(data), error)
                if error.code in (
                    ServerCode.OTHER_VERSION,
                    ServerCode.NO_SUCH_TABLE,
                    ServerCode.NO_WATCHING,
                    ServerCode.BAD_PROTOCOL,
                ):
                    await self._sent()
                    self.close(NOT_WELCOME)

    async def _enter(self, table: str, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            raise BadInput(ServerCode.BAD_PROTOCOL, text=hello.protocol, spoken=PROTOCOL)
        if re.fullmatch(ID_PATTERN, table) is None:
            raise Refused(ServerCode.NO_SUCH_TABLE, text=table)
        try:
            room = await self._rooms.registry.open(table)
        except StorageError as fault:
            raise refusal_to_read(fault) from None
        steps = await self._rooms.committer.steps_since(room, hello.since)
        self._check_welcome(room)
        seat = room.seat_of(self)
        if steps is None:
            self.say(welcome(room.model, seat, present=room.present, now=self._clock.now()))
        else:
            for step in steps:
                is_last = step.number == room.model.number
                choices = choices_of(room.model, seat) if is_last else None
                self.say(happened(room.model, step, seat, choices))
            self.say(Resumed(room.model.number, seat, room.present))
        self.say(Ack(hello.id, room.model.number))
        self._room = room
        self._rooms.registry.enter(room, self)

    def _check_welcome(self, room: OpenRoom) -> None:
        """Let in who sits there, may sit down, or may watch."""
        model = room.model
        has_free = model.table is None and any(place.name is None for place in model.places)
        if not (room.seat_of(self) is not None or has_free or model.settings.can_watch):
            raise Refused(ServerCode.NO_WATCHING)

    async def _hear(self, data: str | bytes) -> None:
        """Answer a message: every one gets an answer."""
        request_id = id_in(data)
        try:
            if not self._bucket.take(self._clock.monotonic()):
                raise Refused(ServerCode.TOO_MANY)
            message = read_message(data)
            if message.id in self._refused:
                self.say(self._refused[message.id])
                return
            began = self._clock.monotonic()
            answer = await self._answer(message)
            self._metrics.answered.observe(self._clock.monotonic() - began)
            self.say(answer)
        except TenbackError as error:
            self._refuse(request_id, error)

    async def _answer(self, message: FromClient) -> ToClient:
        room = self._room
        assert room is not None
        match message:
            case Ping():
                return Pong(message.id)
            case Hello():
                raise BadInput(ProtocolCode.BAD_MESSAGE, reason=Reason("hello is said once"))
            case AskHint():
                return Hint(
                    message.id, str(await hint_for(room, self.person, self._rooms.bot_pool))
                )
            case Again():
                return Ack(message.id, await self._lobby.rematch(room, message, self.person))
            case _:
                committer = self._rooms.committer
                number = await committer.submit(room, message, self.person, message.id)
                return Ack(message.id, number)

    def _refuse(self, request_id: str | None, error: TenbackError) -> None:
        """Say why not; asked again under the same id, it will be the same answer."""
        self._metrics.refusals.labels(error.code.value).inc()
        details = {name: str(value) for name, value in error.details.items()}
        refusal = Refusal(request_id, error.code.value, str(error), details)
        if request_id is not None and error.code not in PASSING:
            if len(self._refused) >= MOST_REFUSALS:
                del self._refused[next(iter(self._refused))]
            self._refused[request_id] = refusal
        self.say(refusal)

    async def _sent(self) -> None:
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=1)
