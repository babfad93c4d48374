"""Announcements by the server's host. They come through the database and reach every client."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from tenback.protocol import Stop
from tenback.server.clock import Clock
from tenback.server.room_registry import RoomRegistry
from tenback.server.store import Notes, StorageError
from tenback.server.store.notes import SENT_AWAY, STOP

LOOKING = 5.0
"""Seconds between two checks."""
LASTING = 60_000
"""Milliseconds after the announced time at which an announcement expires."""


class Announcements:
    """Watches the database for announced stops, which all rooms show, and for banned people."""

    def __init__(self, notes: Notes, registry: RoomRegistry, clock: Clock) -> None:
        self._notes = notes
        self._registry = registry
        self._clock = clock
        self._sent_away: str | None = None

    async def run(self, on_sent_away: Callable[[], Awaitable[None]]) -> None:
        """Check repeatedly until cancelled. Calls `on_sent_away` when somebody has been banned."""
        while True:
            before = self._sent_away
            await self.look()
            if self._sent_away != before:
                await on_sent_away()
            await asyncio.sleep(LOOKING)

    async def look(self) -> None:
        """Check once, and pass on the current announcement."""
        try:
            notes = await self._notes.read()
        except StorageError:
            return
        self._sent_away, found = notes.get(SENT_AWAY), notes.get(STOP)
        stop = None if found is None else msgspec.json.decode(found, type=Stop)
        if stop is not None and stop.at + LASTING < self._clock.now():
            stop = None
        self._registry.announce(stop)
