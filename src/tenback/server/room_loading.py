"""Loads rooms from the log, without holding up those that are open.

A table has up to 12,000 steps, which take a few tenths of a second to fold. So a few tables are
loaded at a time, slice by slice, while addresses take turns; and the steps count against a limit.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from tenback.notation.records import VERSION as RECORD_VERSION
from tenback.rules import Refused
from tenback.server.clock import Clock
from tenback.server.errors import ServerCode
from tenback.server.fair_queue import FairQueue, Requester
from tenback.server.rate_limits import RateLimiter
from tenback.server.room import RULES_VERSION, Room
from tenback.server.step import Step
from tenback.server.store import Log, StoredTable

AT_ONCE = 8
"""Tables loaded at a time. After a restart thousands are, and each query finds that many."""
SLICE = 50
"""Steps folded before others have their turn: less than a millisecond."""


class RoomLoader:
    """Loads rooms, a few at a time."""

    def __init__(self, log: Log, clock: Clock, limit: RateLimiter | None = None) -> None:
        self._log = log
        self._clock = clock
        self._limit = limit
        self._queue = FairQueue(AT_ONCE)

    async def load(self, table: str, address: str | None = None) -> Room:
        """Load a room for an address, or for the server itself. Refuse one of other versions."""
        async with self.turn(address):
            self.check(address)
            stored = await self._log.load(table)
            if stored is None or stored.steps[0].number != 1:  # a removed table has only its last
                raise Refused(ServerCode.NO_SUCH_TABLE, text=table)
            self.count(address, len(stored.steps))
            if not is_current(stored):
                raise Refused(ServerCode.OTHER_VERSION, text=table)
            return await folded(table, stored.steps)

    @asynccontextmanager
    async def turn(self, address: str | None) -> AsyncIterator[None]:
        """Wait for the address's turn to load a table."""
        await self._queue.enter(Requester(address or ""))
        try:
            yield
        finally:
            self._queue.leave()

    def check(self, address: str | None) -> None:
        """Refuse an address that has loaded too many steps."""
        if address is None or self._limit is None:
            return
        if not self._limit.has(address, self._clock.monotonic()):
            raise Refused(ServerCode.TOO_MANY)

    def count(self, address: str | None, steps: int) -> None:
        """Count steps that were read for an address. How many there are shows only then."""
        if address is not None and self._limit is not None:
            self._limit.owe(address, self._clock.monotonic(), steps)


def is_current(stored: StoredTable) -> bool:
    """Return whether a table follows today's rules and record format."""
    return (stored.rules_version, stored.record_version) == (RULES_VERSION, RECORD_VERSION)


async def folded(table: str, steps: Sequence[Step]) -> Room:
    """Return the room that steps lead to. Others have their turn in between."""
    room = Room(table)
    for step in steps:
        room.take(step)
        if step.number % SLICE == 0:
            await asyncio.sleep(0)
    return room
