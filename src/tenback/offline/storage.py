"""The storage of a browser's tables: steps as on a server, and a summary of each table.

Everything that crosses to JavaScript is text, so nothing has to be converted there.
"""

from typing import Protocol

import msgspec

from tenback.protocol.rest import OfflineTable
from tenback.rules import Refused
from tenback.server.errors import ServerCode
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
    """The same storage with values instead of text."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def read(self, table: str) -> StoredTable:
        """Return everything stored about a table."""
        return _table.decode(await self._storage.read(table))

    async def tables(self) -> list[OfflineTable]:
        """Return all tables, in no particular order."""
        return _tables.decode(await self._storage.tables())

    async def write(self, *changes: Change) -> bool:
        """Store all changes, or none if another page was faster."""
        try:
            return await self._storage.write(_encoder.encode(changes).decode())
        except Exception as error:  # Browsers' databases raise all sorts of errors.
            raise Refused(ServerCode.NOT_STORED) from error

    async def remove(self, tables: list[str]) -> None:
        """Delete tables."""
        await self._storage.remove(_encoder.encode(tables).decode())


_encoder = msgspec.json.Encoder()
_table = msgspec.json.Decoder(StoredTable)
_tables = msgspec.json.Decoder(list[OfflineTable])
