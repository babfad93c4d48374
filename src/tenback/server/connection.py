"""A client's connection to a table."""

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
from tenback.server.address_limits import STEPS_OF_TABLE, AddressLimits
from tenback.server.background import BackgroundTasks
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
"""The number of refused ids to remember, so that a repeated message is refused again."""
PASSING = (ServerCode.TOO_MANY, ServerCode.UNAVAILABLE)
"""Temporary refusals: the same message may succeed a moment later."""
EXCESS_RATE, EXCESS_BURST = 10.0, 200.0
"""Messages over the limit, per second and at once, before the server hangs up."""
PATIENCE = 45.0
"""Seconds of silence after which a client counts as gone. Clients ping every 15 seconds."""
GREETING = 10.0
"""Seconds allowed for the first message."""
SILENT, TOO_MANY_SOCKETS = 4009, 4029
"""Close codes: for silent connections, and for more connections than allowed."""
MOST_HINTS = 4
"""The most hints that one connection may wait for."""
MOST_SOCKETS = 8
"""The most connections of one person to one room. People have several tabs and phones."""


class MessageSocket(Protocol):
    """The socket under a connection (`websocket.WebSocketProtocol`)."""

    async def receive(self) -> str | bytes | None:
        """Return the next message, or None once the client is gone."""

    def send(self, message: bytes) -> None:
        """Queue a text message, without waiting until it is sent."""

    def close(self, code: int) -> None:
        """Close the socket, without waiting for the client."""


class Connection:
    """One client at a table. Reads its messages one by one, and answers each.

    A hint may take seconds, so it is answered whenever it is ready; everything else in order.
    """

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
        """Queues an encoded message, without waiting until it is sent."""
        self._socket = socket
        self._rooms = rooms
        self._lobby = lobby
        self._metrics = metrics
        self._clock = clock
        self._bucket = bucket
        self._limits = limits
        self._messages = limits.messages.bucket(address)
        self._steps = limits.steps.bucket(address)
        self._excess = TokenBucket(EXCESS_RATE, EXCESS_BURST)
        self._refused: dict[str, Refusal] = {}
        self._hints = BackgroundTasks()
        self._room: OpenRoom | None = None

    def say(self, message: ToClient) -> None:
        """Send a message."""
        self.push(encode(message))

    def close(self, code: int) -> None:
        """Close the connection."""
        self._socket.close(code)

    async def run(self, table: str) -> None:
        """Converse until the client is gone or has to leave."""
        try:
            async with asyncio.timeout(GREETING):
                await self._greet(table)
            while (data := await self._socket.receive()) is not None:
                self.heard_at = self._clock.monotonic()
                await self._hear(data)
        except TimeoutError:
            self.close(SILENT)
        finally:
            self._leave()
            await self._hints.close()

    async def _greet(self, table: str) -> None:
        """Wait for the client's hello, then send the steps it missed or the full state."""
        while self._room is None and (data := await self._socket.receive()) is not None:
            self.heard_at = self._clock.monotonic()
            try:
                self._count_message()
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
            room = await self._rooms.registry.open(table, self.address)
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
        self._make_way(room)
        self._room = room
        self._rooms.registry.enter(room, self)

    def _make_way(self, room: OpenRoom) -> None:
        """Close the person's most silent connection to a room if they already have too many."""
        if self.person is None:
            return
        own = self.person.id
        connections = [each for each in room.subscribers if isinstance(each, Connection)]
        others = [each for each in connections if each.person and each.person.id == own]
        if len(others) >= MOST_SOCKETS:
            oldest = min(others, key=lambda each: each.heard_at)
            oldest.close(TOO_MANY_SOCKETS)
            oldest._leave()  # at once, or the next one would close it again

    def _leave(self) -> None:
        if self._room is not None:
            self._rooms.registry.leave(self._room, self)
            self._room = None

    def _check_welcome(self, room: OpenRoom) -> None:
        """Refuse clients that have no seat there, cannot take one, and may not watch."""
        model = room.model
        has_free = model.table is None and any(place.name is None for place in model.places)
        if not (room.seat_of(self) is not None or has_free or model.settings.can_watch):
            raise Refused(ServerCode.NO_WATCHING)

    async def _hear(self, data: str | bytes) -> None:
        """Answer a message. Every message gets an answer."""
        try:
            self._count_message()
            message = read_message(data)
            if message.id in self._refused:
                self.say(self._refused[message.id])
                return
            if isinstance(message, AskHint):
                if len(self._hints) >= MOST_HINTS:
                    raise Refused(ServerCode.TOO_MANY)
                self._hints.start(self._reply(message))
            else:
                await self._reply(message)
        except TenbackError as error:
            self._refuse(id_in(data), error)

    async def _reply(self, message: FromClient) -> None:
        heard_at = self.heard_at
        try:
            self.say(await self._answer(message))
            self._metrics.answered.observe(self._clock.monotonic() - heard_at)
        except TenbackError as error:
            self._refuse(message.id, error)

    async def _answer(self, message: FromClient) -> ToClient:
        room = self._room
        assert room is not None
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
                if room.model.settings.is_public:
                    self._check_limit(self._limits.public_tables)
                self._check_limit(self._limits.openings)
                if not self._steps.take(self.heard_at, STEPS_OF_TABLE):
                    raise Refused(ServerCode.TOO_MANY)
                return Ack(message.id, await self._lobby.rematch(room, message, self.person))
            case _:
                if not self._steps.take(self.heard_at):
                    raise Refused(ServerCode.TOO_MANY)
                if isinstance(message, Chat):
                    self._check_limit(self._limits.chats)
                committer = self._rooms.committer
                number = await committer.submit(room, message, self.person, message.id)
                return Ack(message.id, number)

    def _count_message(self) -> None:
        """Refuse messages over the limits, and disconnect clients that keep sending them."""
        now = self.heard_at
        if self._bucket.take(now) and self._messages.take(now):
            return
        if not self._excess.take(now):
            self.close(NOT_WELCOME)
        raise Refused(ServerCode.TOO_MANY)

    def _check_limit(self, limiter: RateLimiter) -> None:
        if not limiter.take(self.address, self.heard_at):
            raise Refused(ServerCode.TOO_MANY)

    def _refuse(self, request_id: str | None, error: TenbackError) -> None:
        """Send a refusal, and remember it for when the same id comes again."""
        self._metrics.refusals.labels(error.code.value).inc()
        refusal = refusal_of(request_id, error)
        if request_id is not None and error.code not in PASSING:
            if len(self._refused) >= MOST_REFUSALS:
                del self._refused[next(iter(self._refused))]
            self._refused[request_id] = refusal
        self.say(refusal)
