"""Tables as the lobby sees them: their settings, phase and players.

The log of a table is the truth. The rows here are for searching, and change together with the
steps: `table_changed`, `seat_taken` and `seat_left` go with `Log.append`.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Row as Found
from sqlalchemy import Select, bindparam, case, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert  # SQLite writes it the same way

from tenback.server.step import Step, encode_facts
from tenback.server.store.changes import SideEffect
from tenback.server.store.database import Database
from tenback.server.store.faults import StorageUnavailable
from tenback.server.store.ids import new_code
from tenback.server.store.schema import entries, participants, sitters, tables

MOST_TRIES = 20
"""Codes drawn before giving up. There are 24⁵, so hardly one is ever taken."""

MOST_LISTED = 3
"""The most public tables of one host in lists, so that nobody can push out all others."""


class Phase(StrEnum):
    """The phase of a table."""

    GATHERING = "gathering"
    PLAYING = "playing"
    OVER = "over"


ALIVE = (Phase.GATHERING, Phase.PLAYING)


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to create, as far as it is fixed from the beginning."""

    id: str
    host: str
    is_public: bool
    edition: str
    seats: int
    taken: int
    created_at: int
    rules_version: int
    record_version: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, with its code until the game is over."""

    id: str
    code: str | None
    host: str
    is_public: bool
    phase: Phase
    edition: str
    seats: int
    taken: int
    created_at: int
    changed_at: int
    rules_version: int
    record_version: int


_CHANGE = (
    update(tables)
    .where(tables.c.id == bindparam("of"))
    .values(
        phase=bindparam("new_phase"),
        taken=bindparam("new_taken"),
        changed_at=bindparam("now"),
        code=case((bindparam("is_over"), None), else_=tables.c.code),
    )
)
_CREATE = insert(tables)
_ENTER = insert(entries)
_SIT = insert(sitters).on_conflict_do_nothing()
_TAKE_PART = insert(participants).on_conflict_do_nothing()
_STAND = delete(sitters).where(
    sitters.c.person_id == bindparam("who"), sitters.c.table_id == bindparam("of")
)


def table_changed(table: str, *, phase: Phase, taken: int, at: int) -> SideEffect:
    """Return the side effect of a new phase or new seats. A finished table loses its code."""
    is_over = phase is Phase.OVER
    values = {"of": table, "new_phase": phase.value, "new_taken": taken, "now": at}
    return SideEffect(_CHANGE, {**values, "is_over": is_over})


def table_created(table: NewTable, first: Sequence[Step], code: str) -> tuple[SideEffect, ...]:
    """Return the side effects that create a table, such as a rematch, with its first steps."""
    steps = (SideEffect(_ENTER, _entry(table.id, step)) for step in first)
    return (SideEffect(_CREATE, _named(_gathering(table, code))), *steps)


def seat_taken(table: str, person: str) -> SideEffect:
    """Return the side effect that records a person as seated at a table."""
    return SideEffect(_SIT, {"person_id": person, "table_id": table})


def participant_added(table: str, person: str) -> SideEffect:
    """Return the side effect that records that a person appears in a table's steps."""
    return SideEffect(_TAKE_PART, {"person_id": person, "table_id": table})


def seat_left(table: str, person: str) -> SideEffect:
    """Return the side effect that removes a person from a table's seats."""
    return SideEffect(_STAND, {"who": person, "of": table})


class Tables:
    """All tables, past and present."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(
        self,
        table: NewTable,
        first: Sequence[Step],
        side_effects: Sequence[SideEffect] = (),
        draw: Callable[[], str] = new_code,
    ) -> TableRow:
        """Store a new table with its first steps, under a code that no other table has."""
        for _ in range(MOST_TRIES):
            row = _gathering(table, draw())
            if await self._insert(row, first, side_effects):
                return row
        raise StorageUnavailable("found no free code for a new table")

    async def _insert(
        self, row: TableRow, first: Sequence[Step], side_effects: Sequence[SideEffect]
    ) -> bool:
        new = _CREATE.on_conflict_do_nothing(index_elements=["code"])
        async with self._database.writing() as connection:
            found = await connection.execute(new.values(_named(row)).returning(tables.c.id))
            if found.one_or_none() is None:
                return False
            if first:
                await connection.execute(_ENTER, [_entry(row.id, step) for step in first])
            for one in side_effects:
                await connection.execute(one.statement, [one.values])
        return True

    async def by_id(self, table: str) -> TableRow | None:
        """Return the table with this id."""
        return await self._one(select(tables).where(tables.c.id == table))

    async def by_code(self, code: str) -> TableRow | None:
        """Return the table that currently has this code, in upper or lower case."""
        return await self._one(select(tables).where(tables.c.code == code.strip().upper()))

    async def public(
        self, limit: int = 50, before: str | None = None, phases: Collection[Phase] = ALIVE
    ) -> list[TableRow]:
        """Return public tables, newest first, a few of each host.

        `before` is the last one of the previous page.
        """
        newest_first = tables.c.created_at.desc(), tables.c.id.desc()
        rank = func.row_number().over(partition_by=tables.c.host_id, order_by=newest_first)
        ranked = (
            select(tables, rank.label("rank"))
            .where(tables.c.is_public, tables.c.phase.in_([phase.value for phase in phases]))
            .subquery()
        )
        query = (
            select(ranked)
            .where(ranked.c.rank <= MOST_LISTED)
            .order_by(ranked.c.created_at.desc(), ranked.c.id.desc())
            .limit(limit)
        )
        if before is not None:
            its = select(tables.c.created_at).where(tables.c.id == before).scalar_subquery()
            is_older = ranked.c.created_at < its
            query = query.where(is_older | ((ranked.c.created_at == its) & (ranked.c.id < before)))
        return await self._all(query)

    async def unfinished(self, person: str) -> list[TableRow]:
        """Return a person's unfinished tables, most recently changed first."""
        return await self._all(
            select(tables)
            .join(sitters, sitters.c.table_id == tables.c.id)
            .where(sitters.c.person_id == person, tables.c.phase != Phase.OVER.value)
            .order_by(tables.c.changed_at.desc(), tables.c.id.desc())
        )

    async def of_participant(self, person: str) -> list[TableRow]:
        """Return the tables in whose steps a person appears, oldest first."""
        return await self._all(
            select(tables)
            .join(participants, participants.c.table_id == tables.c.id)
            .where(participants.c.person_id == person)
            .order_by(tables.c.created_at, tables.c.id)
        )

    async def _one(self, query: Select[*tuple[object, ...]]) -> TableRow | None:
        found = await self._all(query)
        return found[0] if found else None

    async def _all(self, query: Select[*tuple[object, ...]]) -> list[TableRow]:
        async with self._database.reading() as connection:
            return [_read(row) for row in await connection.execute(query)]


def _gathering(table: NewTable, code: str) -> TableRow:
    return TableRow(
        id=table.id,
        code=code,
        host=table.host,
        is_public=table.is_public,
        phase=Phase.GATHERING,
        edition=table.edition,
        seats=table.seats,
        taken=table.taken,
        created_at=table.created_at,
        changed_at=table.created_at,
        rules_version=table.rules_version,
        record_version=table.record_version,
    )


def _read(row: Found[*tuple[object, ...]]) -> TableRow:
    found = row._mapping
    return TableRow(
        id=found["id"],
        code=found["code"],
        host=found["host_id"],
        is_public=found["is_public"],
        phase=Phase(found["phase"]),
        edition=found["edition"],
        seats=found["seats"],
        taken=found["taken"],
        created_at=found["created_at"],
        changed_at=found["changed_at"],
        rules_version=found["rules_version"],
        record_version=found["record_version"],
    )


def _named(row: TableRow) -> dict[str, str | int | bool | None]:
    values = (getattr(row, name) for name in TableRow.__slots__)
    return dict(zip((column.name for column in tables.c), values, strict=True))


def _entry(table: str, step: Step) -> dict[str, str | int | None]:
    return {
        "table_id": table,
        "number": step.number,
        "at": step.at,
        "by": step.by,
        "request": step.request,
        "facts": encode_facts(step.facts),
    }
