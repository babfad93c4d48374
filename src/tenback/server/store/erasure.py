"""Deletes a person and everything about them. Other people keep their tables.

    revoke ─▶ no session, no login      anonymize, table by table      the person's own rows
                                          │
            a finished table without other people is deleted; at any other the steps are rewritten,
            and one more step says so (`Forgotten`)

No lock is needed in the meantime. If the person's step is decided before a table forgets them, it
loses its number. If it is decided afterwards, it would have to name them among the participants,
which the database refuses once they are gone. An interrupted deletion is finished after a crash
(`unfinished_erasures`).
"""

import asyncio
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert  # SQLite writes it the same way
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tenback.protocol import Forgotten
from tenback.server.anonymization import anonymize
from tenback.server.step import Step, decode_facts, encode_facts
from tenback.server.store.database import Database, connect_sqlite
from tenback.server.store.days import knew_the_cards
from tenback.server.store.faults import StorageRefused, StorageUnavailable
from tenback.server.store.schema import (
    DELETED,
    analyses,
    day_sittings,
    duels,
    entries,
    offline_results,
    participants,
    people,
    ratings,
    results,
    sessions,
    sitters,
    tables,
    throttles,
)
from tenback.server.store.tables import Phase
from tenback.server.store.throttles import account_key, analysis_key, own_password_key, person_key

MOST_TRIES = 50
"""How often to retry when another process takes the next number, or the person plays on."""
CHECKPOINT_TRIES, CHECKPOINT_PAUSE = 20, 0.05
"""How often SQLite is asked to empty its write-ahead log, and seconds between tries."""

_NUMBER = select(func.max(entries.c.number)).where(entries.c.table_id == bindparam("table"))
_STEPS = select(entries).where(entries.c.table_id == bindparam("table")).order_by(entries.c.number)
_APPEND = insert(entries).on_conflict_do_nothing().returning(entries.c.number)
_REWRITE = (
    update(entries)
    .where(entries.c.table_id == bindparam("table"), entries.c.number == bindparam("at_number"))
    .values(by=bindparam("new_by"), request=bindparam("new_request"), facts=bindparam("new_facts"))
)


@dataclass(frozen=True, slots=True)
class ErasedPerson:
    """What changed for others when a person was deleted."""

    tables: tuple[str, ...]
    """Tables whose steps were rewritten or deleted. Processes that have them open must reload."""


async def revoke(database: Database, person: str, now: int) -> list[str] | None:
    """Lock a person out, and return the hashes of their ended sessions.

    Returns None if there is no such person.
    """
    leave = (
        update(people)
        .where(people.c.id == person, people.c.id != DELETED)
        .values(password=None, deleted_at=func.coalesce(people.c.deleted_at, now))
    )
    gone = delete(sessions).where(sessions.c.person_id == person).returning(sessions.c.secret_hash)
    async with database.writing() as connection:
        if (await connection.execute(leave)).rowcount == 0:
            return None
        return list((await connection.execute(gone)).scalars())


async def erase_person(database: Database, person: str, now: int) -> ErasedPerson | None:
    """Delete a person and everything about them. Returns None if there is no such person.

    Server processes find out when they check the database, unless they are told.
    """
    if await revoke(database, person, now) is None:
        return None
    changed: list[str] = []
    for _ in range(MOST_TRIES):
        changed += await _anonymize_tables(database, person, now)
        try:
            await _delete_person(database, person)
            break
        except StorageRefused as refused:  # A last step of theirs may have come in between.
            if not isinstance(refused.__cause__, IntegrityError):
                raise
    else:
        raise StorageUnavailable("a person keeps playing while being deleted")
    await overwrite_traces(database)
    return ErasedPerson(tuple(dict.fromkeys(changed)))


async def unfinished_erasures(database: Database) -> list[str]:
    """Return the people whose deletion was interrupted."""
    async with database.reading() as connection:
        found = select(people.c.id).where(people.c.deleted_at.is_not(None))
        return list((await connection.execute(found)).scalars())


async def overwrite_traces(database: Database) -> None:
    """Empty SQLite's write-ahead log of deleted data.

    `PRAGMA secure_delete` overwrites deleted rows in the file, but not what SQLite leaves behind
    where it moves rows within a page: `VACUUM` does. PostgreSQL has its own ways, which are not
    ours to change (VACUUM, archives of its log).
    """
    if database.is_sqlite:
        for _ in range(CHECKPOINT_TRIES):
            if await asyncio.to_thread(_truncate_log, database):
                break
            await asyncio.sleep(CHECKPOINT_PAUSE)


def _truncate_log(database: Database) -> bool:
    connection = connect_sqlite(database)
    try:
        is_busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.close()
    return not is_busy


async def _anonymize_tables(database: Database, person: str, now: int) -> list[str]:
    async with database.reading() as connection:
        account = await connection.scalar(select(people.c.account).where(people.c.id == person))
        found = select(participants.c.table_id).where(participants.c.person_id == person)
        named = list((await connection.execute(found)).scalars())
    for table in named:
        for _ in range(MOST_TRIES):
            if await _anonymize_table(database, table, person, account, now):
                break
        else:
            raise StorageUnavailable(f"table {table} is too busy to be rewritten")
    return named


async def _anonymize_table(
    database: Database, table: str, person: str, account: str | None, now: int
) -> bool:
    """Remove a person from one table. Return False if somebody else changed it meanwhile."""
    try:
        async with database.writing() as connection:
            return await _rewrite_table(connection, table, person, account, now)
    except StorageRefused as refused:
        if isinstance(refused.__cause__, IntegrityError):  # another person has come to the table
            return False
        raise


async def _rewrite_table(
    connection: AsyncConnection, table: str, person: str, account: str | None, now: int
) -> bool:
    at_table = {"table": table}
    others = select(participants.c.person_id).where(
        participants.c.table_id == table, participants.c.person_id != person
    )
    phase = await connection.scalar(select(tables.c.phase).where(tables.c.id == table))
    has_others = (await connection.execute(others.limit(1))).first() is not None
    if phase == Phase.OVER and not has_others:
        await _note_known_cards(connection, person)
        await _delete_table(connection, table)
        return True
    number = 1 + (await connection.scalar(_NUMBER, at_table) or 0)
    # First, because the process that stores this number is the only one to change the table.
    placeholder = Step(number, now, None, None, (Forgotten(None),))
    if (await connection.execute(_APPEND, _entry(table, placeholder))).first() is None:
        return False
    found = (await connection.execute(_STEPS, at_table)).all()[:-1]
    steps = [
        Step(row.number, row.at, row.by, row.request, decode_facts(row.facts)) for row in found
    ]
    rewritten, forgotten = anonymize(steps, person, account)
    last = Step(number, now, None, None, (forgotten,))
    changes = [
        new
        for old, new in zip([*steps, placeholder], [*rewritten, last], strict=True)
        if old != new
    ]
    if changes:
        await connection.execute(_REWRITE, [_changed(table, step) for step in changes])
    own = {"host_id": DELETED}
    await connection.execute(
        update(tables).where(tables.c.id == table, tables.c.host_id == person).values(own)
    )
    if forgotten.seat is not None and phase == Phase.GATHERING:
        left = {"taken": tables.c.taken - 1}
        await connection.execute(update(tables).where(tables.c.id == table).values(left))
    for rows in (sitters, participants):
        is_theirs = (rows.c.table_id == table) & (rows.c.person_id == person)
        await connection.execute(delete(rows).where(is_theirs))
    return True


async def _delete_table(connection: AsyncConnection, table: str) -> None:
    for rows in (entries, results, sitters, day_sittings, duels, participants, analyses):
        await connection.execute(delete(rows).where(rows.c.table_id == table))
    await connection.execute(delete(tables).where(tables.c.id == table))


async def _delete_person(database: Database, person: str) -> None:
    """Delete a person's rows. `DELETED` replaces them in rows that others share."""
    async with database.writing() as connection:
        account = await connection.scalar(select(people.c.account).where(people.c.id == person))
        await connection.execute(
            update(results).where(results.c.person_id == person).values(person_id=DELETED)
        )
        await _note_known_cards(connection, person)
        await connection.execute(delete(day_sittings).where(day_sittings.c.person_id == person))
        is_theirs = offline_results.c.person_id == person
        await connection.execute(delete(offline_results).where(is_theirs))
        for rows in (duels, ratings):
            await connection.execute(delete(rows).where(rows.c.player == person))
        keys = [person_key(person), own_password_key(person), analysis_key(person)]
        keys += [] if account is None else [account_key(account)]
        await connection.execute(delete(throttles).where(throttles.c.key.in_(keys)))
        await connection.execute(delete(people).where(people.c.id == person))


async def _note_known_cards(connection: AsyncConnection, person: str) -> None:
    """Keep games of days from counting in which a person knew the cards: `DELETED` always does."""
    is_theirs = day_sittings.c.person_id == person
    found = await connection.scalars(
        select(day_sittings.c.table_id).where(is_theirs, knew_the_cards())
    )
    known = found.all()
    named = select(day_sittings.c.table_id).where(day_sittings.c.person_id == DELETED)
    await connection.execute(
        update(day_sittings)
        .where(is_theirs, day_sittings.c.table_id.in_(known), day_sittings.c.table_id.not_in(named))
        .values(person_id=DELETED)
    )


def _entry(table: str, step: Step) -> dict[str, str | int | None]:
    return {
        "table_id": table,
        "number": step.number,
        "at": step.at,
        "by": step.by,
        "request": step.request,
        "facts": encode_facts(step.facts),
    }


def _changed(table: str, step: Step) -> dict[str, str | int | None]:
    return {
        "table": table,
        "at_number": step.number,
        "new_by": step.by,
        "new_request": step.request,
        "new_facts": encode_facts(step.facts),
    }
