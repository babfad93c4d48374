"""One connection: a socket of somebody at a table."""

import asyncio
import re
from typing import Protocol

from tenback.protocol import (
    PROTOCOL,
    Ack,
    Again,
    AskHint,
    Chat,
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
    refusal_of,
)
from tenback.protocol.errors import ProtocolCode
from tenback.rules import BadInput, Reason, Refused, TenbackError
from tenback.server.address_limits import AddressLimits
from tenback.server.clock import Clock
from tenback.server.committer import refusal_to_read
from tenback.server.errors import ServerCode
from tenback.server.lobby import Lobby
from tenback.server.metrics import Metrics
from tenback.server.rate_limits import RateLimiter, TokenBucket
from tenback.server.redaction import choices_of, happened, welcome
from tenback.server.room_registry import NOT_WELCOME, OpenRoom
from tenback.server.room_requests import Person
from tenback.server.room_services import RoomServices
from tenback.server.store import StorageError
from tenback.server.store.ids import ID_PATTERN

MOST_REFUSALS = 32
"""Refused ids that are remembered, so that a duplicate message is refused again."""
PASSING = (ServerCode.TOO_MANY, ServerCode.UNAVAILABLE)
"""Temporary reasons: the same message may succeed a moment later."""
EXCESS_RATE, EXCESS_BURST = 10.0, 200.0
"""Messages over the limit, per second and at once, before the server hangs up."""
PATIENCE = 45.0
"""Seconds of silence after which a client counts as gone; it sends a ping every 15."""
GREETING = 10.0
"""Seconds for the first message."""
SILENT = 4009
"""Why a connection is closed: nothing was said."""


class MessageSocket(Protocol):
    """A socket that somebody talks over (`websocket.WebSocketProtocol`)."""

    async def receive(self) -> str | bytes | None:
        """Return the next message; None once the other side is gone."""

    def send(self, message: bytes) -> None:
        """Send a text as soon as possible, without waiting for it."""

    def close(self, code: int) -> None:
        """End the conversation, without waiting for the other side."""


class Connection:
    """Somebody at a table: reads one message after the other, and answers every one."""

    def __init__(
        self,
        socket: MessageSocket,
        *,
        person: Person | None,
        address: str,
        rooms: RoomServices,
        lobby: Lobby,
        metrics: Metrics,
        clock: Clock,
        bucket: TokenBucket,
        limits: AddressLimits,
    ) -> None:
        self.person = person
        self.address = address
        self.heard_at = clock.monotonic()
        self.push = socket.send
        """Sends an encoded message as soon as possible, without waiting for it."""
        self._socket = socket
        self._rooms = rooms
        self._lobby = lobby
        self._metrics = metrics
        self._clock = clock
        self._bucket = bucket
        self._limits = limits
        self._excess = TokenBucket(EXCESS_RATE, EXCESS_BURST)
        self._refused: dict[str, Refusal] = {}
        self._room: OpenRoom | None = None

    def say(self, message: ToClient) -> None:
        """Send a message."""
        self.push(encode(message))

    def close(self, code: int) -> None:
        """End the conversation."""
        self._socket.close(code)

    async def run(self, table: str) -> None:
        """Talk until the other side has gone, or has to."""
        try:
            async with asyncio.timeout(GREETING):
                await self._greet(table)
            while (data := await self._socket.receive()) is not None:
                self.heard_at = self._clock.monotonic()
                await self._hear(data)
        except TimeoutError:
            self.close(SILENT)
        finally:
            if self._room is not None:
                self._rooms.registry.leave(self._room, self)

    async def _greet(self, table: str) -> None:
        """Learn who this is and what they know already; then send the rest, or everything."""
        while self._room is None and (data := await self._socket.receive()) is not None:
            self.heard_at = self._clock.monotonic()
            try:
                if not self._bucket.take(self.heard_at):
                    self._check_excess()
                    raise Refused(ServerCode.TOO_MANY)
                match read_message(data):
                    case Hello() as hello:
                        await self._enter(table, hello)
                    case _:
                        raise BadInput(
                            ProtocolCode.BAD_MESSAGE,
                            reason=Reason("the first message must be hello"),
                        )
            except TenbackError as error:
                self._refuse(id_in(data), error)
                if error.code in (
                    ServerCode.OTHER_VERSION,
                    ServerCode.NO_SUCH_TABLE,
                    ServerCode.NO_WATCHING,
                    ServerCode.BAD_PROTOCOL,
                ):
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
        """Let in those who sit there, may sit down, or may watch."""
        model = room.model
        has_free = model.table is None and any(place.name is None for place in model.places)
        if not (room.seat_of(self) is not None or has_free or model.settings.can_watch):
            raise Refused(ServerCode.NO_WATCHING)

    async def _hear(self, data: str | bytes) -> None:
        """Answer a message: every one gets an answer."""
        try:
            if not self._bucket.take(self.heard_at):
                self._check_excess()
                raise Refused(ServerCode.TOO_MANY)
            message = read_message(data)
            if message.id in self._refused:
                self.say(self._refused[message.id])
                return
            self.say(await self._answer(message))
            self._metrics.answered.observe(self._clock.monotonic() - self.heard_at)
        except TenbackError as error:
            self._refuse(id_in(data), error)

    async def _answer(self, message: FromClient) -> ToClient:
        room = self._room
        assert room is not None
        if isinstance(message, (Hello, Again, AskHint, Ping)):
            return await self._answer_beside(message, room)
        if isinstance(message, Chat):
            self._check_limit(self._limits.chats)
        number = await self._rooms.committer.submit(room, message, self.person, message.id)
        return Ack(message.id, number)

    async def _answer_beside(
        self, message: Hello | Again | AskHint | Ping, room: OpenRoom
    ) -> ToClient:
        """Answer what makes no step of the table."""
        match message:
            case Ping():
                return Pong(message.id)
            case Hello():
                raise BadInput(
                    ProtocolCode.BAD_MESSAGE, reason=Reason("hello may be sent only once")
                )
            case AskHint():
                return Hint(message.id, str(await self._rooms.hints.hint_for(room, self)))
            case Again():
                self._check_limit(self._limits.openings)
                return Ack(message.id, await self._lobby.rematch(room, message, self.person))

    def _check_excess(self) -> None:
        """Hang up on clients that keep sending what is refused."""
        if not self._excess.take(self.heard_at):
            self.close(NOT_WELCOME)

    def _check_limit(self, limiter: RateLimiter) -> None:
        if not limiter.take(self.address, self.heard_at):
            raise Refused(ServerCode.TOO_MANY)

    def _refuse(self, request_id: str | None, error: TenbackError) -> None:
        """Say why not; the same id gets the same answer again."""
        self._metrics.refusals.labels(error.code.value).inc()
        refusal = refusal_of(request_id, error)
        if request_id is not None and error.code not in PASSING:
            if len(self._refused) >= MOST_REFUSALS:
                del self._refused[next(iter(self._refused))]
            self._refused[request_id] = refusal
        self.say(refusal)
