"""A client at an online table. It reconnects automatically and repeats unanswered requests."""

import asyncio
import itertools
import secrets
from collections.abc import Callable
from contextlib import suppress
from time import time
from types import TracebackType
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tenback.online.person import MOST_BYTES, Person, TurnedDown
from tenback.online.table_fold import TableFold
from tenback.protocol import (
    PROTOCOL,
    Ack,
    AskHint,
    FromClient,
    Happened,
    Hello,
    Hint,
    MakeMove,
    Ping,
    Pong,
    Presence,
    Refusal,
    Resumed,
    ToClient,
    Welcome,
)

PINGING, SILENCE = 10.0, 45.0
"""Seconds between pings, and seconds of silence after which a connection is given up."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds before connecting again."""
RETRY_PAUSE = 0.2
TEMPORARY_REFUSALS = ("unavailable", "too-many")
"""Refusals after which the same request is repeated."""
NOT_WELCOME = 1008
"""The close code after which reconnecting is pointless."""

_decoder = msgspec.json.Decoder(ToClient)
_numbers = itertools.count(1)


class Client:
    """A person's or bot's client at one table. It reconnects until `leave` is called."""

    pinging, silence, longest_pause = PINGING, SILENCE, LONGEST_PAUSE

    def __init__(self, url: str, table: str, person: Person | None = None) -> None:
        self.url = url
        """The server for the next connection."""
        self.table = table
        self.person = person
        self.at = TableFold()
        self.present: list[int] = []
        self.rejection: Refusal | None = None
        """The refusal with which the server turned the client away, if it did."""
        self.is_up = False
        """Whether the client is connected and up to date."""
        self.clock_offset = 0.0
        """The estimated number of seconds by which the server's clock is ahead of ours."""
        self._waiting: dict[str, tuple[FromClient, asyncio.Future[Ack | Hint]]] = {}
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._hello = ""
        self._running: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.at.outcome is not None

    @property
    def is_turned_away(self) -> bool:
        """Whether the client has stopped reconnecting."""
        return self._running is not None and self._running.done()

    @property
    def failure(self) -> BaseException | None:
        """The error on a server message that made the client stop, if there was one."""
        running = self._running
        is_over = running is not None and running.done() and not running.cancelled()
        return running.exception() if running is not None and is_over else None

    async def __aenter__(self) -> Self:
        self.connect()
        await self.wait_until(lambda: self.is_up or self.is_turned_away)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.leave()

    def connect(self) -> None:
        """Connect, and keep reconnecting."""
        self._running = asyncio.create_task(self._run())

    async def leave(self) -> None:
        """Disconnect until the next `connect`. Unanswered requests stay unanswered."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
            self._running = None

    # ---- asking and waiting ----

    async def ask(self, kind: Callable[..., FromClient], **fields: Any) -> int:
        """Send a request until it takes effect, and return the number of its step."""
        answer = await self.request(kind(id=new_id(), **fields))
        assert isinstance(answer, Ack)
        return answer.number

    async def move(self, text: str) -> int:
        """Make a move."""
        return await self.ask(MakeMove, move=text)

    async def hint(self) -> str:
        """Return the move that the strongest bot would make."""
        answer = await self.request(AskHint(id=new_id()))
        assert isinstance(answer, Hint)
        return answer.move

    async def request(self, message: FromClient) -> Ack | Hint:
        """Send a message that already has its id, and return the answer."""
        answer: asyncio.Future[Ack | Hint] = asyncio.get_running_loop().create_future()
        self._waiting[message.id] = message, answer
        if self.is_up:
            await self._send(message)
        return await answer

    async def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait until a condition is true."""
        while not is_so():
            await self.wait_for_change()

    async def wait_for_change(self) -> None:
        """Wait for the next change."""
        self._changed.clear()
        await self._changed.wait()

    def __repr__(self) -> str:
        asking = [message for message, _ in self._waiting.values()]
        return (
            f"<{type(self).__name__} at {self.table}, seat {self.at.seat}, {self.at.number},"
            f" turn {self.at.turn}, up {self.is_up}, asking {asking}>"
        )

    # ---- the connection ----

    async def _run(self) -> None:
        """Stay connected, reconnecting as often as needed."""
        pause = FIRST_PAUSE
        secret = None if self.person is None else self.person.secret
        headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
        while True:
            was_up, code = False, None
            try:
                async with connect(
                    f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.table}/socket",
                    additional_headers=headers,
                    proxy=None,
                    compression=None,
                    ping_interval=None,
                    open_timeout=10,
                    close_timeout=1,
                    max_size=MOST_BYTES,
                ) as socket:
                    await self._converse(socket)
            except ConnectionClosed as gone:
                code = 1006 if gone.rcvd is None else gone.rcvd.code
            except (OSError, InvalidHandshake, InvalidMessage, TimeoutError):
                pass
            finally:
                was_up = self.is_up
                self._socket, self.is_up = None, False
                self._connection_ended(code)
                self._changed.set()
            if code == NOT_WELCOME:
                return
            pause = FIRST_PAUSE if was_up else min(2 * pause, self.longest_pause)
            await asyncio.sleep(pause)

    def _connection_ended(self, code: int | None) -> None:
        """Let subclasses react when a connection ends or cannot be opened."""

    async def _converse(self, socket: ClientConnection) -> None:
        self._socket = socket
        await self._send_hello()
        pinging = asyncio.create_task(self._ping())
        try:
            while True:
                async with asyncio.timeout(self.silence):
                    data = await socket.recv()
                await self._receive(_decoder.decode(data))
                self._changed.set()
        finally:
            pinging.cancel()
            await asyncio.gather(pinging, return_exceptions=True)

    async def _send_hello(self, *, is_lost: bool = False) -> None:
        """Say hello. A client that has lost track of the table asks for everything."""
        self._hello = f"hello-{next(_numbers)}"
        since = None if is_lost else self.at.number or None
        await self._send(Hello(id=self._hello, protocol=PROTOCOL, since=since))

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(self.pinging)
            if self.is_up:  # before that the server expects hello
                await self._send(Ping(id=f"ping-{next(_numbers)}"))

    async def _send(self, message: FromClient) -> None:
        """Send a message. One that does not get through is sent again on the next connection."""
        if self._socket is not None:
            with suppress(ConnectionClosed, OSError):
                await self._socket.send(msgspec.json.encode(message), text=True)

    # ---- what is heard ----

    async def _receive(self, message: ToClient) -> None:
        match message:
            case Welcome():
                self.at.begin(message)
                self.present = message.present
                self.clock_offset = message.at / 1000 - time()
            case Happened(number) if number == self.at.number + 1:
                self.at.take(message)
                # Late messages make the clock seem slow, so the largest difference counts.
                self.clock_offset = max(self.clock_offset, message.at / 1000 - time())
            case Happened():
                await self._send_hello(is_lost=True)
            case Resumed(_, seat, present):
                self.at.seat, self.present = seat, present
            case Presence(present):
                self.present = present
            case Ack(asked) if asked == self._hello:
                await self._resend_unanswered()
            case Ack(asked) | Hint(asked):
                if asked in self._waiting:
                    _, answer = self._waiting.pop(asked)
                    _settle(answer, message)
            case Refusal(asked, code) if asked == self._hello:
                if code in TEMPORARY_REFUSALS:
                    await asyncio.sleep(FIRST_PAUSE)
                    await self._send_hello()
                else:
                    self.rejection = message
            case Refusal():
                await self._handle_refusal(message)
            case Pong():
                pass

    async def _resend_unanswered(self) -> None:
        """Repeat unanswered requests."""
        self.is_up = True
        for request, _ in list(self._waiting.values()):
            await self._send(request)

    async def _handle_refusal(self, refusal: Refusal) -> None:
        if refusal.id is None or refusal.id not in self._waiting:
            return
        if refusal.code in TEMPORARY_REFUSALS:
            request, _ = self._waiting[refusal.id]
            asyncio.get_running_loop().call_later(
                RETRY_PAUSE, lambda: asyncio.ensure_future(self._send(request))
            )
            return
        _, answer = self._waiting.pop(refusal.id)
        if not answer.done():
            answer.set_exception(TurnedDown(refusal))


def new_id() -> str:
    """Return an id for a request."""
    return f"{next(_numbers)}-{secrets.token_hex(3)}"


def _settle(answer: asyncio.Future[Ack | Hint], message: Ack | Hint) -> None:
    """Pass an answer on, unless nobody is waiting for it anymore."""
    if not answer.done():
        answer.set_result(message)
