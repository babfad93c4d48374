"""Deletion of people: their data in the database, and in the memory of every process."""

import asyncio
import logging

from tenback.server.clock import Clock
from tenback.server.peers import Peers
from tenback.server.store import (
    Database,
    StorageError,
    erase_person,
    revoke,
    session_id,
    unfinished_erasures,
)

RETRY = 60.0
"""Seconds before retrying a deletion that the database interrupted."""

logger = logging.getLogger(__name__)


class PersonDeletion:
    """Deletes people while the server runs."""

    def __init__(self, database: Database, peers: Peers, clock: Clock) -> None:
        self._database = database
        self._peers = peers
        self._clock = clock

    async def erase(self, person: str) -> bool:
        """Delete a person and everything about them. Return whether they existed.

        Their sockets close first, so that nothing new arrives meanwhile.
        """
        now = self._clock.now()
        ended = await revoke(self._database, person, now)
        if ended is None:
            return False
        self._peers.sessions_ended([session_id(each) for each in ended])
        erased = await erase_person(self._database, person, now)
        await self._peers.tables_rewritten(() if erased is None else erased.tables)
        return True

    async def finish_interrupted(self) -> None:
        """Finish deletions that a crash has interrupted."""
        while True:
            try:
                for person in await unfinished_erasures(self._database):
                    await self.erase(person)
                return
            except StorageError as fault:
                logger.warning("deleting a person failed, will retry: %s", fault)
                await asyncio.sleep(RETRY)
