"""Writers that store a batch of steps in one transaction, directly through the drivers.

This is the hot path. With SQLAlchemy, every statement of a SQLite transaction goes to a thread and
back, which costs the event loop ten times as much as handing over the whole (60 µs). Usually no
number is taken and nothing else changes, and then a single statement does it all.
"""

import asyncio
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from sqlalchemy import Dialect
from sqlalchemy.ext.asyncio import AsyncConnection

from tenback.server.step import encode_facts
from tenback.server.store.changes import Duel, SideEffect, Statement, StepWrite
from tenback.server.store.database import Database, connect_sqlite
from tenback.server.store.duels import lock_players, rate_duels
from tenback.server.store.faults import MISTAKES, StorageRefused, translating


class Writer(Protocol):
    """Stores batches over its own connection, which it reopens after a failure."""

    async def store(self, writes: Sequence[StepWrite]) -> list[bool]:
        """Store new steps in one transaction. Return for each step whether it was stored."""
        ...

    async def close(self) -> None:
        """Close the connection."""
        ...


def writer_for(database: Database) -> Writer:
    """Return the writer for this kind of database."""
    return SqliteWriter(database) if database.is_sqlite else PostgresWriter(database)


@dataclass(frozen=True, slots=True)
class CompiledStatement:
    """A compiled SQL statement: its parameter names, and the values it already contains."""

    text: str
    names: tuple[str, ...]
    own: Mapping[str, Any]

    def values(self, given: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the parameter values for one execution, in order."""
        return tuple(given[name] if name in given else self.own[name] for name in self.names)


class StatementCache:
    """Statements compiled for one driver, each only once."""

    MOST = 256
    """More than we have. Statements built on the fly must not pile up."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._known: dict[Statement, CompiledStatement] = {}

    def grouped(
        self, changes: Iterable[Sequence[SideEffect]]
    ) -> list[tuple[str, list[tuple[Any, ...]]]]:
        """Group the executions of each statement, keeping the order within each step."""
        groups: list[tuple[Statement, list[tuple[Any, ...]]]] = []
        for side_effects in changes:
            first = 0
            for one in side_effects:
                values = self.of(one.statement).values(one.values)
                following = range(first, len(groups))
                first = next(
                    (at for at in following if groups[at][0] is one.statement), len(groups)
                )
                if first == len(groups):
                    groups.append((one.statement, []))
                groups[first][1].append(values)
        return [(self.of(statement).text, rows) for statement, rows in groups]

    def of(self, statement: Statement) -> CompiledStatement:
        """Return the compiled form of a statement."""
        known = self._known.get(statement)
        if known is None:
            compiled = statement.compile(dialect=self._dialect)
            own = {n: v for n, v in compiled.params.items() if not compiled.binds[n].required}
            known = CompiledStatement(str(compiled), tuple(compiled.positiontup or ()), own)
            if len(self._known) >= self.MOST:
                self._known.clear()
            self._known[statement] = known
        return known


@contextmanager
def _judging() -> Iterator[None]:
    """Treat values that no driver can send as refused, since the database is not at fault."""
    try:
        with translating():
            yield
    except (LookupError, TypeError, ValueError, OverflowError) as error:
        raise StorageRefused(f"{type(error).__name__} in the values of a step") from error


class SqliteWriter:
    """Stores batches in SQLite, each transaction as a whole in a separate thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = StatementCache(database.engine.dialect)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="log")
        self._connection: sqlite3.Connection | None = None

    async def store(self, writes: Sequence[StepWrite]) -> list[bool]:
        """Store new steps in one transaction. Return for each step whether it was stored."""
        loop = asyncio.get_running_loop()
        with _judging():
            async with self._database.writing_turn():
                return await loop.run_in_executor(self._thread, self._store, writes)

    async def close(self) -> None:
        """Close the connection and end the thread."""
        loop = asyncio.get_running_loop()
        with translating():
            await loop.run_in_executor(self._thread, self._disconnect)
        self._thread.shutdown()

    def _store(self, writes: Sequence[StepWrite]) -> list[bool]:
        if self._connection is None:
            self._connection = connect_sqlite(self._database)
        try:
            return self._transact(self._connection, writes)
        except BaseException:
            self._disconnect()  # This also rolls the transaction back.
            raise

    def _transact(self, connection: sqlite3.Connection, writes: Sequence[StepWrite]) -> list[bool]:
        """Insert all steps at once. If a number is taken, insert them one by one instead."""
        is_alone = all(write.is_alone for write in writes)  # a single statement is a transaction
        try:
            if not is_alone:
                connection.execute("BEGIN IMMEDIATE")
            connection.execute(_insert(len(writes)), [v for w in writes for v in _values(w)])
            stored = [True] * len(writes)
        except sqlite3.IntegrityError:
            if is_alone:
                connection.execute("BEGIN IMMEDIATE")
            one = _insert(1) + " ON CONFLICT DO NOTHING"
            stored = [connection.execute(one, _values(w)).rowcount == 1 for w in writes]
            is_alone = False
        self._change(connection, _side_effects(writes, stored))
        if duels := _duels(writes, stored):
            known = [self._fetch(connection, one) for one in lock_players(duels)]
            self._change(connection, [rate_duels(duels, known)])
        if not is_alone:
            connection.execute("COMMIT")
        return stored

    def _change(
        self, connection: sqlite3.Connection, changes: Iterable[Sequence[SideEffect]]
    ) -> None:
        for compiled, rows in self._statements.grouped(changes):
            connection.executemany(compiled, rows)

    def _fetch(self, connection: sqlite3.Connection, one: SideEffect) -> Any:
        compiled = self._statements.of(one.statement)
        return connection.execute(compiled.text, compiled.values(one.values)).fetchone()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class PostgresWriter:
    """Stores batches in PostgreSQL through asyncpg, over a connection of its own."""

    INSERT = (
        "INSERT INTO entries (table_id, number, at, by, request, facts) "
        "SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::text[],"
        " $6::text[]) ON CONFLICT DO NOTHING RETURNING table_id, number"
    )

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = StatementCache(database.engine.dialect)
        self._connection: AsyncConnection | None = None
        self._driver: Any = None  # asyncpg has no types

    async def store(self, writes: Sequence[StepWrite]) -> list[bool]:
        """Store new steps in one transaction. Return for each step whether it was stored."""
        with _judging():
            try:
                driver = await self._connected()
                async with asyncio.timeout(self._database.patience.answering):
                    return await self._transact(driver, writes)
            except MISTAKES:
                raise  # rolled back; the connection is still good
            except BaseException:
                await self._disconnect()
                raise

    async def close(self) -> None:
        """Close the connection."""
        with translating():
            await self._disconnect()

    async def _transact(self, driver: Any, writes: Sequence[StepWrite]) -> list[bool]:
        if all(write.is_alone for write in writes):  # a single statement is a transaction
            return await self._insert(driver, writes)
        await driver.execute("BEGIN")
        try:
            stored = await self._insert(driver, writes)
            await self._change(driver, _side_effects(writes, stored))
            if duels := _duels(writes, stored):  # last, to hold contested rows only briefly
                known = [await self._fetch(driver, one) for one in lock_players(duels)]
                await self._change(driver, [rate_duels(duels, known)])
        except MISTAKES:
            await driver.execute("ROLLBACK")
            raise
        await driver.execute("COMMIT")
        return stored

    async def _change(self, driver: Any, changes: Iterable[Sequence[SideEffect]]) -> None:
        for compiled, rows in self._statements.grouped(changes):
            await driver.executemany(compiled, rows)

    async def _fetch(self, driver: Any, one: SideEffect) -> Any:
        compiled = self._statements.of(one.statement)
        return await driver.fetchrow(compiled.text, *compiled.values(one.values))

    async def _insert(self, driver: Any, writes: Sequence[StepWrite]) -> list[bool]:
        columns = zip(*(_values(write) for write in writes), strict=True)
        found = await driver.fetch(self.INSERT, *columns)
        if len(found) == len(writes):
            return [True] * len(writes)
        ours = {(table, number) for table, number in found}
        return [(write.table, write.step.number) in ours for write in writes]

    async def _connected(self) -> Any:
        """Return the driver's connection, reconnecting if it is closed."""
        if self._driver is not None and self._driver.is_closed():
            await self._disconnect()
        if self._connection is None:
            self._connection = await self._database.engine.connect()
            raw = await self._connection.get_raw_connection()
            self._driver = raw.driver_connection
        return self._driver

    async def _disconnect(self) -> None:
        connection, driver = self._connection, self._driver
        self._connection = self._driver = None
        if connection is not None:
            driver.terminate()
            await connection.invalidate()
            await connection.close()


def _values(write: StepWrite) -> tuple[str | int | None, ...]:
    step = write.step
    facts = encode_facts(step.facts)
    return write.table, step.number, step.at, step.by, step.request, facts


def _side_effects(
    writes: Sequence[StepWrite], stored: Sequence[bool]
) -> Iterable[Sequence[SideEffect]]:
    return (write.side_effects for write, is_new in zip(writes, stored, strict=True) if is_new)


def _duels(writes: Sequence[StepWrite], stored: Sequence[bool]) -> list[Duel]:
    ended = zip(writes, stored, strict=True)
    return [write.duel for write, is_new in ended if is_new and write.duel is not None]


@cache
def _insert(count: int) -> str:
    rows = ", ".join(["(?, ?, ?, ?, ?, ?)"] * count)
    return f"INSERT INTO entries (table_id, number, at, by, request, facts) VALUES {rows}"
