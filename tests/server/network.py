"""A network of the tests' own: processes of a server, clients, and everything between them.

One event loop, whose time goes by at once, holds all of it. The rooms, the lobby, the log, the
connections and SQLite are those of the server; links, news between processes and the weather over
the database do what a schedule says.

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
"""Seconds after which nothing more happens by itself: longer than a clock, or a look."""
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
    """Waits for nobody: where others sleep, its clock moves on."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        assert timeout is not None, "nothing can happen any more"
        self.now += max(timeout, 0.0)
        return super().select(0)


class HurriedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time goes by at once; what belongs into threads is done on the spot."""

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
    """Let queues and breaks be short, so that they matter."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(websocket, "MOST_QUEUED", 20)
        patch.setattr(committer, "MOST_MISSED", 8)
        patch.setattr(database, "PRAGMAS", ("PRAGMA synchronous = OFF", *database.PRAGMAS[1:]))
        yield


# ---- the database, and the weather over it ----


@dataclass
class Weather:
    """How the database is for one process."""

    fault: str = ""
    """`before` and `after` storing, `reading`: nobody can tell the first two apart."""
    pause: float = 0.0
    is_dead: bool = False
    """Whether the process is: then nothing of it may happen any more."""

    async def blow(self, *faults: str) -> None:
        await asyncio.sleep(self.pause)
        if self.is_dead or self.fault in faults:
            raise StorageUnavailable("storm")


class _Writer:
    """Stores what SQLite stores, in bad weather."""

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
    """The log, with reading on the spot."""

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
    """Return the steps of a table as they are on disk."""
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
        """When requests of the table that is looked at were stored."""
        self.file.executemany(
            "INSERT INTO people (id, name, created_at) VALUES (?, ?, 0)",
            [(person.id, person.name) for person in people],
        )

    def close(self) -> None:
        self.file.close()

    def steps(self, table: str) -> list[Step]:
        return steps_of(self.file, table)

    def room(self, table: str, until: int | None = None) -> Room:
        """Return the fold of what is stored, up to a number."""
        room = Room(table)
        for step in self.steps(table)[:until]:
            room.take(step)
        return room


# ---- between processes ----


class Wire:
    """Takes news from process to process, as it likes."""

    def __init__(self) -> None:
        self.ends: list[WireEnd] = []
        self.mode = "on"
        self._held: list[Callable[[], None]] = []

    def turn(self, mode: str) -> None:
        """Be `on`, `off` (and known to be), `lossy`, `double`, `late`, or `held` until turned."""
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
    """The fan-out of one process."""

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
            self._wire.carry(partial(end.hear, news))  # itself included, as with Redis

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
    """A server process, which can die without a good-bye."""

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
        """Cut off whoever has fallen silent, as the app does."""
        while True:
            await asyncio.sleep(SWEEPING)
            for link in tuple(self.links):
                if link.connection.heard_at < _seconds() - connection.PATIENCE:
                    link.connection.close(connection.SILENT)

    async def die(self) -> None:
        """End as a power cut would: nobody is told, what is under way is not done."""
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
    """A socket, seen from both ends. Either may be slow, or notice late that the other has gone."""

    def __init__(
        self, client: Client, process: Process, table: str, errors: list[BaseException]
    ) -> None:
        self._client, self._process, self._errors = client, process, errors
        self.is_heard = True
        """Whether the client is still there to hear."""
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
        """Send a message of the client, unless this is the one that gets lost."""
        self._last = _write(message)
        if not self._is_lost:
            self._up.append(self._last)
        self._is_lost = False
        self.flow()

    def flow(self) -> None:
        """Let what the client has said come to the server, unless it is held up."""
        while self._up and not self.is_up_held:
            self._inbox.put_nowait(self._up.popleft())

    def lose(self) -> None:
        """Lose what is sent next."""
        self._is_lost = True

    def double(self) -> None:
        """Send once more what was sent last."""
        if self._last is not None:
            self._up.append(self._last)
            self.flow()

    def hold_down(self, *, is_held: bool) -> None:
        """Read nothing, or read again."""
        self._is_down_held = is_held
        self._drain()

    def leave(self) -> None:
        """Let the client go; the server does not know yet, and hears what is under way."""
        self.is_heard = False
        self._client.lose(self)

    def bury(self) -> None:
        """Let the server hear what was under way, then that nobody is there."""
        self.is_up_held = False
        self.flow()
        self.end()

    def end(self) -> None:
        """Let the server know that nobody is there."""
        self._inbox.put_nowait(None)
        self._is_gone = True

    def cut(self) -> None:
        """Break at both ends; what is under way is lost."""
        self._up.clear()
        self.leave()
        self.end()

    # What the server does with it, as with a `WebSocketProtocol`.

    async def receive(self) -> bytes | None:
        """Wait for what the client says; None when it has gone."""
        return await self._inbox.get()

    def send(self, message: bytes) -> None:
        """Let the client hear something, unless it reads nothing: then not too much waits."""
        if self._is_gone:
            return
        if len(self._down) >= websocket.MOST_QUEUED:
            self.close(websocket.TOO_SLOW)
        else:
            self._down.append(message)
            asyncio.get_running_loop().call_soon(self._drain)

    def close(self, code: int) -> None:
        """Let the client go."""
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
    """Something that happens, and how long it takes until the next."""

    what: str
    who: int
    how: int
    pause: float


FAULTS = ("", "before", "after", "reading")
PAUSES = (0.0, 0.02, 0.4)
MODES = ("on", "off", "lossy", "double", "late", "held")


class World:
    """Some processes, some clients, one table; what happens to them is said turn by turn."""

    def __init__(
        self, shelf: Shelf, table: str, people: Sequence[Someone | None], processes: int
    ) -> None:
        self.shelf, self.table = shelf, table
        self.slowest = 0.0
        """Seconds that storing or reading has taken at most."""
        shelf.times.clear()
        self.errors: list[BaseException] = []
        """What nobody has caught."""
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
        """Let everybody come, and do what is said."""
        for number, client in enumerate(self.clients):
            self._connect(client, number)
        await asyncio.sleep(0.01)
        for turn in turns:
            await self._do(turn)
            await asyncio.sleep(turn.pause)

    def _process(self, number: int) -> Process:
        return self._processes[number % len(self._processes)]

    def _connect(self, client: Client, number: int) -> None:
        """Let a client come to a process, and leave the one before."""
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
        """Let a client ask for something, miss the answer, and come to another process."""
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
        """Let the network and the database be well, and everything come to rest."""
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
        """Let everybody connect again, elsewhere, and ask again for what was not answered."""
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
        """End everything."""
        for process in self._processes:
            await process.die()
        for process in (*self._dead, *self._processes):
            with suppress(StorageUnavailable):
                await process.close()


async def opened(shelf: Shelf, settings: TableSettings, sitters: Sequence[Someone]) -> str:
    """Open a table, let people sit down and, if it is full then, have the cards dealt."""
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
