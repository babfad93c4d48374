"""Opens databases for as long as a test needs them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

from tenback.protocol import Chatted
from tenback.server.step import Step
from tenback.server.store import (
    Database,
    Log,
    NewTable,
    Patience,
    People,
    Person,
    StorageUnavailable,
    TableRow,
    Tables,
    hash_of,
    new_id,
)
from tenback.server.store.database import USUAL

T = TypeVar("T")

SHORT = Patience(connecting=0.5, answering=0.5, altogether=1.0)
"""So short that on a busy machine a working database may seem to be gone: see `answered`."""
PROMPT = 60.0
"""Seconds that even a busy machine does not exceed for what takes an idle one half a second."""


@asynccontextmanager
async def opened(url: str, patience: Patience = USUAL) -> AsyncIterator[Database]:
    """Yield a database with the current schema."""
    database = Database(url, patience)
    try:
        await database.migrate()
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def logging(database: Database) -> AsyncIterator[Log]:
    """Yield a log, and close it afterwards."""
    log = Log(database)
    try:
        yield log
    finally:
        await log.close()


async def answered(ask: Callable[[], Awaitable[T]]) -> T:
    """Repeat a query to a working database until it answers."""
    async with asyncio.timeout(PROMPT):
        while True:
            try:
                return await ask()
            except StorageUnavailable:
                await asyncio.sleep(0.05)


def step(number: int, text: str = "", *, by: str | None = None) -> Step:
    return Step(number, 1000 + number, by, None, (Chatted(None, "Anna", text),))


async def person(database: Database, name: str = "Anna") -> Person:
    return await People(database).add_guest(Person.guest(name, 1), hash_of(new_id()))


async def table(
    database: Database,
    host: str,
    *,
    at: int = 1,
    is_public: bool = True,
    first: Sequence[Step] = (),
    name: str | None = None,
) -> TableRow:
    new = NewTable(
        id=new_id() if name is None else name,
        host=host,
        is_public=is_public,
        edition="classic",
        seats=3,
        taken=1,
        created_at=at,
        rules_version=1,
        record_version=1,
    )
    return await Tables(database).create(new, first)
