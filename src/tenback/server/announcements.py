"""What the host announces by way of the database: every process tells it to those it serves."""

import asyncio

import msgspec

from tenback.protocol import Stop
from tenback.server.clock import Clock
from tenback.server.room_registry import RoomRegistry
from tenback.server.store import Notes, StorageError
from tenback.server.store.notes import STOP

LOOKING = 5.0
"""Seconds between two looks."""
LASTING = 60_000
"""Milliseconds after the announced moment: by then the server has stopped, or does not."""


class Announcements:
    """Looks for an announced stop, and has all rooms tell it."""

    def __init__(self, notes: Notes, registry: RoomRegistry, clock: Clock) -> None:
        self._notes = notes
        self._registry = registry
        self._clock = clock

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(LOOKING)

    async def look(self) -> None:
        """Tell what is announced now."""
        try:
            found = (await self._notes.read()).get(STOP)
        except StorageError:
            return
        stop = None if found is None else msgspec.json.decode(found, type=Stop)
        if stop is not None and stop.at + LASTING < self._clock.now():
            stop = None
        self._registry.announce(stop)
