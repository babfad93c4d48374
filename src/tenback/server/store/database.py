"""The database: connections, transactions, migrations. SQLite or PostgreSQL, by its URL."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, nullcontext
from dataclasses import dataclass
from typing import Any

import asyncpg
from alembic.util import CommandError
from sqlalchemy import Connection, NullPool, case, event, text
from sqlalchemy.dialects.postgresql import insert  # SQLite writes it the same way
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tenback.rules import BadInput, Reason
from tenback.server.store.database_url import bad_database, make_folder, read_database_url
from tenback.server.store.faults import (
    StorageError,
    StorageRefused,
    raised_by_driver,
    translating,
)
from tenback.server.store.migrate import newest_version, upgrade
from tenback.server.store.schema import notes


@dataclass(frozen=True, slots=True)
class Patience:
    """Timeouts in seconds. Players see nothing happen in that time."""

    connecting: float = 3.0
    answering: float = 5.0
    """For one statement. Ours take milliseconds, so a longer one is stuck."""
    altogether: float = 10.0
    """For a whole transaction."""


USUAL = Patience()
MIGRATING = 120.0
"""Seconds to wait for another process's migration."""
CONNECTIONS = 8
"""The most connections of one process, including the log's."""

PRAGMAS = (
    "PRAGMA synchronous = FULL",  # committed data survives a power cut
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # overwrites deleted rows, with a gap (docs/privacy.md)
    "PRAGMA wal_autocheckpoint = 4000",  # 16 MiB: each checkpoint stalls a commit for a while
    "PRAGMA cache_size = -16384",
)
"""Settings for every SQLite connection. The journal mode (WAL) is stored in the file itself."""

UNUSABLE = {
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CORRUPT,
}
"""SQLite errors for files that will never work."""

IS_WRITING = "tenback_is_writing"


class Database:
    """A database by its URL. Connections are made on demand, and again after they break.

    Use `reading` and `writing`, which turn every failure into a `StorageError`.
    """

    def __init__(self, url: str, patience: Patience = USUAL) -> None:
        self.url = read_database_url(url)
        self.patience = patience
        self.is_sqlite = self.url.drivername.startswith("sqlite")
        if self.is_sqlite:
            make_folder(self.url)
        self.engine = _engine(self.url, patience)
        self._turn = asyncio.Lock() if self.is_sqlite else None

    def writing_turn(self) -> asyncio.Lock | nullcontext[None]:
        """Return the lock that a writer holds during its transaction.

        SQLite allows one writer at a time. Writers of one process queue up here, because they would
        otherwise poll SQLite's lock with growing pauses.
        """
        return nullcontext() if self._turn is None else self._turn

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Provide a connection for reading; with SQLite, all reads see the same moment."""
        with translating():
            async with (
                asyncio.timeout(self.patience.altogether),
                self.engine.connect() as connection,
            ):
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Provide a connection in a transaction that is committed at the end, or rolled back."""
        with translating():
            async with (
                asyncio.timeout(self.patience.altogether),
                self.writing_turn(),
                self.engine.connect() as connection,
            ):
                await connection.execution_options(**{IS_WRITING: True})
                async with connection.begin():
                    yield connection

    @asynccontextmanager
    async def long_transaction(self, *, is_writing: bool = False) -> AsyncIterator[AsyncConnection]:
        """Provide a separate connection, in a transaction without time limits.

        Unless it writes, it sees the database as it was at one moment.
        """
        engine = _engine(self.url, None)
        options: dict[str, Any] = {IS_WRITING: is_writing}
        if not self.is_sqlite and not is_writing:
            options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        try:
            with translating():
                async with engine.connect() as connection:
                    await connection.execution_options(**options)
                    async with connection.begin():
                        yield connection
        finally:
            await engine.dispose()

    async def migrate(self) -> None:
        """Migrate the database to the current version. Several processes may do so at once."""
        engine = _engine(self.url, None)
        try:
            with translating():
                async with asyncio.timeout(MIGRATING):
                    await self._migrate(engine)
        except StorageError as fault:
            raise self._bad(fault.__cause__) or fault from fault.__cause__
        except CommandError:
            reason = Reason("it was made by a newer tenback")
            raise bad_database(self.url, reason) from None
        finally:
            await engine.dispose()

    async def _migrate(self, engine: AsyncEngine) -> None:
        if self.is_sqlite:
            assert self.url.database is not None
            await asyncio.to_thread(_write_ahead, self.url.database)
        async with engine.connect() as connection:
            await connection.execution_options(**{IS_WRITING: True})
            async with connection.begin():
                await connection.run_sync(upgrade)

    async def version(self) -> str | None:
        """Return the schema version of the database, or None if it has no schema yet."""
        try:
            async with self.reading() as connection:
                found = await connection.scalar(text("SELECT version_num FROM alembic_version"))
        except StorageRefused:
            return None
        return None if found is None else str(found)

    async def is_ready(self) -> bool:
        """Return whether the database is up to date and writable, by writing to it."""
        probe = insert(notes).values(key="probe", value="a")
        other = case((notes.c.value == "a", "b"), else_="a")
        change = probe.on_conflict_do_update(index_elements=[notes.c.key], set_={"value": other})
        try:
            if await self.version() != newest_version():
                return False
            async with self.writing() as connection:
                await connection.execute(change)
        except StorageError:
            return False
        return True

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()

    def _bad(self, error: BaseException | None) -> BadInput | None:
        """Return an error if the URL is at fault, or None."""
        told = None if error is None else raised_by_driver(error)
        code = getattr(told, "sqlite_errorcode", None)
        is_bad = isinstance(code, int) and code & 0xFF in UNUSABLE
        if is_bad or isinstance(
            told,
            asyncpg.InvalidAuthorizationSpecificationError
            | asyncpg.InvalidCatalogNameError
            | asyncpg.ClientConfigurationError,
        ):
            return bad_database(self.url, str(told))
        return None


def connect_sqlite(database: Database) -> sqlite3.Connection:
    """Open a SQLite file directly with the driver, for use from one thread at a time."""
    assert database.url.database is not None
    connection = sqlite3.connect(
        database.url.database,
        timeout=database.patience.answering,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=512,
    )
    for pragma in PRAGMAS:
        connection.execute(pragma)
    return connection


def _engine(url: URL, patience: Patience | None) -> AsyncEngine:
    """Return an engine. Without timeouts it is meant for migrations and other long work."""
    is_sqlite = url.drivername.startswith("sqlite")
    pool: dict[str, Any] = {"poolclass": NullPool}
    if patience is not None:
        pool = {
            "pool_size": CONNECTIONS // 2,
            "max_overflow": CONNECTIONS // 2,
            "pool_timeout": patience.connecting,
            "pool_pre_ping": not is_sqlite,
        }
    settings = _sqlite(patience) if is_sqlite else _postgres(patience)
    engine = create_async_engine(url, connect_args=settings, hide_parameters=True, **pool)
    if is_sqlite:
        _begin_by_hand(engine)
    return engine


def _sqlite(patience: Patience | None) -> dict[str, Any]:
    waiting = MIGRATING if patience is None else patience.answering
    return {"isolation_level": None, "timeout": waiting}


def _postgres(patience: Patience | None) -> dict[str, Any]:
    server = {"application_name": "tenback", "jit": "off"}
    if patience is None:
        return {"timeout": USUAL.connecting, "server_settings": server}
    server |= {
        "statement_timeout": str(int(patience.answering * 1000)),
        "idle_in_transaction_session_timeout": str(int(patience.altogether * 1000)),
    }
    return {
        "timeout": patience.connecting,
        "command_timeout": patience.answering,
        "server_settings": server,
    }


def _begin_by_hand(engine: AsyncEngine) -> None:
    """Begin SQLite transactions when SQLAlchemy does; the driver would wait for the first change.

    A writing transaction takes the write lock at once. Otherwise two that have both read would
    block each other.
    """

    def connected(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    def begun(connection: Connection) -> None:
        is_writing = connection.get_execution_options().get(IS_WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")

    event.listen(engine.sync_engine, "connect", connected)
    event.listen(engine.sync_engine, "begin", begun)


def _write_ahead(path: str) -> None:
    """Switch the file to a write-ahead log. SQLite does not wait while others do the same."""
    with closing(sqlite3.connect(path, timeout=MIGRATING)) as connection:
        for pause in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, None):
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if pause is None or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
                time.sleep(pause)
