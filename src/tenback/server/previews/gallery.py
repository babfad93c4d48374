"""A cache of drawn pictures."""

import asyncio
from functools import lru_cache

from tenback.pictures import Board, Painter
from tenback.server.concurrency_limits import ConcurrencyLimit
from tenback.server.fair_queue import FairQueue, Requester

MOST_KEPT = 64
MOST_WAITING, MOST_OF_ADDRESS = 64, 8
"""The most pictures in progress: in all, and for one address."""


class Gallery:
    """Draws pictures one at a time and off the event loop, so that games never wait for them."""

    def __init__(self, painter: Painter | None = None) -> None:
        self._paint = lru_cache(MOST_KEPT)((painter or Painter()).png)
        self._limit = ConcurrencyLimit(MOST_WAITING, MOST_OF_ADDRESS)
        self._queue = FairQueue(1)

    async def picture(self, board: Board, address: str = "") -> bytes:
        """Return the picture of a board. Addresses take turns."""
        with self._limit.counting(address):
            await self._queue.enter(Requester(address))
            try:
                return await asyncio.to_thread(self._paint, board)
            finally:
                self._queue.leave()
