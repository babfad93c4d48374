"""Announces a stop of the server, as a host does."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import msgspec

from tenback.protocol import Stop
from tenback.server.store import Database, Notes
from tenback.server.store.notes import STOP


def announce(url: str, stop: Stop | None) -> None:
    """Announce a stop as `tenback admin announce` does."""

    async def write() -> None:
        database = Database(url)
        note = None if stop is None else msgspec.json.encode(stop).decode()
        await Notes(database).write(STOP, note)
        await database.close()

    with ThreadPoolExecutor(1) as beside:  # browser tests already run an event loop in this thread
        beside.submit(asyncio.run, write()).result()
