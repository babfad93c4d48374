"""Look-ups that wait share a query, and each gets its own answer."""

import asyncio
from collections.abc import Sequence

import pytest

from tenback.server.store import StorageUnavailable
from tenback.server.store.batched_lookup import MOST_AT_ONCE, BatchedLookup


class Numbers:
    """Knows the squares of even numbers, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.is_gone = False

    async def find(self, keys: Sequence[int]) -> dict[int, int]:
        self.asked.append(list(keys))
        await asyncio.sleep(0)
        if self.is_gone:
            raise StorageUnavailable("gone")
        return {key: key * key for key in keys if key % 2 == 0}


def test_what_waits_is_looked_up_together() -> None:
    numbers = Numbers()

    async def ask() -> list[int | None]:
        together = BatchedLookup(numbers.find)
        return await asyncio.gather(*(together.get(key) for key in (1, 2, 4, 2)))

    assert asyncio.run(ask()) == [None, 4, 16, 4]
    assert numbers.asked == [[1, 2, 4]]


def test_no_query_is_too_long() -> None:
    numbers = Numbers()

    async def ask() -> None:
        together = BatchedLookup(numbers.find)
        await asyncio.gather(*(together.get(key) for key in range(MOST_AT_ONCE + 1)))

    asyncio.run(ask())
    assert [len(keys) for keys in numbers.asked] == [MOST_AT_ONCE, 1]


def test_who_asks_during_a_query_gets_a_newer_answer() -> None:
    numbers = Numbers()

    async def ask() -> None:
        together = BatchedLookup(numbers.find)
        first = asyncio.create_task(together.get(2))
        while not numbers.asked:
            await asyncio.sleep(0)
        await asyncio.gather(first, together.get(2))

    asyncio.run(ask())
    assert numbers.asked == [[2], [2]]


def test_everybody_hears_of_a_failure_and_the_next_is_asked_again() -> None:
    numbers = Numbers()

    async def ask() -> None:
        together = BatchedLookup(numbers.find)
        numbers.is_gone = True
        answers = await asyncio.gather(together.get(2), together.get(4), return_exceptions=True)
        assert [type(answer) for answer in answers] == [StorageUnavailable, StorageUnavailable]
        assert answers[0] is not answers[1]
        numbers.is_gone = False
        assert await together.get(2) == 4

    asyncio.run(ask())


def test_who_goes_away_does_not_disturb_the_others() -> None:
    numbers = Numbers()

    async def ask() -> None:
        together = BatchedLookup(numbers.find)
        first, second = (asyncio.create_task(together.get(2)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        assert await second == 4
        with pytest.raises(asyncio.CancelledError):
            await first

    asyncio.run(ask())
