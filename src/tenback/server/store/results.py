"""Results: how finished games ended for each seat, and statistics about them."""

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, Table, case, func, or_, select
from sqlalchemy import Row as Found
from sqlalchemy.dialects.postgresql import insert  # SQLite writes it the same way

from tenback.rules import EDITIONS, Ending, Outcome
from tenback.server.store.changes import SideEffect
from tenback.server.store.database import Database
from tenback.server.store.schema import offline_results, results

FIRST_CARDS = 10
"""A team that resigns before laying this many cards has given up at once."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How a game ended for one seat, and who sat there in the end: a person or a bot."""

    table: str
    seat: int
    person: str | None
    bot: str | None
    edition: str
    seats: int
    code: str
    day: str | None
    outcome: Outcome
    at: int
    is_offline: bool = False
    """Whether it was played offline, going by the player's word. Such games count for nothing."""

    @property
    def is_winner(self) -> bool:
        """Whether this seat won, alone or with its team."""
        return bool(self.outcome.won) or self.outcome.winner == self.seat

    @property
    def is_given_up(self) -> bool:
        """Whether a team gave up at once. Duels always have a winner, so they count."""
        if self.outcome.ending is not Ending.RESIGNED or self.outcome.winner is not None:
            return False
        name = next(name for name in EDITIONS if self.edition.startswith(name))
        return self.outcome.left > _MOST_LEFT[name]


@dataclass(frozen=True, slots=True)
class Statistics:
    """A player's statistics in one edition with a given number of players.

    Games that were given up at once appear only in `given_up`.
    Games played offline have separate statistics.
    """

    edition: str
    seats: int
    sittings: int
    won: int
    average_left: float
    left: tuple[tuple[int, int], ...]
    """How often each number of cards was left: (left, games), fewest left first."""
    streak: int
    """The current number of wins in a row."""
    best_streak: int
    given_up: int
    is_offline: bool = False


_MOST_LEFT = {
    name: len(edition.describe().numbers) * edition.draw_pile_count - FIRST_CARDS
    for name, edition in EDITIONS.items()
}
"""The most cards that can be left without having given up at once, by edition."""

_ADD = insert(results).on_conflict_do_nothing()


def result_added(result: SeatResult) -> SideEffect:
    """Return the side effect that adds a result. A seat's first result stays."""
    return SideEffect(
        _ADD,
        {
            "table_id": result.table,
            "seat": result.seat,
            "person_id": result.person,
            "bot": result.bot,
            "edition": result.edition,
            "seats": result.seats,
            "code": result.code,
            "day": result.day,
            "ending": result.outcome.ending.value,
            "won": result.outcome.won,
            "winner": result.outcome.winner,
            "is_winner": result.is_winner,
            "left": result.outcome.left,
            "at": result.at,
        },
    )


class Results:
    """The results of all finished games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(
        self, person: str, limit: int = 50, before: str | None = None
    ) -> list[SeatResult]:
        """Return a person's results, newest first. `before` is the last table of the previous page.

        A person has one seat at a table. Games played offline are included.
        """
        async with self._database.reading() as connection:
            found = [
                read_result(row)
                for rows in (results, offline_results)
                for row in await connection.execute(_page(rows, person, limit, before))
            ]
        return sorted(found, key=lambda each: (each.at, each.table), reverse=True)[:limit]

    async def of_table(self, table: str) -> SeatResult | None:
        """Return the result of a table's first seat, once the game is over."""
        query = select(results).where(results.c.table_id == table, results.c.seat == 0)
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else read_result(row)

    async def statistics(self, person: str) -> list[Statistics]:
        """Return a person's statistics by edition and number of seats, offline games last."""
        return await self._statistics(results, person) + await self._statistics(
            offline_results, person
        )

    async def _statistics(self, rows: Table, person: str) -> list[Statistics]:
        async with self._database.reading() as connection:
            streaks = {
                (edition, seats): (streak, best)
                for edition, seats, streak, best in await connection.execute(_streaks(rows, person))
            }
            counts: dict[tuple[str, int], list[tuple[int, int, int]]] = defaultdict(list)
            given_up: dict[tuple[str, int], int] = defaultdict(int)
            for edition, seats, left, sittings, won, early in await connection.execute(
                _counts(rows, person)
            ):
                counts[edition, seats] += [(left, sittings - early, won)] * (sittings > early)
                given_up[edition, seats] += early
        is_offline = rows is offline_results
        return [
            _summary(key, found, streaks.get(key, (0, 0)), given_up[key], is_offline=is_offline)
            for key, found in sorted(counts.items())
        ]


def read_result(row: Found[*tuple[object, ...]]) -> SeatResult:
    """Return a row of `schema.results` or `schema.offline_results` as a `SeatResult`."""
    found = row._mapping
    is_offline = "sent_at" in found
    return SeatResult(
        table=found["table_id"],
        seat=found["seat"],
        person=found["person_id"],
        bot=None if is_offline else found["bot"],
        edition=found["edition"],
        seats=found["seats"],
        code=found["code"],
        day=None if is_offline else found["day"],
        outcome=Outcome(Ending(found["ending"]), found["won"], found["winner"], found["left"]),
        at=found["at"],
        is_offline=is_offline,
    )


def _page(rows: Table, person: str, limit: int, before: str | None) -> Select[*tuple[object, ...]]:
    """Select a person's newest results of one kind, before a table of either kind."""
    is_theirs = rows.c.person_id == person
    order = (rows.c.at.desc(), rows.c.table_id.desc(), rows.c.seat)
    query = select(rows).where(is_theirs).order_by(*order).limit(limit)
    if before is None:
        return query
    its = [
        select(func.max(kind.c.at))
        .where(kind.c.table_id == before, kind.c.person_id == person)
        .scalar_subquery()
        for kind in (results, offline_results)
    ]
    at = func.coalesce(*its)
    return query.where((rows.c.at < at) | ((rows.c.at == at) & (rows.c.table_id < before)))


def _is_given_up(rows: Table) -> ColumnElement[bool]:
    """Return the condition of `SeatResult.is_given_up` in SQL."""
    is_early = (
        rows.c.edition.startswith(name) & (rows.c.left > most) for name, most in _MOST_LEFT.items()
    )
    return (rows.c.ending == Ending.RESIGNED.value) & rows.c.winner.is_(None) & or_(*is_early)


def _counts(rows: Table, person: str) -> Select[str, int, int, int, int, int]:
    """Select how often each number of cards was left, with the wins and resignations among them."""
    key = (rows.c.edition, rows.c.seats, rows.c.left)
    won = func.sum(case((rows.c.is_winner, 1), else_=0))
    given_up = func.sum(case((_is_given_up(rows), 1), else_=0))
    return (
        select(*key, func.count(), won, given_up)
        .where(rows.c.person_id == person)
        .group_by(*key)
        .order_by(*key)
    )


def _streaks(found: Table, person: str) -> Select[str, int, int, int]:
    """Select the current and the longest winning streak, by edition and seats.

    won?            +  +  –  +  +  +
    number          1  2  3  4  5  6
    among its kind  1  2  1  3  4  5
    difference      0  0     1  1  1      the same within a streak, and in no other
    """
    group = (found.c.edition, found.c.seats)
    order = (found.c.at, found.c.table_id, found.c.seat)
    number = func.row_number().over(partition_by=group, order_by=order)
    among = func.row_number().over(partition_by=(*group, found.c.is_winner), order_by=order)
    rows = (
        select(
            *group,
            found.c.is_winner,
            number.label("number"),
            (number - among).label("streak"),
            func.count().over(partition_by=group).label("all"),
        )
        .where(found.c.person_id == person, ~_is_given_up(found))
        .subquery()
    )
    length, last = func.count().label("length"), func.max(rows.c.number).label("last")
    runs = (
        select(rows.c.edition, rows.c.seats, rows.c.all, length, last)
        .where(rows.c.is_winner)
        .group_by(rows.c.edition, rows.c.seats, rows.c.all, rows.c.streak)
        .subquery()
    )
    current = func.max(case((runs.c.last == runs.c.all, runs.c.length), else_=0))
    return select(runs.c.edition, runs.c.seats, current, func.max(runs.c.length)).group_by(
        runs.c.edition, runs.c.seats
    )


def _summary(
    key: tuple[str, int],
    counts: list[tuple[int, int, int]],
    streaks: tuple[int, int],
    given_up: int,
    *,
    is_offline: bool,
) -> Statistics:
    sittings = sum(count for _, count, _ in counts)
    return Statistics(
        edition=key[0],
        seats=key[1],
        sittings=sittings,
        won=sum(won for _, _, won in counts),
        average_left=sum(left * count for left, count, _ in counts) / max(1, sittings),
        left=tuple((left, count) for left, count, _ in counts),
        streak=streaks[0],
        best_streak=streaks[1],
        given_up=given_up,
        is_offline=is_offline,
    )
