"""A model network: processes of a server, clients, and everything between them.

All of it runs in one event loop in which time passes instantly. The rooms, the lobby, the log, the
connections and SQLite are those of the server; a schedule controls the links, the news between
processes, and the database's faults (its weather).

    client ── link ── Connection ── rooms ── Log ── weather ── SQLite
                                     │
                                     └── wire ── the rooms of other processes
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from selectors import SelectorKey, SelectSelector
from typing import Any, NamedTuple, TypeVar

import msgspec
import pytest

from tenback.notation.records import VERSION
from tenback.protocol import FromClient, Sat, Start, TableSettings, ToClient
from tenback.server import committer, connection, websocket
from tenback.server.address_limits import AddressLimits
from tenback.server.bot_pool import BotPool
from tenback.server.bot_questions import BotQuestion
from tenback.server.clock import Clock
from tenback.server.connection import Connection
from tenback.server.fair_queue import Requester
from tenback.server.fanout import Listener, News
from tenback.server.lobby import Lobby, TableBuilder
from tenback.server.metrics import Metrics
from tenback.server.rate_limits import TokenBucket
from tenback.server.room import RULES_VERSION, Room
from tenback.server.room_requests import Draft
from tenback.server.room_services import RoomServices
from tenback.server.settings import Settings
from tenback.server.step import Step, decode_facts
from tenback.server.store import (
    Database,
    Days,
    Log,
    StorageUnavailable,
    StoredTable,
    Tables,
    database,
    new_id,
    table_created,
)
from tenback.server.store.batch_writer import SqliteWriter, Writer
from tenback.server.store.changes import StepWrite
from tests.server.network_client import Client
from tests.server.rooms import Someone

T = TypeVar("T")

SETTLED = 25.0
"""Seconds after which nothing more happens by itself: longer than any clock or poll."""
LONGEST = 4000.0
"""Seconds until everything must have settled."""
SWEEPING = 5.0
EPOCH = 1_794_744_000_000
METRICS = Metrics()

Times = dict[tuple[str | None, str | None], float]

_read_answer = msgspec.json.Decoder(ToClient).decode
_write = msgspec.json.Encoder().encode


# ---- time ----


class _Hurry(SelectSelector):
    """Never sleeps: it advances its clock instead."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        assert timeout is not None, "nothing can happen any more"
        self.now += max(timeout, 0.0)
        return super().select(0)


class HurriedLoop(asyncio.SelectorEventLoop):
    """An event loop in which time passes instantly, and work for threads is done on the spot."""

    def __init__(self) -> None:
        self._hurry = _Hurry()
        super().__init__(self._hurry)

    def time(self) -> float:
        return self._hurry.now

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def _seconds() -> float:
    return asyncio.get_running_loop().time()


class LoopClock(Clock):
    """The time of the event loop."""

    def now(self) -> int:
        return EPOCH + int(1000 * _seconds())

    def monotonic(self) -> float:
        return _seconds()


@contextmanager
def hurried() -> Iterator[None]:
    """Shorten queues and pauses, so that they matter."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(websocket, "MOST_QUEUED", 20)
        patch.setattr(committer, "MOST_MISSED", 8)
        patch.setattr(database, "PRAGMAS", ("PRAGMA synchronous = OFF", *database.PRAGMAS[1:]))
        yield


# ---- the database, and the weather over it ----


@dataclass
class Weather:
    """How well the database works for one process."""

    fault: str = ""
    """When the database fails: `before` or `after` storing, which look the same, or `reading`."""
    pause: float = 0.0
    is_dead: bool = False
    """Whether the process is dead: then it must not do anything any more."""

    async def blow(self, *faults: str) -> None:
        await asyncio.sleep(self.pause)
        if self.is_dead or self.fault in faults:
            raise StorageUnavailable("storm")


class _Writer:
    """Stores in SQLite, with the faults of the weather."""

    def __init__(self, writer: Writer, weather: Weather, times: Times) -> None:
        self._writer, self._weather, self._times = writer, weather, times

    async def store(self, writes: Sequence[StepWrite]) -> list[bool]:
        await self._weather.blow("before")
        stored = await self._writer.store(writes)
        steps = (write.step for write, is_new in zip(writes, stored, strict=True) if is_new)
        self._times.update({(step.by, step.request): _seconds() for step in steps})
        await self._weather.blow("after")
        return stored

    async def close(self) -> None:
        await self._writer.close()


class WeatheredLog(Log):
    """The log, which reads without a thread."""

    def __init__(self, store: Database, shelf: "Shelf", weather: Weather) -> None:
        super().__init__(store)
        self._file, self._weather = shelf.file, weather
        self._writer = _Writer(SqliteWriter(store), weather, shelf.times)

    async def read(self, table: str, after: int = 0) -> list[Step]:
        steps = steps_of(self._file, table, after)
        await self._weather.blow("before", "after", "reading")
        return steps

    async def load(self, table: str) -> StoredTable | None:
        steps = await self.read(table)
        return StoredTable(steps, RULES_VERSION, VERSION) if steps else None

    async def newest(self, tables: Collection[str]) -> dict[str, int]:
        query = "SELECT max(number) FROM entries WHERE table_id = ?"
        found = {table: self._file.execute(query, (table,)).fetchone()[0] for table in tables}
        await self._weather.blow("before", "after", "reading")
        return {table: number for table, number in found.items() if number is not None}


def steps_of(file: sqlite3.Connection, table: str, after: int = 0) -> list[Step]:
    """Return the steps of a table that are on disk."""
    query = (
        "SELECT number, at, by, request, facts FROM entries"
        " WHERE table_id = ? AND number > ? ORDER BY number"
    )
    found = file.execute(query, (table, after))
    return [Step(n, at, by, request, decode_facts(f)) for n, at, by, request, f in found]


class Shelf:
    """A migrated SQLite file with some people in it, for many tables."""

    def __init__(self, path: Path, people: Sequence[Someone]) -> None:
        self.url = f"sqlite+aiosqlite:///{path}"
        asyncio.run(Database(self.url).migrate())
        self.file = sqlite3.connect(path, isolation_level=None)
        self.times: Times = {}
        """When the requests of the current table were stored."""
        self.file.executemany(
            "INSERT INTO people (id, name, created_at) VALUES (?, ?, 0)",
            [(person.id, person.name) for person in people],
        )

    def close(self) -> None:
        self.file.close()

    def steps(self, table: str) -> list[Step]:
        return steps_of(self.file, table)

    def room(self, table: str, until: int | None = None) -> Room:
        """Return the room folded from the stored steps, up to a number."""
        room = Room(table)
        for step in self.steps(table)[:until]:
            room.take(step)
        return room


# ---- between processes ----


class Wire:
    """Carries news between processes, reliably or not."""

    def __init__(self) -> None:
        self.ends: list[WireEnd] = []
        self.mode = "on"
        self._held: list[Callable[[], None]] = []

    def turn(self, mode: str) -> None:
        """Set the mode: `on`, `off` (which processes notice), `lossy`, `double`, `late`, or
        `held`."""
        was, self.mode = self.mode, mode
        for deliver in reversed(self._held):
            deliver()
        self._held.clear()
        if was == "off" and mode != "off":
            for end in self.ends:
                end.come_back()

    def carry(self, deliver: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        match self.mode:
            case "on":
                loop.call_soon(deliver)
            case "double":
                loop.call_soon(deliver)
                loop.call_later(0.1, deliver)
            case "late":
                loop.call_later(1.5, deliver)
            case "held":
                self._held.append(deliver)


class WireEnd:
    """The end of the wire at one process."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._followed: set[str] = set()
        self._listener: Listener | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        wire.ends.append(self)

    @property
    def is_connected(self) -> bool:
        return self._wire.mode != "off"

    def publish(self, news: News) -> None:
        for end in self._wire.ends if self in self._wire.ends else ():
            self._wire.carry(partial(end.hear, news))  # including the sender itself, as with Redis

    def hear(self, news: News) -> None:
        if self._listener is not None and (news.table in self._followed or not news.table):
            self._listener.hear(news)

    async def subscribe(self, table: str) -> None:
        self._followed.add(table)
        await asyncio.sleep(0)

    async def unsubscribe(self, table: str) -> None:
        self._followed.discard(table)
        await asyncio.sleep(0)

    async def run(self, listener: Listener) -> None:
        self._listener = listener
        await listener.check_database()
        await asyncio.Event().wait()

    def come_back(self) -> None:
        if self._listener is not None:
            task = asyncio.create_task(self._look_again(self._listener))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _look_again(self, listener: Listener) -> None:
        await listener.check_database()

    def cut(self) -> None:
        self._listener = None
        self._wire.ends.remove(self)


# ---- processes ----


class _BotsHere(BotPool):
    """Bots that think in this process, for a tenth of a second."""

    def __init__(self) -> None:
        super().__init__(1)

    async def _ask(
        self, answer: Callable[[BotQuestion], T], question: BotQuestion, requester: Requester
    ) -> T:
        await asyncio.sleep(0.1)
        return answer(question)


class Process:
    """A server process that can die without any cleanup."""

    def __init__(self, shelf: Shelf, wire: Wire) -> None:
        self.weather = Weather()
        self.links: list[Link] = []
        self._fanout = WireEnd(wire)
        self._database = Database(shelf.url)
        self._log = WeatheredLog(self._database, shelf, self.weather)
        self.rooms = RoomServices.assemble(
            self._log, self._fanout, _BotsHere(), METRICS, LoopClock(), pace=0, is_alone=False
        )
        tables, days = Tables(self._database), Days(self._database)
        self.lobby = Lobby(self._log, tables, days, self.rooms.committer, LoopClock())
        self._beside = [
            asyncio.create_task(self.rooms.run()),
            asyncio.create_task(self._sweep()),
        ]

    async def _sweep(self) -> None:
        """Close the connections of silent clients, as the app does."""
        while True:
            await asyncio.sleep(SWEEPING)
            for link in tuple(self.links):
                if link.connection.heard_at < _seconds() - connection.PATIENCE:
                    link.connection.close(connection.SILENT)

    async def die(self) -> None:
        """End as in a power cut: without a message, dropping all work in progress."""
        self.weather.is_dead = True
        self._fanout.cut()
        for link in tuple(self.links):
            link.cut()
        tasks = [*self._beside, *(link.task for link in self.links)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.rooms.close()

    async def close(self) -> None:
        if not self.weather.is_dead:
            await self.die()
        await self._log.close()
        await self._database.close()


# ---- between client and process ----


class Link:
    """A socket with both its ends; either may be slow, or notice late that the other is gone."""

    def __init__(
        self, client: Client, process: Process, table: str, errors: list[BaseException]
    ) -> None:
        self._client, self._process, self._errors = client, process, errors
        self.is_heard = True
        """Whether the client still receives messages."""
        self.is_up_held = False
        self._is_lost = False
        self._up: deque[bytes] = deque()
        self._last: bytes | None = None
        self._inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._down: deque[bytes] = deque()
        self._is_down_held = False
        self._is_gone = False
        self.connection = Connection(
            self,
            person=client.person,
            address=client.label,
            rooms=process.rooms,
            lobby=process.lobby,
            metrics=METRICS,
            clock=LoopClock(),
            bucket=TokenBucket(10, 50),
            limits=AddressLimits.by(Settings()),
        )
        process.links.append(self)
        self.task = asyncio.create_task(self.connection.run(table))
        self.task.add_done_callback(self._ended)

    def say(self, message: FromClient) -> None:
        """Send a message of the client, unless it is the one to lose."""
        self._last = _write(message)
        if not self._is_lost:
            self._up.append(self._last)
        self._is_lost = False
        self.flow()

    def flow(self) -> None:
        """Deliver the client's messages to the server, unless they are held up."""
        while self._up and not self.is_up_held:
            self._inbox.put_nowait(self._up.popleft())

    def lose(self) -> None:
        """Lose the next message that is sent."""
        self._is_lost = True

    def double(self) -> None:
        """Send the last message again."""
        if self._last is not None:
            self._up.append(self._last)
            self.flow()

    def hold_down(self, *, is_held: bool) -> None:
        """Make the client stop reading, or read again."""
        self._is_down_held = is_held
        self._drain()

    def leave(self) -> None:
        """Disconnect the client; the server does not know yet, and still gets messages under
        way."""
        self.is_heard = False
        self._client.lose(self)

    def bury(self) -> None:
        """Deliver the messages under way to the server, then tell it that the client is gone."""
        self.is_up_held = False
        self.flow()
        self.end()

    def end(self) -> None:
        """Tell the server that the client is gone."""
        self._inbox.put_nowait(None)
        self._is_gone = True

    def cut(self) -> None:
        """Break the connection at both ends; messages under way are lost."""
        self._up.clear()
        self.leave()
        self.end()

    # What the server calls, as on a `WebSocketProtocol`.

    async def receive(self) -> bytes | None:
        """Wait for a message of the client; return None if it is gone."""
        return await self._inbox.get()

    def send(self, message: bytes) -> None:
        """Send a message to the client; if it does not read, not too much may pile up."""
        if self._is_gone:
            return
        if len(self._down) >= websocket.MOST_QUEUED:
            self.close(websocket.TOO_SLOW)
        else:
            self._down.append(message)
            asyncio.get_running_loop().call_soon(self._drain)

    def close(self, code: int) -> None:
        """Close the connection."""
        self._drain()
        if not self._is_gone:
            self.leave()
            self.end()

    def _drain(self) -> None:
        while self._down and not self._is_down_held:
            message = self._down.popleft()
            if self.is_heard and not self._is_gone:
                self._client.hear(_read_answer(message))

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._process.links.remove(self)
        if not task.cancelled():
            error = task.exception()
            if error is not None:
                self._errors.append(error)
        if self.is_heard:
            self.leave()


# ---- everything together ----


class Turn(NamedTuple):
    """Something that happens, and the time until the next turn."""

    what: str
    who: int
    how: int
    pause: float


FAULTS = ("", "before", "after", "reading")
PAUSES = (0.0, 0.02, 0.4)
MODES = ("on", "off", "lossy", "double", "late", "held")


class World:
    """Some processes, some clients and one table, which live through a list of turns."""

    def __init__(
        self, shelf: Shelf, table: str, people: Sequence[Someone | None], processes: int
    ) -> None:
        self.shelf, self.table = shelf, table
        self.slowest = 0.0
        """The most seconds that storing or reading has taken."""
        shelf.times.clear()
        self.errors: list[BaseException] = []
        """Errors that nothing has caught."""
        self._wire = Wire()
        self._processes = [Process(shelf, self._wire) for _ in range(processes)]
        self._dead: list[Process] = []
        names = ["Nobody" if person is None else person.name for person in people]
        self.clients = [
            Client(f"{name}{names[:number].count(name) + 1}", person)
            for number, (name, person) in enumerate(zip(names, people, strict=True))
        ]
        self._links: dict[Client, Link] = {}
        self._ghosts: list[Link] = []
        asyncio.get_running_loop().set_exception_handler(self._note)

    @property
    def complaints(self) -> list[str]:
        """Everything that should not have happened."""
        told = [complaint for client in self.clients for complaint in client.complaints]
        return [*map(repr, self.errors), *told]

    def _note(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.errors.append(context.get("exception") or AssertionError(str(context)))

    async def live(self, turns: Sequence[Turn]) -> None:
        """Connect all clients, and live through the turns."""
        for number, client in enumerate(self.clients):
            self._connect(client, number)
        await asyncio.sleep(0.01)
        for turn in turns:
            await self._do(turn)
            await asyncio.sleep(turn.pause)

    def _process(self, number: int) -> Process:
        return self._processes[number % len(self._processes)]

    def _connect(self, client: Client, number: int) -> None:
        """Connect a client to a process, and disconnect it from the previous one."""
        if client.line is not None:
            client.line.cut()
        link = self._links[client] = Link(client, self._process(number), self.table, self.errors)
        client.come(link)

    def _link(self, client: Client) -> Link | None:
        return None if client.line is None else self._links[client]

    async def _do(self, turn: Turn) -> None:
        _, who, how, _ = turn
        client = self.clients[who % len(self.clients)]
        link = self._link(client)
        match turn.what:
            case "rest":
                pass
            case "act":
                client.act(how)
            case "wish":
                client.wish(how)
            case "retry":
                client.retry()
            case "come":
                self._connect(client, how)
            case "come all":
                for number, each in enumerate(self.clients, how):
                    if each.line is None:
                        self._connect(each, number)
            case "hop":
                await self._hop(client, how)
            case "kill":
                await self._kill(how % len(self._processes))
            case "storage":
                self._process(who).weather.fault = FAULTS[how % len(FAULTS)]
            case "slow storage":
                self._process(who).weather.pause = pause = PAUSES[how % len(PAUSES)]
                self.slowest = max(self.slowest, 2 * pause)
            case "news":
                self._wire.turn(MODES[how % len(MODES)])
            case "bury":
                self._bury()
            case _ if link is not None:
                self._disturb(turn.what, link)

    def _disturb(self, what: str, link: Link) -> None:
        match what:
            case "cut":
                link.cut()
            case "leave":
                link.leave()
                self._ghosts.append(link)
            case "hold up":
                link.is_up_held = True
            case "hold down":
                link.hold_down(is_held=True)
            case "release":
                link.is_up_held = False
                link.flow()
                link.hold_down(is_held=False)
            case "lose":
                link.lose()
            case "double":
                link.double()
            case _:
                raise AssertionError(what)

    async def _hop(self, client: Client, how: int) -> None:
        """Let a client send a request, miss the answer, and connect to another process."""
        link = self._link(client)
        if link is not None:
            link.is_heard = False
            client.act(how)
            await asyncio.sleep(0.05)
        self._connect(client, how)

    async def _kill(self, number: int) -> None:
        old = self._processes[number]
        await old.die()
        self._dead.append(old)
        self._processes[number] = Process(self.shelf, self._wire)

    def _bury(self) -> None:
        for ghost in self._ghosts:
            ghost.bury()
        self._ghosts.clear()

    async def heal(self) -> None:
        """Repair the network and the database, and let everything settle."""
        self._bury()
        for process in self._processes:
            process.weather.fault, process.weather.pause = "", 0.0
        self._wire.turn("on")
        for client in self.clients:
            link = self._link(client)
            if link is not None:
                self._disturb("release", link)
        await self._settle()

    async def come_back(self) -> None:
        """Reconnect all clients to other processes, and let them repeat unanswered requests."""
        for number, client in enumerate(self.clients, 1):
            self._connect(client, number)
        await self._settle()

    async def _settle(self) -> None:
        until, last, since = _seconds() + LONGEST, -1, 0.0
        while last != len(self.shelf.steps(self.table)) or _seconds() < since + SETTLED:
            if last != len(self.shelf.steps(self.table)):
                last, since = len(self.shelf.steps(self.table)), _seconds()
            assert _seconds() < until, "it never comes to rest"
            await asyncio.sleep(9)
            for client in self.clients:
                client.ping()
                client.retry()

    async def close(self) -> None:
        """Stop all processes."""
        for process in self._processes:
            await process.die()
        for process in (*self._dead, *self._processes):
            with suppress(StorageUnavailable):
                await process.close()


async def opened(shelf: Shelf, settings: TableSettings, sitters: Sequence[Someone]) -> str:
    """Open a table, seat people there and, if that fills it, deal the cards."""
    builder = TableBuilder(sitters[0], settings, None, LoopClock().now())
    for seat, person in enumerate(sitters[: settings.seats]):
        builder.put(Draft((Sat(seat, person.name, None, person.id),)))
    if len(sitters) >= settings.seats:
        builder.do(Start(id="start"))
    ready = builder.done()
    first, *others = ready.steps
    store = Database(shelf.url)
    writer = SqliteWriter(store)
    effects = (*table_created(ready.table, others, new_id()), *ready.side_effects)
    assert await writer.store([StepWrite(ready.table.id, first, effects)]) == [True]
    await writer.close()
    await store.close()
    return ready.table.id
