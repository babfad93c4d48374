"""Stored ratings: every player's strength in duels, and the duels that led to it.

A player is a person, by their id, or a bot, by its name after a character that no id has.
"""

from dataclasses import dataclass

from sqlalchemy import Select, func, select

from tenback.server.names import DELETED_NAME
from tenback.server.rating import SETTLED, Rating
from tenback.server.store.database import Database
from tenback.server.store.days import NamedPlayer
from tenback.server.store.schema import DELETED, duels, people, ratings

BOT = "bot:"


@dataclass(frozen=True, slots=True)
class RatedDuel:
    """A player's duel, and their rating after it."""

    table: str
    opponent: NamedPlayer
    is_winner: bool
    rating: Rating
    at: int


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """A player's rating, with the duels that led to it."""

    rating: Rating
    duels: int
    place: int | None
    """The place in the ranking. Provisional ratings have none."""
    last: tuple[RatedDuel, ...]
    """The latest duels, in chronological order."""


@dataclass(frozen=True, slots=True)
class RankingEntry:
    """A player in the ranking."""

    player: NamedPlayer
    rating: Rating
    duels: int


def bot_player(name: str) -> str:
    """Return the key of a bot as a player."""
    return BOT + name


class Ratings:
    """The ratings of everybody who has played a rated duel."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(self, person: str, limit: int = 100) -> PlayerRating:
        """Return a person's rating, with at most `limit` of their latest duels."""
        async with self._database.reading() as connection:
            own = (await connection.execute(_own(person))).one_or_none()
            if own is None:
                return PlayerRating(Rating(), 0, None, ())
            mu, sigma, count = own
            place = await connection.scalar(_place(person)) if count >= SETTLED else None
            found = (await connection.execute(_last(person, limit))).all()
        last = (
            RatedDuel(table, _player(other, name), is_winner, Rating(mu, sigma), at)
            for table, other, name, is_winner, mu, sigma, at in reversed(found)
        )
        return PlayerRating(Rating(mu, sigma), count, place, tuple(last))

    async def best(self, limit: int = 50, skip: int = 0) -> list[RankingEntry]:
        """Return the players whose rating is no longer provisional, strongest first."""
        page = (
            select(ratings.c.player, people.c.name, ratings.c.mu, ratings.c.sigma, ratings.c.duels)
            .outerjoin(people, people.c.id == ratings.c.player)
            .where(ratings.c.duels >= SETTLED)
            .order_by(ratings.c.mu.desc(), ratings.c.player)
            .limit(limit)
            .offset(skip)
        )
        async with self._database.reading() as connection:
            return [
                RankingEntry(_player(player, name), Rating(mu, sigma), count)
                for player, name, mu, sigma, count in await connection.execute(page)
            ]


def _own(player: str) -> Select[float, float, int]:
    return select(ratings.c.mu, ratings.c.sigma, ratings.c.duels).where(ratings.c.player == player)


def _place(player: str) -> Select[int]:
    """Select a player's place, in the order of `Ratings.best`."""
    mu = select(ratings.c.mu).where(ratings.c.player == player).scalar_subquery()
    is_before = (ratings.c.mu > mu) | ((ratings.c.mu == mu) & (ratings.c.player < player))
    return select(1 + func.count()).where(ratings.c.duels >= SETTLED, is_before)


def _last(player: str, limit: int) -> Select[str, str | None, str | None, bool, float, float, int]:
    """Select a player's latest duels, newest first, with their opponents."""
    other = duels.alias("other")
    is_against = (other.c.table_id == duels.c.table_id) & (other.c.seat != duels.c.seat)
    return (
        select(
            duels.c.table_id,
            other.c.player,
            people.c.name,
            duels.c.is_winner,
            duels.c.mu,
            duels.c.sigma,
            duels.c.at,
        )
        .outerjoin(other, is_against)
        .outerjoin(people, people.c.id == other.c.player)
        .where(duels.c.player == player)
        .order_by(duels.c.number.desc())
        .limit(limit)
    )


def _player(player: str | None, name: str | None) -> NamedPlayer:
    """Return a player by their current name, or the stand-in for a deleted person."""
    if player is None:
        return NamedPlayer(DELETED, DELETED_NAME)
    return (
        NamedPlayer(None, player.removeprefix(BOT)) if name is None else NamedPlayer(player, name)
    )
