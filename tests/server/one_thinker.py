"""A pool of bots that thinks in the process of the test."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple, TypeVar

from tenback.server.bot_pool import BotPool
from tenback.server.fair_queue import Priority

T = TypeVar("T")
Q = TypeVar("Q")


class Asked(NamedTuple):
    """A question that the pool was asked."""

    answer: Callable[[Any], Any]
    question: Any
    priority: Priority


class OneThinker(BotPool):
    """Thinks about one question at a time, until the test lets it finish."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[Asked] = []
        self.is_thinking = asyncio.Event()
        self.is_thinking.set()

    async def think(self, answer: Callable[[Q], T], question: Q) -> T:
        """Return the answer to a question."""
        return await asyncio.to_thread(answer, question)

    async def _ask_in(
        self,
        pool: ProcessPoolExecutor,
        answer: Callable[[Q], T],
        question: Q,
        priority: Priority,
    ) -> T:
        self.asked.append(Asked(answer, question, priority))
        try:
            await self.is_thinking.wait()
            return await self.think(answer, question)
        finally:
            self._queue.leave(priority)
