"""The readiness of a process, checked at most once a second."""

import asyncio
from math import inf

from tenback.server.clock import Clock
from tenback.server.store import Database

REUSED_FOR = 1.0
"""Seconds for which an answer is reused. A check writes to disk, and anybody may ask."""


class Readiness:
    """Checks whether the database is up to date and can be written to."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._asking = asyncio.Lock()
        self._answered_at = -inf
        self._is_ready = False

    async def is_ready(self) -> bool:
        """Return whether the database accepted changes within the last second."""
        async with self._asking:
            if self._clock.monotonic() - self._answered_at > REUSED_FOR:
                self._is_ready = await self._database.is_ready()
                self._answered_at = self._clock.monotonic()
            return self._is_ready
