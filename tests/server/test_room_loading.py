"""Loading rooms: nobody waits for a long table, or for an address that reads a lot."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tenback.rules import Refused
from tenback.server.clock import Clock
from tenback.server.errors import ServerCode
from tenback.server.fanout import NoFanout
from tenback.server.metrics import Metrics
from tenback.server.rate_limits import RateLimiter
from tenback.server.room_loading import AT_ONCE, SLICE, RoomLoader, folded
from tenback.server.room_registry import RoomRegistry
from tenback.server.store import Log, StoredTable
from tenback.server.store.log import PAGE
from tests.server.store.opening import logging, opened, person, step, table

BAD, GOOD = "10.0.0.1", "10.0.0.2"
LENGTH = 30


class HandClock(Clock):
    """A clock that a test moves."""

    seconds = 100.0

    def monotonic(self) -> float:
        return self.seconds


class CountingLog:
    """Counts how many tables are loaded at a time, and takes a while for each."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.most = self._loading = 0

    async def load(self, table: str) -> StoredTable | None:
        self._loading += 1
        self.most = max(self.most, self._loading)
        await asyncio.sleep(0)
        try:
            return await self._log.load(table)
        finally:
            self._loading -= 1


def told(path: Path, story: Callable[[Log], Awaitable[None]]) -> None:
    """Let a story happen with a log that holds one table."""

    async def scene() -> None:
        url = f"sqlite+aiosqlite:///{path}/rooms.sqlite"
        async with opened(url) as database, logging(database) as log:
            host = (await person(database)).id
            steps = [step(number + 1) for number in range(LENGTH)]
            await table(database, host, first=steps, name="T")
            await story(log)

    asyncio.run(scene())


def test_others_have_their_turn_while_a_long_table_is_folded() -> None:
    async def story() -> None:
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        waiting = asyncio.create_task(others())
        room = await folded("T", [step(number + 1) for number in range(20 * SLICE)])
        waiting.cancel()
        assert room.number == 20 * SLICE
        assert turns >= 20

    asyncio.run(story())


def test_a_table_is_read_page_by_page(tmp_path: Path) -> None:
    async def scene() -> None:
        url = f"sqlite+aiosqlite:///{tmp_path}/rooms.sqlite"
        async with opened(url) as database, logging(database) as log:
            host = (await person(database)).id
            for length in (PAGE, 2 * PAGE + 1):
                steps = [step(number + 1) for number in range(length)]
                row = await table(database, host, first=steps)
                stored = await log.load(row.id)
                assert stored is not None
                assert stored.steps == steps

    asyncio.run(scene())


def test_an_address_that_reads_many_tables_delays_only_itself(tmp_path: Path) -> None:
    async def story(log: Log) -> None:
        counting, order = CountingLog(log), list[str]()
        loader = RoomLoader(counting, Clock())  # type: ignore[arg-type]

        async def load(address: str) -> None:
            await loader.load("T", address)
            order.append(address)

        await asyncio.gather(*(load(BAD) for _ in range(6 * AT_ONCE)), load(GOOD))
        assert counting.most == AT_ONCE
        assert order.index(GOOD) <= 3 * AT_ONCE

    told(tmp_path, story)


def test_an_address_reads_only_so_many_steps(tmp_path: Path) -> None:
    async def story(log: Log) -> None:
        clock = HandClock()
        loader = RoomLoader(log, clock, RateLimiter(1.0, LENGTH / 2))
        registry = RoomRegistry(loader, NoFanout(), Metrics())
        await loader.load("T", BAD)
        for read in (loader.load, registry.open):
            with pytest.raises(Refused) as refused:
                await read("T", BAD)
            assert refused.value.code is ServerCode.TOO_MANY
        for address in (GOOD, None):
            assert (await loader.load("T", address)).number == LENGTH
        clock.seconds += LENGTH
        await registry.open("T", BAD)
        await registry.open("T", BAD)  # it is open already
        await registry.close()

    told(tmp_path, story)
