"""Limits across all processes: every process counts the tries that it hears of."""

import asyncio

from tenback.server.store import Throttles
from tests.server.store.opening import opened

RATE, BURST = 0.1, 3
"""A try in ten seconds, and three at once."""


def test_tries_are_counted_over_all_processes_and_paid_off_with_time(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as here, opened(database_url) as there:
            workers = Throttles(here), Throttles(there)

            async def tries(now: int, key: str = "anna", count: int = 8) -> int:
                asked = (
                    workers[number % 2].take(key, now, rate=RATE, burst=BURST)
                    for number in range(count)
                )
                return sum(await asyncio.gather(*asked))

            assert await tries(0) == BURST
            assert await tries(1, "ben") == BURST
            assert await tries(9_999) == 0
            assert await tries(10_000) == 1
            assert await tries(60_000) == BURST
            await workers[0].forget("anna")
            assert await tries(60_000) == BURST

    asyncio.run(scene())
