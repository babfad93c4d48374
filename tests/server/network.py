"""A network of the tests' own: processes of a server, clients, and everything between them.

One event loop, whose time goes by at once, holds all of it. The hall, the lobby, the log, the
connections and SQLite are those of the server; links, news between processes and the weather over
the database do what a schedule says.

    client ── link ── Connection ── Hall ── Log ── weather ── SQLite
                                     │
                                     └── wire ── the halls of other processes
"""

import asyncio
import sqlite3
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from selectors import SelectorKey, SelectSelector
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeVar

import msgspec
import pytest

from tenback.notation import Record
from tenback.protocol import (
    PROTOCOL,
    Ack,
    AddWord,
    Again,
    Chat,
    Choices,
    Dealt,
    FromClient,
    Happened,
    Hello,
    MakeMove,
    Ping,
    Presence,
    Refusal,
    Replace,
    Resumed,
    Return,
    Revealed,
    Sat,
    SeatBot,
    Sit,
    Stand,
    Start,
    Stood,
    TableSettings,
    ToClient,
    Welcome,
    WishResign,
)
from tenback.server import app, connection, hall, lobby
from tenback.server.app import sweep
from tenback.server.bookkeeping import step_of
from tenback.server.buckets import Bucket
from tenback.server.connection import Connection
from tenback.server.fanout import Listener, News
from tenback.server.hall import Hall
from tenback.server.lobby import Lobby, Preparing
from tenback.server.metrics import Metrics
from tenback.server.room import Draft, Room
from tenback.server.store import (
    Database,
    Days,
    Log,
    Row,
    StorageGone,
    Tables,
    created,
    database,
    new_id,
)
from tenback.server.store.writers import SqliteWriter, Step, Writer
from tenback.server.thinking import BotMove, Thinkers, moves_of
from tests.server.rooms import Someone

T = TypeVar("T")

CODES = ("unavailable", "too-many")
"""Refusals that pass: the client asks again."""
SAYINGS = ("hello", "forty-seven", "not there, please")
SETTLED = 40.0
"""Seconds after which nothing more happens by itself: longer than a clock, or a look."""
LONGEST = 4000.0
"""Seconds until everything must have settled."""
EPOCH = 1_794_744_000_000
METRICS = Metrics()

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


def _now() -> int:
    return EPOCH + int(1000 * _seconds())


@contextmanager
def hurried() -> Iterator[None]:
    """Let the server's clocks be the loop's; queues and breaks be short, so that they matter."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (hall, connection, lobby):
            patch.setattr(module, "now", _now)
        patch.setattr(hall, "time", SimpleNamespace(monotonic=_seconds))
        for module in (connection, app):
            patch.setattr(module, "monotonic", _seconds)
        patch.setattr(connection, "MOST_QUEUED", 20)
        patch.setattr(hall, "MOST_MISSED", 8)
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
            raise StorageGone("storm")


class _Writer:
    """Stores what SQLite stores, in bad weather."""

    def __init__(self, writer: Writer, weather: Weather) -> None:
        self._writer, self._weather = writer, weather

    async def store(self, steps: Sequence[Step]) -> list[bool]:
        await self._weather.blow("before")
        stored = await self._writer.store(steps)
        await self._weather.blow("after")
        return stored

    async def close(self) -> None:
        await self._writer.close()


class WeatheredLog(Log):
    """The log, with reading on the spot."""

    def __init__(self, store: Database, file: sqlite3.Connection, weather: Weather) -> None:
        super().__init__(store)
        self._file, self._weather = file, weather
        self._writer = _Writer(SqliteWriter(store), weather)

    async def read(self, table: str, after: int = 0) -> list[Row]:
        rows = rows_of(self._file, table, after)
        await self._weather.blow("before", "after", "reading")
        return rows

    async def newest(self, tables: Collection[str]) -> dict[str, int]:
        found = {table: rows_of(self._file, table) for table in tables}
        await self._weather.blow("before", "after", "reading")
        return {table: rows[-1].number for table, rows in found.items() if rows}


def rows_of(file: sqlite3.Connection, table: str, after: int = 0) -> list[Row]:
    """Return the steps of a table as they are on disk."""
    query = "SELECT * FROM entries WHERE table_id = ? AND number > ? ORDER BY number"
    return [Row(*row) for row in file.execute(query, (table, after))]


class Shelf:
    """A migrated SQLite file with some people in it, for many tables."""

    def __init__(self, path: Path, people: Sequence[Someone]) -> None:
        self.url = f"sqlite+aiosqlite:///{path}"
        asyncio.run(Database(self.url).migrate())
        self.file = sqlite3.connect(path, isolation_level=None)
        self.file.executemany(
            "INSERT INTO people (id, name, created_at) VALUES (?, ?, 0)",
            [(person.id, person.name) for person in people],
        )

    def close(self) -> None:
        self.file.close()

    def rows(self, table: str) -> list[Row]:
        return rows_of(self.file, table)

    def room(self, table: str, until: int | None = None) -> Room:
        """Return the fold of what is stored, up to a number."""
        room = Room(table)
        for row in self.rows(table)[:until]:
            room.take(step_of(row))
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

    async def follow(self, table: str) -> None:
        self._followed.add(table)
        await asyncio.sleep(0)

    async def unfollow(self, table: str) -> None:
        self._followed.discard(table)
        await asyncio.sleep(0)

    async def run(self, listener: Listener) -> None:
        self._listener = listener
        await listener.look_again()
        await asyncio.Event().wait()

    def come_back(self) -> None:
        if self._listener is not None:
            task = asyncio.create_task(self._look_again(self._listener))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _look_again(self, listener: Listener) -> None:
        await listener.look_again()

    def cut(self) -> None:
        self._listener = None
        self._wire.ends.remove(self)


# ---- processes ----


class _Thinkers(Thinkers):
    """Bots that think in this process, for a tenth of a second."""

    def __init__(self) -> None:
        super().__init__(1)

    async def moves_of(self, record: Record, bots: Mapping[int, str], about: str) -> list[BotMove]:
        await asyncio.sleep(0.1)
        return moves_of(record, bots, about)


class Process:
    """A server process, which can die without a good-bye."""

    def __init__(self, shelf: Shelf, wire: Wire) -> None:
        self.weather = Weather()
        self.links: list[Link] = []
        self._fanout = WireEnd(wire)
        self._database = Database(shelf.url)
        self._log = WeatheredLog(self._database, shelf.file, self.weather)
        self.hall = Hall(self._log, self._fanout, _Thinkers(), METRICS, pace=0, is_alone=False)
        self.lobby = Lobby(self._log, Tables(self._database), Days(self._database), self.hall)
        self._beside = [
            asyncio.create_task(self.hall.run()),
            asyncio.create_task(sweep(self.hall)),
        ]

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
        await self.hall.close()

    async def close(self) -> None:
        if not self.weather.is_dead:
            await self.die()
        await self._log.close()
        await self._database.close()


# ---- between client and process ----


class Link:
    """A socket, seen from both ends. Either may be slow, or notice late that the other has gone."""

    def __init__(self, client: "Client", process: Process, table: str) -> None:
        self.client, self.process = client, process
        self.is_heard = True
        """Whether the client is still there to hear."""
        self.is_up_held = False
        self._is_lost = False
        self._up: deque[bytes] = deque()
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._is_writable = asyncio.Event()
        self._is_writable.set()
        self._is_gone = False
        self.connection = Connection(
            self._inbox.get,
            self._send,
            person=client.person,
            hall=process.hall,
            lobby=process.lobby,
            metrics=METRICS,
            bucket=Bucket(10, 50),
        )
        process.links.append(self)
        self.task = asyncio.create_task(self.connection.run(table))
        self.task.add_done_callback(self._ended)

    def say(self, message: FromClient) -> None:
        """Send a message of the client, unless this is the one that gets lost."""
        if not self._is_lost:
            self._up.append(_write(message))
        self._is_lost = False
        self.flow()

    def flow(self) -> None:
        while self._up and not self.is_up_held:
            self._inbox.put_nowait({"type": "websocket.receive", "text": self._up.popleft()})

    def lose(self) -> None:
        self._is_lost = True

    def double(self) -> None:
        if self._up:
            self._up.append(self._up[-1])

    def hold_down(self, *, is_held: bool) -> None:
        """Read nothing, or read again."""
        if is_held:
            self._is_writable.clear()
        else:
            self._is_writable.set()

    def leave(self) -> None:
        """Let the client go; the server does not know yet, and hears what is under way."""
        self.is_heard = False
        self.client.lost(self)

    def bury(self) -> None:
        """Let the server hear what was under way, then that nobody is there."""
        self.is_up_held = False
        self.flow()
        self.end()

    def end(self) -> None:
        """Let the server know that nobody is there."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})
        self._is_gone = True
        self._is_writable.set()

    def cut(self) -> None:
        """Break at both ends; what is under way is lost."""
        self._up.clear()
        self.leave()
        self.end()

    async def _send(self, message: Any) -> None:
        await self._is_writable.wait()
        if self._is_gone:
            raise OSError("gone")
        if not self.is_heard:
            return
        if message["type"] == "websocket.close":
            self.leave()
            self.end()
        else:
            self.client.hear(self, _read_answer(message["text"]))

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.process.links.remove(self)
        if not task.cancelled():
            error = task.exception()
            if error is not None:
                self.client.world.errors.append(error)
        if self.is_heard:
            self.leave()


# ---- clients ----


class Client:
    """Somebody who follows docs/protocol.md, and remembers all that was said."""

    def __init__(self, world: "World", label: str, person: Someone | None) -> None:
        self.world, self.label, self.person = world, label, person
        self.link: Link | None = None
        self.number = 0
        self.seat: int | None = None
        self.choices: Choices | None = None
        self.is_dealt = self.is_over = False
        self.is_greeted = False
        self.unanswered: dict[str, FromClient] = {}
        self.asked: dict[str, FromClient] = {}
        self.acks: dict[str, set[int]] = {}
        self.refusals: dict[str, list[str]] = {}
        self.heard: list[Happened] = []
        self.welcomes: list[Welcome] = []
        self._ids = 0

    def __repr__(self) -> str:
        return self.label

    # ---- to the server ----

    def come(self, process: Process, *, is_new: bool = False) -> None:
        """Connect, and say what is known already; leave the connection before."""
        if self.link is not None:
            self.link.cut()
        self.is_greeted = False
        since = None if is_new or not self.number else self.number
        self.link = Link(self, process, self.world.table)
        self.link.say(Hello(id=self._new_id(), protocol=PROTOCOL, since=since))

    def want(self, make: Callable[[str], FromClient]) -> None:
        """Ask for something, now or as soon as there is a connection."""
        message = make(self._new_id())
        self.asked[message.id] = self.unanswered[message.id] = message
        if self.link is not None and self.is_greeted:
            self.link.say(message)

    def retry(self) -> None:
        """Ask again for everything that was not answered, under the same ids."""
        if self.link is None:
            return
        if not self.is_greeted:
            since = self.number or None
            self.link.say(Hello(id=self._new_id(), protocol=PROTOCOL, since=since))
            return
        for message in tuple(self.unanswered.values()):
            self.link.say(message)

    def ping(self) -> None:
        if self.link is not None and self.is_greeted:
            self.link.say(Ping(id=self._new_id()))

    # ---- from the server ----

    def lost(self, link: Link) -> None:
        if self.link is link:
            self.link, self.is_greeted = None, False

    def hear(self, link: Link, message: ToClient) -> None:
        """Take what the server says; nothing may come twice, out of order, or from the past."""
        assert self.link is link
        match message:
            case Welcome():
                self._expect(message.number >= self.number, message)
                self._expect(not self.is_greeted, message)
                self.welcomes.append(message)
                self.number, self.seat, self.choices = message.number, message.seat, message.choices
                cards = message.cards
                self.is_dealt = cards is not None
                self.is_over = cards is not None and cards.outcome is not None
            case Happened():
                self._expect(message.number == self.number + 1, message)
                self.number, self.choices = message.number, message.choices
                self.heard.append(message)
                self._take(message)
            case Resumed():
                self._expect(message.number == self.number, message)
                self._expect(message.seat == self.seat, message)
            case Ack(request, number):
                self._expect(number <= self.number, message)
                if request not in self.asked:
                    self.is_greeted = True
                    self.retry()
                    return
                self.acks.setdefault(request, set()).add(number)
                self.unanswered.pop(request, None)
            case Refusal(request, code):
                assert request is not None
                if request in self.asked and code not in CODES:
                    self.refusals.setdefault(request, []).append(code)
                    self.unanswered.pop(request, None)
            case Presence():
                self._expect(self.is_greeted, message)

    def _take(self, step: Happened) -> None:
        for fact in step.facts:
            match fact:
                case Sat(seat, is_you=True):
                    self.seat = seat
                case Stood(seat) if seat == self.seat:
                    self.seat = None
                case Dealt():
                    self.is_dealt = True
                case Revealed():
                    self.is_over = True

    def _expect(self, is_so: bool, message: ToClient) -> None:  # noqa: FBT001
        if not is_so:
            self.world.errors.append(AssertionError(f"{self} at {self.number} heard {message}"))

    def _new_id(self) -> str:
        self._ids += 1
        return f"{self.label}-{self._ids}"

    # ---- wishes ----

    def act(self, how: int) -> None:
        """Do what is in place."""
        if self.is_over:
            self.want(lambda id: Again(id=id, is_same_deal=how % 2 == 1))
        elif self.is_dealt:
            self._play(how)
        elif self.seat is None:
            self.want(lambda id: Sit(id=id))
        elif how % 4:
            self.want(lambda id: Start(id=id))
        else:
            self.want(lambda id: SeatBot(id=id, seat=how % 3, bot="greedy"))

    def _play(self, how: int) -> None:
        moves = [] if self.choices is None else self.choices.moves
        if self.choices is not None:
            moves = [move for move in moves if move not in self.choices.losing] or moves
        if moves:
            text = "end" if "end" in moves and how % 2 else moves[how % len(moves)]
            self.want(lambda id: MakeMove(id=id, move=text))
        else:
            self.want(lambda id: Chat(id=id, text=SAYINGS[how % len(SAYINGS)]))

    def wish(self, how: int) -> None:
        """Do anything else."""
        wishes: tuple[Callable[[str], FromClient], ...] = (
            lambda id: Replace(id=id, seat=how % 3, bot="greedy"),
            lambda id: Return(id=id),
            lambda id: WishResign(id=id, is_wished=how % 4 > 0),
            lambda id: MakeMove(id=id, move="say keep u1"),
            lambda id: Stand(id=id),
            lambda id: AddWord(id=id, word="moon"),
            lambda id: Sit(id=id, seat=how % 3),
            lambda id: MakeMove(id=id, move="back"),
            lambda id: SeatBot(id=id, seat=how % 3, bot=None),
            lambda id: MakeMove(id=id, move="fly"),
            lambda id: Chat(id=id, text="hello"),
        )
        self.want(wishes[how % len(wishes)])


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


@dataclass
class World:
    """Some processes, some clients, one table; what happens to them is said turn by turn."""

    shelf: Shelf
    table: str
    people: Sequence[Someone | None]
    process_count: int = 2
    errors: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wire = Wire()
        self.processes = [Process(self.shelf, self.wire) for _ in range(self.process_count)]
        self._dead: list[Process] = []
        self._ghosts: list[Link] = []
        labels = Counter[str]()
        self.clients: list[Client] = []
        for person in self.people:
            name = "Nobody" if person is None else person.name
            labels[name] += 1
            self.clients.append(Client(self, f"{name}{labels[name]}", person))
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._note)

    def _note(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.errors.append(context.get("exception") or AssertionError(context["message"]))

    async def live(self, turns: Sequence[Turn]) -> None:
        for number, client in enumerate(self.clients):
            client.come(self._process(number))
        await asyncio.sleep(0.01)
        for turn in turns:
            await self._do(turn)
            await asyncio.sleep(turn.pause)

    def _process(self, number: int) -> Process:
        return self.processes[number % len(self.processes)]

    async def _do(self, turn: Turn) -> None:
        _, who, how, _ = turn
        client, process = self.clients[who % len(self.clients)], self._process(how)
        link = client.link
        match turn.what:
            case "act":
                client.act(how)
            case "wish":
                client.wish(how)
            case "retry":
                client.retry()
            case "come":
                client.come(process)
            case "come all":
                for number, each in enumerate(self.clients, how):
                    if each.link is None:
                        each.come(self._process(number))
            case "kill":
                await self._kill(how % len(self.processes))
            case "storage":
                self._process(who).weather.fault = FAULTS[how % len(FAULTS)]
            case "slow storage":
                self._process(who).weather.pause = PAUSES[how % len(PAUSES)]
            case "news":
                self.wire.turn(MODES[how % len(MODES)])
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

    async def _kill(self, number: int) -> None:
        old = self.processes[number]
        await old.die()
        self._dead.append(old)
        self.processes[number] = Process(self.shelf, self.wire)

    def _bury(self) -> None:
        for ghost in self._ghosts:
            ghost.bury()
        self._ghosts.clear()

    async def heal(self) -> None:
        """Let the network and the database be well, and everything come to rest."""
        self._bury()
        for process in self.processes:
            process.weather.fault, process.weather.pause = "", 0.0
        self.wire.turn("on")
        for client in self.clients:
            if client.link is not None:
                self._disturb("release", client.link)
        await self._settle()

    async def come_back(self) -> None:
        """Let everybody connect again, elsewhere, and ask again for what was not answered."""
        for number, client in enumerate(self.clients, 1):
            client.come(self._process(number))
        await self._settle()

    async def _settle(self) -> None:
        until, last, since = _seconds() + LONGEST, -1, 0.0
        while last != len(self.shelf.rows(self.table)) or _seconds() < since + SETTLED:
            if last != len(self.shelf.rows(self.table)):
                last, since = len(self.shelf.rows(self.table)), _seconds()
            assert _seconds() < until, "it never comes to rest"
            await asyncio.sleep(9)
            for client in self.clients:
                client.ping()
                client.retry()

    async def close(self) -> None:
        for process in self.processes:
            await process.die()
        for process in (*self._dead, *self.processes):
            with suppress(StorageGone):
                await process.close()


async def opened(shelf: Shelf, settings: TableSettings, sitters: Sequence[Someone]) -> str:
    """Open a table, let people sit down and, if it is full then, have the cards dealt."""
    preparing = Preparing(sitters[0], settings, None)
    for seat, person in enumerate(sitters[: settings.seats]):
        preparing.put(Draft((Sat(seat, person.name, None, person.id),)))
    if len(sitters) >= settings.seats:
        preparing.do(Start(id="start"))
    ready = preparing.done()
    first, *others = ready.rows
    store = Database(shelf.url)
    writer = SqliteWriter(store)
    also = (*created(ready.table, others, new_id()), *ready.also)
    assert await writer.store([Step(first, also)]) == [True]
    await writer.close()
    await store.close()
    return ready.table.id
