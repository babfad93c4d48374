"""The host's view of the server: figures, and people."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, Table, func, or_, select, text

from tenback.server.store.database import Database
from tenback.server.store.people import account_name
from tenback.server.store.schema import (
    DELETED,
    bans,
    entries,
    people,
    results,
    sessions,
    sitters,
    tables,
)
from tenback.server.store.tables import Phase

DAY = 24 * 60 * 60 * 1000
MOST_FOUND = 50
"""The most people listed. A host who sees this many should narrow the search."""


@dataclass(frozen=True, slots=True)
class ServerFigures:
    """The size and activity of the server."""

    guests: int
    accounts: int
    new_people_in_a_week: int
    banned: int
    sessions: int
    gathering: int
    playing: int
    over: int
    abandoned: int
    """Unfinished tables without a step for a week."""
    sittings_in_a_day: int
    sittings_in_a_week: int
    steps: int
    database_bytes: int


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A person as the host sees them."""

    id: str
    name: str
    account: str | None
    created_at: int
    ban: str | None
    """The reason for the ban, if they are banned."""


async def server_figures(database: Database, now: int) -> ServerFigures:
    """Return the figures of the whole database, all from one moment."""
    day, week = now - DAY, now - 7 * DAY
    is_alive = tables.c.phase != Phase.OVER.value
    sittings = func.count(results.c.table_id.distinct())
    last = select(func.max(entries.c.at)).where(entries.c.table_id == tables.c.id)
    async with database.long_transaction() as connection:

        async def count(table: Table, *where: ColumnElement[bool]) -> int:
            found = await connection.scalar(select(func.count()).select_from(table).where(*where))
            return found or 0

        async def phase(which: Phase) -> int:
            return await count(tables, tables.c.phase == which.value)

        async def scalar(query: Select[int]) -> int:
            return await connection.scalar(query) or 0

        size = (
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            if database.is_sqlite
            else "SELECT pg_database_size(current_database())"
        )
        return ServerFigures(
            guests=await count(people, people.c.account.is_(None), people.c.id != DELETED),
            accounts=await count(people, people.c.account.is_not(None)),
            new_people_in_a_week=await count(people, people.c.created_at >= week),
            banned=await count(bans),
            sessions=await count(sessions),
            gathering=await phase(Phase.GATHERING),
            playing=await phase(Phase.PLAYING),
            over=await phase(Phase.OVER),
            abandoned=await count(tables, is_alive, last.scalar_subquery() < week),
            sittings_in_a_day=await scalar(select(sittings).where(results.c.at >= day)),
            sittings_in_a_week=await scalar(select(sittings).where(results.c.at >= week)),
            steps=await count(entries),
            database_bytes=await connection.scalar(text(size)) or 0,
        )


async def find_people(database: Database, wanted: str) -> list[FoundPerson]:
    """Return people with this id, this account, or this text in their name, newest first."""
    is_wanted = or_(
        people.c.id == wanted,
        people.c.account == account_name(wanted),
        people.c.name.icontains(wanted, autoescape=True),
    )
    return await _found(database, _PEOPLE.where(is_wanted))


async def people_at(database: Database, table: str) -> list[FoundPerson]:
    """Return the people seated at a table, given its id or code."""
    is_it = or_(tables.c.id == table, tables.c.code == table.upper())
    seated = select(sitters.c.person_id).join(tables, tables.c.id == sitters.c.table_id)
    return await _found(database, _PEOPLE.where(people.c.id.in_(seated.where(is_it))))


async def person_named(database: Database, text: str) -> FoundPerson | None:
    """Return the person with this id, or else with this account."""
    found = await _found(database, _PEOPLE.where(people.c.id == text))
    if not found:
        found = await _found(database, _PEOPLE.where(people.c.account == account_name(text)))
    return found[0] if found else None


_PEOPLE = (
    select(people.c.id, people.c.name, people.c.account, people.c.created_at, bans.c.reason)
    .outerjoin(bans, bans.c.person_id == people.c.id)
    .where(people.c.id != DELETED)
    .order_by(people.c.created_at.desc(), people.c.id)
    .limit(MOST_FOUND)
)


async def _found(
    database: Database, query: Select[str, str, str | None, int, str]
) -> list[FoundPerson]:
    async with database.reading() as connection:
        return [FoundPerson(*row) for row in await connection.execute(query)]
