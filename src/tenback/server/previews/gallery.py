"""A cache of drawn pictures."""

import asyncio
from functools import lru_cache

from tenback.server.previews.boards import Board
from tenback.server.previews.drawing import Painter

MOST_KEPT = 64


class Gallery:
    """Draws pictures one at a time and off the event loop, so that games never wait for them."""

    def __init__(self, painter: Painter | None = None) -> None:
        self._paint = lru_cache(MOST_KEPT)((painter or Painter()).paint)
        self._is_free = asyncio.Lock()

    async def picture(self, board: Board) -> bytes:
        """Return the picture of a board."""
        async with self._is_free:
            return await asyncio.to_thread(self._paint, board)
