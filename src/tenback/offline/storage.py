"""Where the tables of a browser are kept: steps as on a server, and a line about each table.

Everything that crosses to JavaScript is text, so nothing has to be converted there.
"""

from typing import Protocol

import msgspec

from tenback.protocol.rest import OfflineTable
from tenback.rules import Refused
from tenback.server.errors import ServerCode
from tenback.server.step import Step


class StoredTable(msgspec.Struct, frozen=True):
    """A table as it is read: what it is, and all its steps."""

    about: OfflineTable | None
    steps: list[Step]


class Change(msgspec.Struct, frozen=True):
    """What is stored of a table at once: the steps that are new, and what it is after them."""

    about: OfflineTable
    steps: list[Step]


class Storage(Protocol):
    """The browser's database (web/src/offline/storage.ts)."""

    async def read(self, table: str) -> str:
        """Return a `StoredTable` as JSON."""

    async def tables(self) -> str:
        """Return all tables as JSON, a list of `OfflineTable`."""

    async def write(self, changes: str) -> bool:
        """Store all changes, a list of `Change` as JSON, or none if a step's number is taken."""

    async def remove(self, tables: str) -> None:
        """Forget tables: a list of ids as JSON."""


class TableStorage:
    """The same with values instead of text."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def read(self, table: str) -> StoredTable:
        """Return what is stored of a table."""
        return _table.decode(await self._storage.read(table))

    async def tables(self) -> list[OfflineTable]:
        """Return all tables, in no order."""
        return _tables.decode(await self._storage.tables())

    async def write(self, *changes: Change) -> bool:
        """Store all changes, or none if another page was faster."""
        try:
            return await self._storage.write(_encoder.encode(changes).decode())
        except Exception as error:  # whatever a browser's database complains about
            raise Refused(ServerCode.NOT_STORED) from error

    async def remove(self, tables: list[str]) -> None:
        """Forget tables."""
        await self._storage.remove(_encoder.encode(tables).decode())


_encoder = msgspec.json.Encoder()
_table = msgspec.json.Decoder(StoredTable)
_tables = msgspec.json.Decoder(list[OfflineTable])
