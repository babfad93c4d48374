"""The log: the numbered steps of all tables, stored by compare-and-append.

    append ─▶ waiting ─▶ one transaction for all that wait ─▶ answers
                  ▲                   │
                  └─── new ones wait ─┘ while it is under way

A number is stored once; a second step with the same number is refused. No lock is held, and nobody
gets `True` before the step is on disk.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass

from msgspec import Struct
from sqlalchemy import Row as Entry
from sqlalchemy import bindparam, func, select

from tenback.server.step import Step, decode_facts
from tenback.server.store.batch_writer import writer_for
from tenback.server.store.batched_lookup import BatchedLookup
from tenback.server.store.changes import Duel, SideEffect, StepWrite
from tenback.server.store.database import Database
from tenback.server.store.faults import (
    StorageError,
    StorageNotWritable,
    StorageRefused,
    StorageUnavailable,
)
from tenback.server.store.schema import entries, tables

MOST_AT_ONCE = 250
"""Steps per transaction: enough to share its cost, few enough that nobody waits long."""
GATHERING, ENOUGH = 0.015, 24
"""Seconds between transactions, unless so many steps are waiting.

A transaction costs as much processor time as three steps, so while many people play, they share
one.
"""
MOST_WAITING = 10_000
"""The most waiting steps: several seconds of work, so more would be too late anyway."""
PAGE = 250
"""Steps of a table per query: most games have fewer, and long ones must not hold up others."""
MOST_NAMED = 500
"""The most tables per query."""

_READ = (
    select(entries)
    .where(entries.c.table_id == bindparam("table"), entries.c.number > bindparam("after"))
    .order_by(entries.c.number)
)
_BEGINNINGS = (
    select(entries, tables.c.rules_version, tables.c.record_version)
    .outerjoin(tables, tables.c.id == entries.c.table_id)
    .where(entries.c.table_id.in_(bindparam("tables", expanding=True)), entries.c.number <= PAGE)
    .order_by(entries.c.table_id, entries.c.number)
)
_LAST = select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.id)
_NEWEST = select(tables.c.id, _LAST.scalar_subquery()).where(
    tables.c.id.in_(bindparam("tables", expanding=True))
)


_Entry = Entry[*tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class StoredTable:
    """The steps of a table, and the versions under which it began."""

    steps: list[Step]
    rules_version: int
    record_version: int


class _Waiting(Struct, frozen=True, eq=False):
    write: StepWrite
    answer: asyncio.Future[bool]

    @property
    def place(self) -> tuple[str, int]:
        """The table and the number that the step asks for."""
        return self.write.table, self.write.step.number


class Log:
    """The steps of all tables. Each process has one log, with a connection of its own.

    The steps of a table build on one another: append the next one after the answer to the last.
    """

    def __init__(
        self, database: Database, on_stored: Callable[[int, float], None] = lambda *_: None
    ) -> None:
        self._database = database
        self._on_stored = on_stored
        """Called with the number of steps that a transaction stored, and the seconds it took."""
        self._writer = writer_for(database)
        self._beginning = BatchedLookup(self._read_beginnings)
        self._waiting: deque[_Waiting] = deque()
        self._task: asyncio.Task[None] | None = None
        self._is_enough = asyncio.Event()
        """Set when the next transaction need not wait any longer."""
        self._is_closed = False
        self.transactions = 0
        """The number of transactions tried."""
        self.stored = 0
        """The number of steps stored."""

    @property
    def waiting(self) -> int:
        """The number of steps waiting to be stored."""
        return len(self._waiting)

    async def append(
        self,
        table: str,
        step: Step,
        side_effects: Sequence[SideEffect] = (),
        duel: Duel | None = None,
    ) -> bool:
        """Store a step and its side effects. Return False if its number is taken.

        After `StorageUnavailable` it may or may not be stored: append it again, or read, to find
        out. After `StorageRefused` it is not stored.
        """
        if self._is_closed or len(self._waiting) >= MOST_WAITING:
            raise StorageUnavailable(
                "the log is closed" if self._is_closed else "too many steps wait"
            )
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(StepWrite(table, step, side_effects, duel), answer))
        if len(self._waiting) == ENOUGH:
            self._is_enough.set()
        if self._task is None:
            self._task = asyncio.create_task(self._write(), name="log")
        return await answer

    async def load(self, table: str) -> StoredTable | None:
        """Return everything stored about a table, or None."""
        found = await self._beginning.get(table)
        if not found:
            return None
        steps = [_step(row) for row in found]
        while len(steps) % PAGE == 0:
            more = await self._read(table, steps[-1].number, PAGE)
            if not more:
                break
            if more[0].number != steps[-1].number + 1:  # The table has been removed meanwhile.
                return None
            steps += more
        return StoredTable(steps, found[0].rules_version, found[0].record_version)

    async def read(self, table: str, after: int = 0) -> list[Step]:
        """Return the steps of a table after a number, in order."""
        return await self._read(table, after, None)

    async def _read(self, table: str, after: int, most: int | None) -> list[Step]:
        async with self._database.reading() as connection:
            found = await connection.execute(_READ.limit(most), {"table": table, "after": after})
            return [_step(row) for row in found]

    async def _read_beginnings(self, tables: Sequence[str]) -> dict[str, list[_Entry]]:
        beginnings: dict[str, list[_Entry]] = {table: [] for table in tables}
        async with self._database.reading() as connection:
            for row in await connection.execute(_BEGINNINGS, {"tables": list(tables)}):
                beginnings[row.table_id].append(row)
        return beginnings

    async def newest(self, tables: Collection[str]) -> dict[str, int]:
        """Return the newest step number of each of these tables that has steps."""
        numbers: dict[str, int] = {}
        named = list(tables)
        async with self._database.reading() as connection:
            for start in range(0, len(named), MOST_NAMED):
                batch = {"tables": named[start : start + MOST_NAMED]}
                for table, number in await connection.execute(_NEWEST, batch):
                    if number is not None:
                        numbers[table] = number
        return numbers

    async def close(self) -> None:
        """Refuse further steps, wait for the current ones, and close the connection."""
        self._is_closed = True
        self._is_enough.set()
        if self._task is not None:
            await self._task
        await self._writer.close()

    async def _write(self) -> None:
        """Store batches until no step is waiting."""
        now = asyncio.get_running_loop().time
        try:
            while self._waiting:
                began = now()
                await self._store(self._next())
                await self._gather(began + GATHERING)
        finally:
            self._task = None

    async def _gather(self, until: float) -> None:
        """Wait until enough steps are waiting, or until the given time."""
        if len(self._waiting) >= ENOUGH or self._is_closed:
            return
        self._is_enough.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await self._is_enough.wait()

    def _next(self) -> list[_Waiting]:
        """Take the next batch, sorted so that no two processes block each other.

        If the batch already has a step with the same number, the later one keeps waiting for what
        becomes of the first.
        """
        batch: dict[tuple[str, int], _Waiting] = {}
        later: list[_Waiting] = []
        while self._waiting and len(batch) < MOST_AT_ONCE:
            one = self._waiting.popleft()
            if one.answer.done():  # answered already, or the caller is gone
                continue
            if one.place in batch:
                later.append(one)
            else:
                batch[one.place] = one
        self._waiting.extendleft(reversed(later))
        return [batch[place] for place in sorted(batch)]

    async def _store(self, batch: list[_Waiting]) -> None:
        """Store a batch. If a single step is at fault, store the others without it."""
        if not batch:
            return
        self.transactions += 1
        now = asyncio.get_running_loop().time
        began = now()
        try:
            stored = await self._writer.store([one.write for one in batch])
        except StorageRefused as refused:
            if len(batch) == 1 or isinstance(refused, StorageNotWritable):
                _fail(batch, refused)
            else:
                await self._store(batch[: len(batch) // 2])
                await self._store(batch[len(batch) // 2 :])
        except StorageUnavailable as gone:
            _fail([*batch, *self._waiting], gone)
            self._waiting.clear()
        except BaseException as error:  # our own bug, or the process is ending
            _fail([*batch, *self._waiting], StorageUnavailable(repr(error)))
            self._waiting.clear()
            raise
        else:
            count = sum(stored)
            self.stored += count
            self._on_stored(count, now() - began)
            for one, is_new in zip(batch, stored, strict=True):
                if not one.answer.done():
                    one.answer.set_result(is_new)
            self._refuse_late(batch)

    def _refuse_late(self, batch: Collection[_Waiting]) -> None:
        """Answer the steps that wait for a number which is taken now. The database need not say so.

        They are common where a game begins: everybody names their number at once. A single one in
        a transaction would make it insert all its steps one by one.
        """
        taken = {one.place for one in batch}
        for one in self._waiting:
            if one.place in taken and not one.answer.done():
                one.answer.set_result(False)


def _fail(waiting: Collection[_Waiting], fault: StorageError) -> None:
    """Fail all waiting steps, each with its own exception: a traceback belongs to one task."""
    for one in waiting:
        if not one.answer.done():
            error = type(fault)(*fault.args)
            error.__cause__ = fault.__cause__
            one.answer.set_exception(error)


def _step(entry: _Entry) -> Step:
    return Step(entry.number, entry.at, entry.by, entry.request, decode_facts(entry.facts))
