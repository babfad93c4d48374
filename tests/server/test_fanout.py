"""News over a real Redis whose connections break at any moment."""

import asyncio
from contextlib import suppress
from itertools import cycle

import pytest
from redis.asyncio import Redis as RedisClient

from tenback.server.fanout import News, RedisFanout
from tests.server.servers import Redis

TABLES = tuple(f"table-{number}" for number in range(50))
BREAKS = 10
LATEST = 4
"""Rounds of the event loop between those who follow tables at about the same time."""
DEADLINE = 60


class Heard:
    """Collects the tables of the news."""

    def __init__(self) -> None:
        self.tables: set[str] = set()

    def hear(self, news: News) -> None:
        """Note the table."""
        self.tables.add(news.table)

    async def check_database(self) -> None:
        """Do nothing: there is no database."""


def test_tables_can_be_followed_while_connections_break(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        here, there, heard = RedisFanout(redis.url), RedisFanout(redis.url), Heard()
        running = [asyncio.create_task(each.run(heard)) for each in (here, there)]
        async with asyncio.timeout(DEADLINE), RedisClient.from_url(redis.url) as client:
            following = asyncio.gather(*(_follow_and_leave(here, late) for late in range(LATEST)))
            for _ in range(BREAKS):
                while not here.is_connected:
                    await asyncio.sleep(0.01)
                await client.client_kill_filter(_type="pubsub")
                await asyncio.sleep(0.01)
            assert not following.done(), following.exception()
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following
            await asyncio.gather(*map(here.subscribe, TABLES))
            while not heard.tables.issuperset(TABLES):
                for table in TABLES:
                    there.publish(News(table, "there"))
                await asyncio.sleep(0.05)
        for each in running:
            each.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    asyncio.run(work())
    assert [entry.message for entry in caplog.records if entry.levelname == "ERROR"] == []


async def _follow_and_leave(fanout: RedisFanout, late: int) -> None:
    for table in cycle(TABLES[late::LATEST]):
        for _ in range(late):
            await asyncio.sleep(0)
        await fanout.subscribe(table)
        await fanout.unsubscribe(table)
        await asyncio.sleep(0)
