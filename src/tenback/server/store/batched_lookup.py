"""Lookups that share a query while they wait. After a restart, thousands come at once."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST_AT_ONCE = 500
"""Keys per query. SQLite and PostgreSQL accept thousands."""


class BatchedLookup(Generic[K, V]):
    """Looks up values by key, many keys per query."""

    def __init__(self, find: Callable[[Sequence[K]], Awaitable[Mapping[K, V]]]) -> None:
        self._find = find
        self._waiting: dict[K, asyncio.Future[V | None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def get(self, key: K) -> V | None:
        """Return the value for a key, or None. Errors of the query are raised here."""
        answer = self._waiting.get(key)
        if answer is None:
            answer = self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="look-ups")
        return await asyncio.shield(answer)

    async def _work(self) -> None:
        """Run queries until no lookup is waiting."""
        try:
            while self._waiting:
                await self._look_up()
        finally:
            self._task = None

    async def _look_up(self) -> None:
        keys = list(self._waiting)[:MOST_AT_ONCE]
        answers = [self._waiting.pop(key) for key in keys]
        try:
            found = await self._find(keys)
        except Exception as error:
            for answer in answers:
                answer.set_exception(type(error)(*error.args))  # a traceback belongs to one task
                answer.exception()  # the caller may be gone
        else:
            for key, answer in zip(keys, answers, strict=True):
                answer.set_result(found.get(key))
