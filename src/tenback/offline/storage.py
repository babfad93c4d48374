"""The storage of a browser's tables: steps as on a server, and a summary of each table.

Everything that crosses to JavaScript is text, so nothing has to be converted there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import msgspec

from tenback.offline.errors import OfflineCode
from tenback.protocol.rest import OfflineTable
from tenback.rules import Refused
from tenback.server.step import Step


class StoredTable(msgspec.Struct, frozen=True):
    """A table as read from storage: its summary and all its steps."""

    about: OfflineTable | None
    steps: list[Step]


class Change(msgspec.Struct, frozen=True):
    """A change to one table: its new steps, and its summary after them."""

    about: OfflineTable
    steps: list[Step]


class Storage(Protocol):
    """The browser's database (web/src/offline/storage.ts)."""

    async def read(self, table: str) -> str:
        """Return a table, a `StoredTable` as JSON."""

    async def tables(self) -> str:
        """Return all tables as JSON, a list of `OfflineTable`."""

    async def write(self, changes: str) -> bool:
        """Store all changes, a list of `Change` as JSON, or none if a step's number is taken."""

    async def remove(self, tables: str) -> None:
        """Delete tables, given as a JSON list of ids."""


class TableStorage:
    """The same storage with values instead of text. Whatever fails in it is refused."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def read(self, table: str) -> StoredTable:
        """Return everything stored about a table."""
        with _refusing():
            return _table.decode(await self._storage.read(table))

    async def tables(self) -> list[OfflineTable]:
        """Return all tables, in no particular order."""
        with _refusing():
            return _tables.decode(await self._storage.tables())

    async def write(self, *changes: Change) -> bool:
        """Store all changes, or none if another page was faster."""
        with _refusing():
            return await self._storage.write(_encoder.encode(changes).decode())

    async def remove(self, tables: list[str]) -> None:
        """Delete tables."""
        with _refusing():
            await self._storage.remove(_encoder.encode(tables).decode())


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except Exception as error:  # Browsers' databases raise all sorts of errors.
        raise Refused(OfflineCode.NO_STORAGE) from error


_encoder = msgspec.json.Encoder()
_table = msgspec.json.Decoder(StoredTable)
_tables = msgspec.json.Decoder(list[OfflineTable])
