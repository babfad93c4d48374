"""Deals of the day: the same cards for everybody, and the results side by side.

A game counts if it was dealt and ended on the day itself (UTC), and nobody at the table was dealt
these cards elsewhere before it ended: they would know what is still to come. Other games stay among
the results of the people who played them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import ColumnElement, Select, exists, func, select
from sqlalchemy.dialects.postgresql import insert  # SQLite writes it the same way
from sqlalchemy.ext.asyncio import AsyncConnection

from tenback.rules import Outcome
from tenback.server.store.changes import SideEffect
from tenback.server.store.database import Database
from tenback.server.store.results import read_result
from tenback.server.store.schema import DELETED, day_sittings, days, people, results

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The key of a day's deal."""

    day: str
    edition: str
    seats: int


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player on a seat: a person by their current name, or a bot."""

    person: str | None
    name: str


@dataclass(frozen=True, slots=True)
class DailySitting:
    """A game that counts for a day's deal."""

    table: str
    outcome: Outcome
    at: int
    players: tuple[NamedPlayer, ...]
    """The players by seat."""


@dataclass(frozen=True, slots=True)
class DaySitting:
    """A day's deal that was dealt to a person, and the table where it was."""

    deal: DailyDeal
    table: str
    dealt_at: int


_DEALT = insert(day_sittings).on_conflict_do_nothing()


def day_dealt(table: str, person: str, deal: DailyDeal, at: int) -> SideEffect:
    """Return the side effect that records that a person was dealt a day's deal on that day."""
    return SideEffect(
        _DEALT,
        {
            "table_id": table,
            "person_id": person,
            "day": deal.day,
            "edition": deal.edition,
            "seats": deal.seats,
            "dealt_at": at,
        },
    )


class Days:
    """The deals of all days."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def seed(self, deal: DailyDeal, fresh: str) -> str:
        """Return the seed of a day's deal. If there is none yet, `fresh` becomes the seed."""
        seed = await self.known(deal)
        if seed is not None:
            return seed
        values = {"day": deal.day, "edition": deal.edition, "seats": deal.seats, "seed": fresh}
        async with self._database.writing() as connection:
            await connection.execute(insert(days).values(values).on_conflict_do_nothing())
            first: str = (await connection.execute(_seed_of(deal))).scalar_one()
        return first

    async def known(self, deal: DailyDeal) -> str | None:
        """Return the seed of a day's deal, if anybody has opened a table with it."""
        async with self._database.reading() as connection:
            seed: str | None = await connection.scalar(_seed_of(deal))
        return seed

    async def sittings(self, deal: DailyDeal, limit: int = 50, skip: int = 0) -> list[DailySitting]:
        """Return the games that count, fewest cards left first, then earliest first."""
        page = (
            select(results)
            .where(*_counting(deal))
            .order_by(results.c.left, results.c.at, results.c.table_id)
            .limit(limit)
            .offset(skip)
        )
        async with self._database.reading() as connection:
            found = [read_result(row) for row in await connection.execute(page)]
            players = await _players(connection, [result.table for result in found])
        return [
            DailySitting(result.table, result.outcome, result.at, tuple(players[result.table]))
            for result in found
        ]

    async def dealt_to(self, person: str) -> list[DaySitting]:
        """Return all days' deals that a person was dealt, oldest first."""
        found = (
            select(day_sittings)
            .where(day_sittings.c.person_id == person)
            .order_by(day_sittings.c.dealt_at, day_sittings.c.table_id)
        )
        async with self._database.reading() as connection:
            return [
                DaySitting(DailyDeal(row.day, row.edition, row.seats), row.table_id, row.dealt_at)
                for row in await connection.execute(found)
            ]

    async def are_cards_of(self, day: str, seed: str) -> bool:
        """Return whether a seed is that of a day's deal, with any edition and number of seats."""
        query = select(days.c.seed).where(days.c.day == day, days.c.seed == seed).limit(1)
        async with self._database.reading() as connection:
            return await connection.scalar(query) is not None

    async def left(self, deal: DailyDeal) -> list[tuple[int, int]]:
        """Return how often each number of cards was left in the games that count."""
        query = (
            select(results.c.left, func.count())
            .where(*_counting(deal))
            .group_by(results.c.left)
            .order_by(results.c.left)
        )
        async with self._database.reading() as connection:
            return [(left, count) for left, count in await connection.execute(query)]

    async def first_table(self, deal: DailyDeal, person: str) -> str | None:
        """Return the table where a person was first dealt a day's deal, on that day."""
        query = (
            select(day_sittings.c.table_id)
            .where(_is_dealt(deal), day_sittings.c.person_id == person)
            .order_by(day_sittings.c.dealt_at, day_sittings.c.table_id)
            .limit(1)
        )
        async with self._database.reading() as connection:
            found: str | None = await connection.scalar(query)
        return found

    async def played(self, edition: str, seats: int, person: str) -> list[str]:
        """Return the days whose deal a person has finished on the day itself, oldest first."""
        query = (
            select(day_sittings.c.day)
            .join(results, results.c.table_id == day_sittings.c.table_id)
            .where(
                results.c.day == day_sittings.c.day,
                day_sittings.c.person_id == person,
                day_sittings.c.edition == edition,
                day_sittings.c.seats == seats,
            )
            .distinct()
            .order_by(day_sittings.c.day)
        )
        async with self._database.reading() as connection:
            return list(await connection.scalars(query))


def streaks(played: Sequence[str], today: date) -> tuple[int, int]:
    """Return the current streak of days, which may end yesterday, and the longest streak.

    >>> streaks(["2030-01-30", "2030-01-31", "2030-02-01", "2030-02-04"], date(2030, 2, 5))
    (1, 3)
    """
    run, best, before = 0, 0, None
    for day in map(date.fromisoformat, played):
        run = run + 1 if before is not None and day - before == ONE_DAY else 1
        best, before = max(best, run), day
    is_going_on = before is not None and today - before <= ONE_DAY
    return (run if is_going_on else 0), best


def _seed_of(deal: DailyDeal) -> Select[str]:
    return select(days.c.seed).where(
        days.c.day == deal.day, days.c.edition == deal.edition, days.c.seats == deal.seats
    )


def _is_of(deal: DailyDeal) -> ColumnElement[bool]:
    return (
        (results.c.day == deal.day)
        & (results.c.edition == deal.edition)
        & (results.c.seats == deal.seats)
    )


def _counting(deal: DailyDeal) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for the first seat's row of every game that counts."""
    return (
        _is_of(deal),
        results.c.seat == 0,
        results.c.table_id.in_(_dealt(deal)),
        results.c.table_id.not_in(_known(deal)),
    )


def _is_dealt(deal: DailyDeal) -> ColumnElement[bool]:
    return (
        (day_sittings.c.day == deal.day)
        & (day_sittings.c.edition == deal.edition)
        & (day_sittings.c.seats == deal.seats)
    )


def _dealt(deal: DailyDeal) -> Select[str]:
    """Select the tables where this deal was dealt to people on its day."""
    return select(day_sittings.c.table_id).where(_is_dealt(deal))


def _known(deal: DailyDeal) -> Select[str]:
    """Select the tables with a person who was dealt this deal elsewhere before the end.

    For deleted people, only such games are still known (`erasure`).
    """
    is_known = knew_the_cards() | (day_sittings.c.person_id == DELETED)
    return select(day_sittings.c.table_id).where(_is_dealt(deal), is_known)


def knew_the_cards() -> ColumnElement[bool]:
    """Return whether the person of a sitting was dealt its deal elsewhere before the end."""
    other = day_sittings.alias()
    ended_before = (
        exists()
        .where(results.c.table_id == day_sittings.c.table_id, results.c.at <= other.c.dealt_at)
        .correlate(day_sittings, other)
    )
    is_elsewhere = (
        (other.c.person_id == day_sittings.c.person_id)
        & (other.c.table_id != day_sittings.c.table_id)
        & (other.c.day == day_sittings.c.day)
        & (other.c.edition == day_sittings.c.edition)
        & (other.c.seats == day_sittings.c.seats)
    )
    return exists().where(is_elsewhere, ~ended_before)


async def _players(connection: AsyncConnection, tables: list[str]) -> dict[str, list[NamedPlayer]]:
    seated = (
        select(results.c.table_id, results.c.person_id, people.c.name, results.c.bot)
        .outerjoin(people, people.c.id == results.c.person_id)
        .where(results.c.table_id.in_(tables))
        .order_by(results.c.table_id, results.c.seat)
    )
    players: dict[str, list[NamedPlayer]] = {table: [] for table in tables}
    for table, person, name, bot in await connection.execute(seated):
        players[table].append(NamedPlayer(person, bot if person is None else name))
    return players
