"""Removes old data once a day, if the host has switched that on."""

import asyncio
import logging

from tenback.server.clock import Clock
from tenback.server.person_deletion import PersonDeletion
from tenback.server.settings import Settings
from tenback.server.store import Database, Notes, StorageError
from tenback.server.store.notes import LAST_TIDIED
from tenback.server.store.retention import DAY, Retention, tidy

CHECK_INTERVAL = 600.0
"""Seconds between checks whether a day has passed."""

logger = logging.getLogger(__name__)


class Tidying:
    """Removes old data. Only one of several processes does it."""

    def __init__(
        self, database: Database, deletion: PersonDeletion, settings: Settings, clock: Clock
    ) -> None:
        self._database = database
        self._notes = Notes(database)
        self._deletion = deletion
        self._keep = retention_of(settings)
        self._is_wanted = settings.is_tidy
        self._clock = clock

    async def run(self) -> None:
        """Check repeatedly whether a day has passed, until cancelled."""
        while self._is_wanted:
            try:
                await self.tidy_if_due()
            except StorageError as fault:
                logger.warning("removing old data failed, will retry: %s", fault)
            await asyncio.sleep(CHECK_INTERVAL)

    async def tidy_if_due(self) -> bool:
        """Remove old data, unless that was done within a day. Return whether it was done."""
        now = self._clock.now()
        before = (await self._notes.read()).get(LAST_TIDIED)
        if before is not None and int(before) > now - DAY:
            return False
        if not await self._notes.claim(LAST_TIDIED, str(now), before):
            return False
        await tidy(self._database, self._keep, now, self._deletion.erase)
        return True


def retention_of(settings: Settings) -> Retention:
    """Return the retention periods in the settings."""
    return Retention(settings.keep_guests, settings.keep_tables, settings.keep_chat)
