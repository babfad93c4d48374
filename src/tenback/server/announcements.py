"""Announcements by the server's host. They come through the database and reach every client."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from tenback.protocol import Stop
from tenback.server.clock import Clock
from tenback.server.room_registry import RoomRegistry
from tenback.server.store import Notes, StorageError
from tenback.server.store.notes import PEOPLE_REMOVED, STOP

CHECK_INTERVAL = 5.0
"""Seconds between two checks."""
EXPIRES_AFTER = 60_000
"""Milliseconds after the announced time at which an announcement expires."""


class Announcements:
    """Watches the database for announced stops, which all rooms show, and for banned people."""

    def __init__(self, notes: Notes, registry: RoomRegistry, clock: Clock) -> None:
        self._notes = notes
        self._registry = registry
        self._clock = clock
        self._people_removed: str | None = None

    async def run(self, on_people_removed: Callable[[], Awaitable[None]]) -> None:
        """Check repeatedly until cancelled. Calls `on_people_removed` after bans and deletions."""
        while True:
            before = self._people_removed
            await self.check()
            if self._people_removed != before:
                await on_people_removed()
            await asyncio.sleep(CHECK_INTERVAL)

    async def check(self) -> None:
        """Check once, and pass on the current announcement."""
        try:
            notes = await self._notes.read()
        except StorageError:
            return
        self._people_removed, found = notes.get(PEOPLE_REMOVED), notes.get(STOP)
        stop = None if found is None else msgspec.json.decode(found, type=Stop)
        if stop is not None and stop.at + EXPIRES_AFTER < self._clock.now():
            stop = None
        self._registry.announce(stop)
