"""The hall: clocks that are early, and who may stay when the cards are dealt."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tenback.protocol import Sit, Start, TableSettings
from tenback.server import hall as module
from tenback.server.bot_pool import BotPool
from tenback.server.fanout import NoFanout
from tenback.server.hall import NOT_WELCOME, Hall, LiveRoom
from tenback.server.lobby import Lobby
from tenback.server.metrics import Metrics
from tenback.server.room import Person as Named
from tenback.server.store import Database, Days, Log, People, Person, Tables

Story = Callable[[Hall, LiveRoom, Person, Person], Awaitable[None]]


class Listening:
    """Somebody at the table who notes why the connection was closed."""

    def __init__(self, person: Person | None) -> None:
        self.person: Named | None = person
        self.closed: list[int] = []

    def push(self, text: str) -> None:
        """Hear nothing."""

    def close(self, code: int) -> None:
        self.closed.append(code)


def tell(path: Path, settings: TableSettings, story: Story) -> None:
    """Let a story happen at a table of Anna's, with Ben beside it."""

    async def told() -> None:
        database = Database(f"sqlite+aiosqlite:///{path}/hall.sqlite")
        await database.migrate()
        log, tables, people = Log(database), Tables(database), People(database)
        hall = Hall(log, NoFanout(), BotPool(1), Metrics(), pace=0.0, is_alone=True)
        anna, ben = [
            await people.add_guest(Person.guest(name, 1), name) for name in ("Anna", "Ben")
        ]
        lobby = Lobby(log, tables, Days(database), hall)
        row = await lobby.open_table(await lobby.prepare(anna, settings))
        try:
            await story(hall, await hall.open(row.id), anna, ben)
        finally:
            await hall.close()
            await log.close()
            await database.close()

    asyncio.run(told())


def test_who_only_watches_has_to_go_where_nobody_may(tmp_path: Path) -> None:
    async def story(hall: Hall, live: LiveRoom, anna: Person, ben: Person) -> None:
        ears = [Listening(person) for person in (anna, ben, None)]
        for ear in ears:
            hall.enter(live, ear)
        await hall.ask(live, Sit(id="s"), ben, "s")
        assert [ear.closed for ear in ears] == [[], [], []]
        await hall.ask(live, Start(id="g"), anna, "g")
        assert [ear.closed for ear in ears] == [[], [], [NOT_WELCOME]]

    tell(tmp_path, TableSettings(seats=2, can_watch=False), story)


def test_a_clock_that_fires_early_is_set_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(hall: Hall, live: LiveRoom, anna: Person, ben: Person) -> None:
        await hall.ask(live, Start(id="g"), anna, "g")
        deadline = live.room.deadline
        assert deadline is not None
        monkeypatch.setattr(module, "now", lambda: deadline - 1)
        await hall._time_up(live, 0)
        assert live.room.places[0].bot is None
        assert live.clock is not None
        monkeypatch.setattr(module, "now", lambda: deadline)
        await asyncio.sleep(0.05)
        assert live.room.places[0].bot == "careful"

    tell(tmp_path, TableSettings(seats=1, clock=30), story)
