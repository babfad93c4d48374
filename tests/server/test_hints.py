"""Hints and bots under load: heavy users make nobody else wait, and paused tables use nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec

from tenback.bots import SIMPLE_BOT
from tenback.protocol import (
    PROTOCOL,
    AskHint,
    Hello,
    MakeMove,
    Stand,
    TableSettings,
)
from tenback.rules import Move, Refused
from tenback.rules.errors import ErrorCode
from tenback.server.address_limits import AddressLimits
from tenback.server.bot_questions import BotQuestion
from tenback.server.clock import Clock
from tenback.server.connection import Connection
from tenback.server.errors import ServerCode
from tenback.server.fanout import NoFanout
from tenback.server.hints import MOST_OF_ADDRESS
from tenback.server.lobby import Lobby
from tenback.server.metrics import Metrics
from tenback.server.rate_limits import TokenBucket
from tenback.server.room_registry import OpenRoom
from tenback.server.room_services import RoomServices
from tenback.server.settings import Settings
from tenback.server.store import Database, Days, Log, People, Person, Tables
from tests.server.one_thinker import OneThinker
from tests.server.store.opening import logging, opened
from tests.server.test_open_rooms import Listening

T = TypeVar("T")
Q = TypeVar("Q")


class SimpleThinker(OneThinker):
    """Answers at once, with the simplest bot in place of whichever was asked."""

    async def think(self, answer: Callable[[Q], T], question: Q) -> T:
        """Return what the simplest bot would do."""
        assert isinstance(question, BotQuestion)
        return answer(replace(question, bot=SIMPLE_BOT))

    @property
    def bots(self) -> list[str]:
        """The bots that were asked, in order."""
        return [asked.question.bot for asked in self.asked]


async def settle() -> None:
    """Let everything happen that waits for nothing but its turn."""
    for _ in range(20):
        await asyncio.sleep(0)


class HintServer:
    """Tables of one process with one thinker."""

    def __init__(self, database: Database, log: Log) -> None:
        self.pool = SimpleThinker()
        self.rooms = RoomServices.assemble(
            log, NoFanout(), self.pool, Metrics(), Clock(), pace=0.0, is_alone=True
        )
        self._people = People(database)
        self.lobby = Lobby(log, Tables(database), Days(database), self.rooms.committer, Clock())
        self._guests = 0

    async def table(self, *bots: str, address: str = "10.0.0.1") -> tuple[OpenRoom, Listening]:
        """Return a table that has begun, and its only person, who has not come in yet."""
        self._guests += 1
        guest = Person.guest(f"Guest {self._guests}", 1)
        await self._people.add_guest(guest, guest.id)
        settings = TableSettings(seats=1 + len(bots))
        ready = await self.lobby.prepare(guest, settings, bots=bots, is_started=True)
        row = await self.lobby.open_table(ready)
        return await self.rooms.registry.open(row.id), Listening(guest, address)

    async def asking(self, address: str = "10.0.0.1") -> asyncio.Task[Move]:
        """Ask for a hint at a table of one's own, and wait until it is under way."""
        room, guest = await self.table(address=address)
        self.rooms.registry.enter(room, guest)
        task = asyncio.create_task(self.rooms.hints.hint_for(room, guest))
        await settle()
        return task


def run_story(path: Path, story: Callable[[HintServer], Awaitable[None]]) -> None:
    """Run a story with a server of its own."""

    async def scene() -> None:
        url = f"sqlite+aiosqlite:///{path}/server.sqlite"
        async with opened(url) as database, logging(database) as log:
            server = HintServer(database, log)
            try:
                async with asyncio.timeout(60):
                    await story(server)
            finally:
                await server.rooms.close()

    asyncio.run(scene())


def refusal(asked: asyncio.Task[Move]) -> ErrorCode | None:
    """Return why a hint was refused, if it was."""
    error = asked.exception() if asked.done() else None
    assert error is None or isinstance(error, Refused)
    return None if error is None else error.code


def test_an_address_gets_only_so_many_hints_at_a_time(tmp_path: Path) -> None:
    async def story(server: HintServer) -> None:
        server.pool.is_thinking.clear()
        asked = [await server.asking("bad") for _ in range(MOST_OF_ADDRESS + 2)]
        refused = [refusal(each) for each in asked]
        assert refused == [None] * MOST_OF_ADDRESS + [ServerCode.TOO_MANY] * 2
        other = await server.asking("good")
        assert refusal(other) is None
        server.pool.is_thinking.set()
        await asyncio.gather(*asked[:MOST_OF_ADDRESS], other)
        await (await server.asking("bad"))

    run_story(tmp_path, story)


def test_a_bot_takes_turns_with_the_hints_of_another_address(tmp_path: Path) -> None:
    async def story(server: HintServer) -> None:
        server.pool.is_thinking.clear()
        for _ in range(MOST_OF_ADDRESS):
            await server.asking("bad")
        room, guest = await server.table("random", address="good")
        server.rooms.registry.enter(room, guest)
        await settle()
        server.pool.is_thinking.set()
        await settle()
        assert server.pool.bots[:3] == ["master", "master", "random"]

    run_story(tmp_path, story)


def test_a_hint_is_thought_about_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async def story(server: HintServer) -> None:
        room, guest = await server.table()
        server.rooms.registry.enter(room, guest)
        hints = [server.rooms.hints.hint_for(room, guest) for _ in range(90)]
        assert len(set(await asyncio.gather(*hints))) == 1
        assert len(server.pool.asked) == 1

    run_story(tmp_path, story)


def test_bots_pause_where_nobody_is_connected(tmp_path: Path) -> None:
    async def story(server: HintServer) -> None:
        room, guest = await server.table("random", "random")
        await settle()
        assert server.pool.asked == []
        server.rooms.registry.enter(room, guest)
        await settle()
        assert server.pool.asked != []

    run_story(tmp_path, story)


def test_bots_stop_when_the_last_one_leaves_and_resume_with_the_next(tmp_path: Path) -> None:
    async def story(server: HintServer) -> None:
        room, guest = await server.table("random", "random")
        registry, committer = server.rooms.registry, server.rooms.committer
        registry.enter(room, guest)
        await committer.submit(room, Stand(id="s"), guest.person, "s")
        registry.leave(room, guest)
        assert room.bots_task is not None
        await room.bots_task
        paused = room.model.number
        assert not room.model.is_over
        registry.enter(room, Listening(None))
        while not room.model.is_over:
            await asyncio.sleep(0.01)
        assert room.model.number > paused

    run_story(tmp_path, story)


class ScriptedSocket:
    """A socket whose client says what a test says, and keeps what it hears."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.heard: list[dict[str, str]] = []

    async def receive(self) -> bytes | None:
        """Return what the client says next."""
        return await self.said.get()

    def send(self, message: bytes) -> None:
        """Keep a message of the server."""
        self.heard.append(msgspec.json.decode(message))

    def close(self, code: int) -> None:
        """End the conversation."""
        self.said.put_nowait(None)

    @property
    def answered(self) -> set[str]:
        """The ids of the messages that were answered."""
        return {message["id"] for message in self.heard if "id" in message}

    async def answer_to(self, asked: str) -> dict[str, str]:
        """Wait for the answer to a message."""
        async with asyncio.timeout(10):
            while asked not in self.answered:
                await asyncio.sleep(0.01)
        return next(message for message in self.heard if message.get("id") == asked)


def test_a_player_who_waits_for_a_hint_can_move(tmp_path: Path) -> None:
    async def story(server: HintServer) -> None:
        room, guest = await server.table()
        socket = ScriptedSocket()
        client = Connection(
            socket,
            person=guest.person if isinstance(guest.person, Person) else None,
            address="10.0.0.1",
            rooms=server.rooms,
            lobby=server.lobby,
            metrics=Metrics(),
            clock=Clock(),
            bucket=TokenBucket(10, 50),
            limits=AddressLimits.by(Settings()),
        )
        conversation = asyncio.create_task(client.run(room.model.id))
        server.pool.is_thinking.clear()
        socket.said.put_nowait(msgspec.json.encode(Hello(id="hello", protocol=PROTOCOL)))
        socket.said.put_nowait(msgspec.json.encode(AskHint(id="hint")))
        assert room.model.table is not None
        card = room.model.table.view(0).hand[0]
        socket.said.put_nowait(msgspec.json.encode(MakeMove(id="move", move=f"{card}>u1")))
        await socket.answer_to("move")
        assert "hint" not in socket.answered
        server.pool.is_thinking.set()
        assert (await socket.answer_to("hint"))["type"] == "hint"
        socket.close(1000)
        await conversation

    run_story(tmp_path, story)
