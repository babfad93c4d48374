"""Open rooms: clocks that ring early, and who may stay when the cards are dealt."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from tenback.protocol import Again, Chat, Sit, Start, TableSettings, WishResign
from tenback.rules import Refused
from tenback.server import decisions
from tenback.server.bot_pool import BotPool
from tenback.server.clock import Clock
from tenback.server.errors import ServerCode
from tenback.server.fanout import NoFanout
from tenback.server.lobby import Lobby
from tenback.server.metrics import Metrics
from tenback.server.room_loading import RoomLoader
from tenback.server.room_registry import NOT_WELCOME, OpenRoom
from tenback.server.room_requests import Person as Named
from tenback.server.room_requests import TimeUp
from tenback.server.room_services import RoomServices
from tenback.server.step import Step
from tenback.server.store import Database, Days, Log, People, Person, Tables, new_code
from tests.server.store.opening import logging, opened, person, step, table


class SetClock(Clock):
    """A clock that a test may set."""

    at: int | None = None

    def now(self) -> int:
        return super().now() if self.at is None else self.at


Story = Callable[[RoomServices, OpenRoom, SetClock, Person, Person], Awaitable[None]]


class Listening:
    """Somebody at the table who notes why the connection was closed."""

    def __init__(self, person: Person | None, address: str = "10.0.0.1") -> None:
        self.person: Named | None = person
        self.address = address
        self.closed: list[int] = []

    def push(self, message: bytes) -> None:
        """Hear nothing."""

    def close(self, code: int) -> None:
        self.closed.append(code)


def tell(path: Path, settings: TableSettings, story: Story) -> None:
    """Let a story happen at a table of Anna's, with Ben beside it."""

    async def told() -> None:
        database = Database(f"sqlite+aiosqlite:///{path}/rooms.sqlite")
        await database.migrate()
        log, tables, people, clock = Log(database), Tables(database), People(database), SetClock()
        rooms = RoomServices.assemble(
            log, NoFanout(), BotPool(1), Metrics(), clock, pace=0.0, is_alone=True
        )
        anna, ben = [
            await people.add_guest(Person.guest(name, 1), name) for name in ("Anna", "Ben")
        ]
        lobby = Lobby(log, tables, Days(database), rooms.committer, clock)
        row = await lobby.open_table(await lobby.prepare(anna, settings))
        try:
            await story(rooms, await rooms.registry.open(row.id), clock, anna, ben)
        finally:
            await rooms.close()
            await log.close()
            await database.close()

    asyncio.run(told())


def test_who_only_watches_has_to_go_where_nobody_may(tmp_path: Path) -> None:
    async def story(
        rooms: RoomServices, room: OpenRoom, clock: SetClock, anna: Person, ben: Person
    ) -> None:
        everybody = [Listening(person) for person in (anna, ben, None)]
        for each in everybody:
            rooms.registry.enter(room, each)
        await rooms.committer.submit(room, Sit(id="s"), ben, "s")
        assert [each.closed for each in everybody] == [[], [], []]
        await rooms.committer.submit(room, Start(id="g"), anna, "g")
        assert [each.closed for each in everybody] == [[], [], [NOT_WELCOME]]

    tell(tmp_path, TableSettings(seats=2, can_watch=False), story)


def test_a_timer_that_fires_early_is_set_again(tmp_path: Path) -> None:
    async def story(
        rooms: RoomServices, room: OpenRoom, clock: SetClock, anna: Person, ben: Person
    ) -> None:
        await rooms.committer.submit(room, Start(id="g"), anna, "g")
        deadline = room.model.deadline
        assert deadline is not None
        clock.at = deadline - 1
        await rooms.autoplay._end_time(room, TimeUp(0))
        assert room.model.places[0].bot is None
        assert room.turn_timer is not None
        clock.at = deadline
        async with asyncio.timeout(60):
            while room.model.places[0].bot is None:
                await asyncio.sleep(0.01)
        assert room.model.places[0].bot == "careful"

    tell(tmp_path, TableSettings(seats=1, clock=30), story)


def test_what_was_done_is_acknowledged_again_when_the_table_takes_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(
        rooms: RoomServices, room: OpenRoom, clock: SetClock, anna: Person, ben: Person
    ) -> None:
        submit = rooms.committer.submit
        number = await submit(room, Sit(id="s"), ben, "s")
        monkeypatch.setattr(decisions, "MOST_STEPS", number)
        with pytest.raises(Refused) as refused:
            await submit(room, Start(id="g"), anna, "g")
        assert refused.value.code is ServerCode.WORN_OUT
        assert await submit(room, Sit(id="s"), ben, "s") == number

    tell(tmp_path, TableSettings(seats=2), story)


def test_people_who_act_at_once_cost_no_look_into_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(
        rooms: RoomServices, room: OpenRoom, clock: SetClock, anna: Person, ben: Person
    ) -> None:
        log, submit = rooms.committer._log, rooms.committer.submit
        reads = list[str]()
        read = log.read

        async def noted(table: str, after: int = 0) -> list[Step]:
            reads.append(table)
            return await read(table, after)

        monkeypatch.setattr(log, "read", noted)
        requests = [Chat(id=str(i), text="hello") for i in range(6)]
        numbers = await asyncio.gather(*(submit(room, one, anna, one.id) for one in requests))
        assert numbers == list(range(3, 9))
        assert (log.transactions, log.stored, reads) == (6, 6, [])

    tell(tmp_path, TableSettings(seats=2), story)


def test_an_open_room_is_looked_at_without_reading_all_of_it_again(tmp_path: Path) -> None:
    async def story(
        rooms: RoomServices, room: OpenRoom, clock: SetClock, anna: Person, ben: Person
    ) -> None:
        log, table = rooms.committer._log, room.model.id
        beside = RoomServices.assemble(
            log, NoFanout(), BotPool(1), Metrics(), clock, pace=0.0, is_alone=False
        )
        stored = await beside.committer.current(table)
        other = await beside.registry.open(table)
        number = await rooms.committer.submit(room, Sit(id="s"), ben, "s")
        assert await rooms.committer.current(table) is room.model
        assert await beside.committer.current(table) is other.model
        assert (stored.number, other.model.number) == (number - 1, number)
        await beside.close()

    tell(tmp_path, TableSettings(seats=2), story)


@pytest.mark.parametrize("column", ["rules_version", "record_version"])
def test_a_table_of_another_version_is_not_misread(tmp_path: Path, column: str) -> None:
    async def scene() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path}/rooms.sqlite"
        async with opened(url) as database, logging(database) as log:
            host = await person(database)
            row = await table(database, host.id, first=[step(1)])
            loader = RoomLoader(log, Clock())
            assert (await loader.load(row.id)).number == 1
            async with database.writing() as connection:
                await connection.execute(text(f"UPDATE tables SET {column} = 9"))
            with pytest.raises(Refused) as refused:
                await loader.load(row.id)
            assert refused.value.code is ServerCode.OTHER_VERSION

    asyncio.run(scene())


@asynccontextmanager
async def finished_game(
    path: Path,
) -> AsyncIterator[tuple[Database, RoomServices, OpenRoom, Person]]:
    """Provide the room of a game that its only player has given up."""
    url = f"sqlite+aiosqlite:///{path}/rooms.sqlite"
    async with opened(url) as database, logging(database) as log:
        anna, clock = await person(database), Clock()
        rooms = RoomServices.assemble(
            log, NoFanout(), BotPool(1), Metrics(), clock, pace=0.0, is_alone=True
        )
        lobby = lobby_of(database, rooms)
        row = await lobby.open_table(await lobby.prepare(anna, TableSettings(seats=1)))
        room = await rooms.registry.open(row.id)
        await rooms.committer.submit(room, Start(id="g"), anna, "g")
        await rooms.committer.submit(room, WishResign(id="r"), anna, "r")
        yield database, rooms, room, anna
        await rooms.close()


def lobby_of(
    database: Database, rooms: RoomServices, draw_code: Callable[[], str] = new_code
) -> Lobby:
    committer, tables, days = rooms.committer, Tables(database), Days(database)
    return Lobby(committer._log, tables, days, committer, Clock(), draw_code)


def test_a_rematch_draws_another_code_where_the_first_is_taken(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with finished_game(tmp_path) as (database, rooms, room, anna):
            tables = Tables(database)
            taken = (await table(database, anna.id)).code
            assert taken is not None
            codes = [taken, taken, "QXQXQ"]
            lobby = lobby_of(database, rooms, lambda: codes.pop(0))
            await lobby.rematch(room, Again(id="a"), anna)
            assert room.model.following is not None
            following = await tables.by_id(room.model.following)
            assert following is not None
            assert following.code == "QXQXQ"
            assert not caplog.records

    asyncio.run(scene())


def test_a_rematch_is_opened_once_though_the_past_is_rewritten_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with finished_game(tmp_path) as (database, rooms, room, anna):
            log, number = rooms.committer._log, room.model.number
            append = log.append

            async def while_reloading(*step: Any) -> bool:
                await rooms.committer.reload(room)
                return await append(*step)

            monkeypatch.setattr(log, "append", while_reloading)
            async with asyncio.timeout(5):
                lobby = lobby_of(database, rooms)
                assert await lobby.rematch(room, Again(id="a"), anna) == number + 1
            async with database.reading() as connection:
                assert await connection.scalar(text("SELECT count(*) FROM tables")) == 2

    asyncio.run(scene())
