"""Games that people played offline and added to their results.

A browser knows all cards of the games it hosts, so such a record may be made up. These games are
kept apart from `results`, and only their owner sees them. Ratings, rankings and deals of the day
never read this table.
"""

from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert  # SQLite writes it the same way

from tenback.server.store.database import Database
from tenback.server.store.results import SeatResult, read_result
from tenback.server.store.schema import offline_results as rows

MOST_KEPT = 1000
"""The most games per person, a few KiB each. The ones sent first make room for new ones."""


@dataclass(frozen=True, slots=True)
class OfflineRecord:
    """The record of a game played offline, and its owner's seat."""

    id: str
    seat: int
    text: str


class OfflineResults:
    """The offline games of all people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, result: SeatResult, record: str, now: int) -> SeatResult:
        """Store a game unless it was sent before, and return it as it is stored."""
        assert result.person is not None
        values = {
            "person_id": result.person,
            "table_id": result.table,
            "seat": result.seat,
            "edition": result.edition,
            "seats": result.seats,
            "code": result.code,
            "ending": result.outcome.ending.value,
            "won": result.outcome.won,
            "winner": result.outcome.winner,
            "is_winner": result.is_winner,
            "left": result.outcome.left,
            "at": result.at,
            "sent_at": now,
            "record": record,
        }
        is_theirs = rows.c.person_id == result.person
        order = (rows.c.sent_at.desc(), rows.c.table_id)
        too_many = select(rows.c.table_id).where(is_theirs).order_by(*order).offset(MOST_KEPT)
        async with self._database.writing() as connection:
            await connection.execute(insert(rows).values(values).on_conflict_do_nothing())
            await connection.execute(
                delete(rows).where(is_theirs, rows.c.table_id.in_(too_many.limit(MOST_KEPT)))
            )
            kept = select(rows).where(is_theirs, rows.c.table_id == result.table)
            return read_result((await connection.execute(kept)).one())

    async def record(self, person: str, game: str) -> OfflineRecord | None:
        """Return the record of one of a person's offline games."""
        found = _RECORDS.where(rows.c.person_id == person, rows.c.table_id == game)
        async with self._database.reading() as connection:
            row = (await connection.execute(found)).one_or_none()
        return None if row is None else OfflineRecord(*row)

    async def records(self, person: str) -> list[OfflineRecord]:
        """Return the records of all a person's offline games, oldest first."""
        found = _RECORDS.where(rows.c.person_id == person).order_by(rows.c.at, rows.c.table_id)
        async with self._database.reading() as connection:
            return [OfflineRecord(*row) for row in await connection.execute(found)]


_RECORDS = select(rows.c.table_id, rows.c.seat, rows.c.record)
