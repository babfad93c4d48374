"""Removes old data: guests who do not return, abandoned tables, old chat.

    guests       without an account, not seen for a while: deleted as if they had asked for it
    tables       not over, and no step for a while: removed with their codes
    chat         at tables that are over, a while after it was written

Finished games stay: people come back for results, ratings and records.
A removed table leaves one last step, which takes the next number. A process that still has the
table open loses that number, reads on, and finds that the table is gone.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Select, and_, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert  # SQLite writes it the same way
from sqlalchemy.ext.asyncio import AsyncConnection

from tenback.protocol import Chatted, Forgotten
from tenback.server.step import decode_facts, encode_facts
from tenback.server.store.database import Database
from tenback.server.store.schema import (
    DELETED,
    day_sittings,
    entries,
    participants,
    people,
    sessions,
    sitters,
    tables,
)
from tenback.server.store.tables import ALIVE, Phase

T = TypeVar("T")

DAY = 24 * 60 * 60 * 1000
AT_ONCE = 50
"""Tables or steps changed in one transaction; people keep playing meanwhile."""


@dataclass(frozen=True, slots=True)
class Retention:
    """The number of days for which each kind of data is kept."""

    guests: int
    tables: int
    chat: int


@dataclass(frozen=True, slots=True)
class RemovedCounts:
    """How many items were removed, or would be."""

    guests: int
    tables: int
    chat: int


Erase = Callable[[str], Awaitable[object]]
"""Deletes a person and everything about them."""


async def count_old(database: Database, keep: Retention, now: int) -> RemovedCounts:
    """Return how much `tidy` would remove now."""
    async with database.long_transaction() as connection:

        async def count(query: Select[str] | Select[str, int, str]) -> int:
            found = select(func.count()).select_from(query.order_by(None).subquery())
            return await connection.scalar(found) or 0

        return RemovedCounts(
            guests=await count(_old_guests(now - keep.guests * DAY)),
            tables=await count(_abandoned(now - keep.tables * DAY)),
            chat=await count(_old_chat(now - keep.chat * DAY)),
        )


async def tidy(database: Database, keep: Retention, now: int, erase: Erase) -> RemovedCounts:
    """Remove data that is too old, and return how much it was."""
    tables_before, chat_before = now - keep.tables * DAY, now - keep.chat * DAY
    removed = chats = 0
    for names in _batches(await _first_column(database, _abandoned(tables_before))):
        async with database.writing() as connection:
            for table in names:
                removed += await _remove_table(connection, table, tables_before, now)
    for steps in _batches(await _rows(database, _old_chat(chat_before))):
        async with database.writing() as connection:
            for table, number, facts in steps:
                await _remove_chat(connection, table, number, facts)
        chats += len(steps)
    guests = await _first_column(database, _old_guests(now - keep.guests * DAY))
    for guest in guests:
        await erase(guest)
    return RemovedCounts(guests=len(guests), tables=removed, chat=chats)


def _old_guests(before: int) -> Select[str]:
    """Select guests who are old and whose sessions have not been used since."""
    used = select(sessions.c.person_id).where(
        sessions.c.person_id == people.c.id, sessions.c.used_at >= before
    )
    return select(people.c.id).where(
        people.c.account.is_(None),
        people.c.id != DELETED,
        people.c.created_at < before,
        ~used.exists(),
    )


def _abandoned(before: int) -> Select[str]:
    """Select unfinished tables whose last step is old."""
    last = select(func.max(entries.c.at)).where(entries.c.table_id == tables.c.id)
    is_alive = tables.c.phase.in_([phase.value for phase in ALIVE])
    return select(tables.c.id).where(
        is_alive, tables.c.created_at < before, last.scalar_subquery() < before
    )


def _old_chat(before: int) -> Select[str, int, str]:
    """Select the steps of finished tables with old chat."""
    return (
        select(entries.c.table_id, entries.c.number, entries.c.facts)
        .join(tables, tables.c.id == entries.c.table_id)
        .where(
            and_(tables.c.phase == Phase.OVER.value, tables.c.created_at < before),
            entries.c.at < before,
            entries.c.facts.contains('"type":"chatted"'),
        )
    )


async def _remove_table(connection: AsyncConnection, table: str, before: int, now: int) -> bool:
    """Remove a table unless somebody has returned to it. Return whether it was removed."""
    newest = select(func.max(entries.c.number), func.max(entries.c.at))
    number, at = (await connection.execute(newest.where(entries.c.table_id == table))).one()
    if number is None or at >= before:
        return False
    last = {
        "table_id": table,
        "number": number + 1,
        "at": now,
        "facts": encode_facts((Forgotten(None),)),
    }
    taken = insert(entries).values(last).on_conflict_do_nothing().returning(entries.c.number)
    if (await connection.execute(taken)).first() is None:
        return False
    is_before = (entries.c.table_id == table) & (entries.c.number <= number)
    await connection.execute(delete(entries).where(is_before))
    for rows in (sitters, day_sittings, participants):
        await connection.execute(delete(rows).where(rows.c.table_id == table))
    await connection.execute(delete(tables).where(tables.c.id == table))
    return True


async def _remove_chat(connection: AsyncConnection, table: str, number: int, facts: str) -> None:
    """Remove the chat from a step, and keep its other facts."""
    kept = tuple(fact for fact in decode_facts(facts) if not isinstance(fact, Chatted))
    change = update(entries).where(entries.c.table_id == table, entries.c.number == number)
    await connection.execute(change.values(facts=encode_facts(kept)))


async def _rows(database: Database, query: Select[str, int, str]) -> list[tuple[str, int, str]]:
    async with database.long_transaction() as connection:
        return [(table, number, facts) for table, number, facts in await connection.execute(query)]


async def _first_column(database: Database, query: Select[str]) -> list[str]:
    async with database.long_transaction() as connection:
        return list((await connection.execute(query)).scalars())


def _batches(all_of_them: Sequence[T]) -> Iterable[Sequence[T]]:
    return (all_of_them[at : at + AT_ONCE] for at in range(0, len(all_of_them), AT_ONCE))
