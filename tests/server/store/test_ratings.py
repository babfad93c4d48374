import asyncio
import random
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import insert, select

from tenback.server.rating import SETTLED, Rating, after_duel
from tenback.server.store import (
    Database,
    Duel,
    Log,
    NamedPlayer,
    People,
    Person,
    PlayerRating,
    RankingEntry,
    RatedDuel,
    Ratings,
    StorageRefused,
    bot_player,
)
from tenback.server.store.migrate import upgrade
from tenback.server.store.schema import duels, people, ratings
from tests.server.store.opening import logging, opened, person, step, table

CAREFUL = bot_player("careful")


async def end(database: Database, log: Log, host: str, *players: str, winner: int = 0) -> Duel:
    """Store the end of a duel at a table of its own, which the first player wins."""
    one, other = players
    duel = Duel((await table(database, host)).id, (one, other), winner, at=7)
    assert await log.append(duel.table, step(1), (), duel)
    return duel


def test_a_database_from_before_ratings_keeps_all_and_rates_from_now_on(database_url: str) -> None:
    accounts = {"anna": "anna", "old": "\u0430nna"}  # they look alike

    async def scene() -> None:
        database = Database(database_url)
        async with database.writing() as connection:
            await connection.run_sync(upgrade, "0001")
        async with database.writing() as connection:
            for name, account in accounts.items():
                values = {"id": name, "name": name, "account": account, "created_at": 1}
                await connection.execute(insert(people).values(values))
        anna, old = [Person(name, name, account, 1) for name, account in accounts.items()]
        before = await table(database, anna.id)
        assert not await database.is_ready()
        await database.migrate()
        assert await database.is_ready()
        assert await People(database).by_id(old.id) == old
        assert await People(database).account_like("ANN\u0410") == "anna"
        assert await People(database).account_like("Anna", own=old.account) is None
        async with logging(database) as log:
            assert await log.append(
                before.id, step(1), (), Duel(before.id, (anna.id, old.id), 1, 7)
            )
        assert (await Ratings(database).of_person(old.id)).duels == 1
        await database.close()

    asyncio.run(scene())


def test_a_duel_changes_the_ratings_of_both(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna, bert = (await person(database, "Anna")).id, (await person(database, "Bert")).id
            known = Ratings(database)
            assert await known.of_person(anna) == PlayerRating(Rating(), 0, None, ())
            first = await end(database, log, anna, anna, bert, winner=1)
            won, lost = after_duel(Rating(), Rating())
            berts = RatedDuel(first.table, NamedPlayer(anna, "Anna"), True, won, at=7)
            assert await known.of_person(bert) == PlayerRating(won, 1, None, (berts,))
            second = await end(database, log, anna, anna, CAREFUL)
            again, _ = after_duel(lost, Rating())
            annas = (
                RatedDuel(first.table, NamedPlayer(bert, "Bert"), False, lost, at=7),
                RatedDuel(second.table, NamedPlayer(None, "careful"), True, again, at=7),
            )
            assert await known.of_person(anna) == PlayerRating(again, 2, None, annas)
            assert (await known.of_person(anna, limit=1)).last == annas[1:]

    asyncio.run(scene())


def test_a_step_that_is_sent_again_does_not_count_again(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna = (await person(database)).id
            duel = await end(database, log, anna, anna, CAREFUL)
            before = await Ratings(database).of_person(anna)
            assert not await log.append(duel.table, step(1), (), duel)
            assert await Ratings(database).of_person(anna) == before

    asyncio.run(scene())


def test_a_table_is_rated_once(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna = (await person(database)).id
            duel = await end(database, log, anna, anna, CAREFUL)
            before = await Ratings(database).of_person(anna)
            with pytest.raises(StorageRefused):
                await log.append(duel.table, step(2), (), duel)
            assert await Ratings(database).of_person(anna) == before
            assert await log.read(duel.table) == [step(1)]

    asyncio.run(scene())


def test_a_duel_counts_if_its_step_does(database_url: str) -> None:
    """A batch of which one step is at fault is stored without that one and its duel."""

    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna = (await person(database)).id
            good, bad = [
                Duel((await table(database, anna)).id, (anna, CAREFUL), 0, at=at)
                for at in (1, 1 << 70)
            ]
            stored = await asyncio.gather(
                *(log.append(duel.table, step(1), (), duel) for duel in (good, bad)),
                return_exceptions=True,
            )
            assert stored[0] is True
            assert isinstance(stored[1], StorageRefused)
            last = (await Ratings(database).of_person(anna)).last
            assert [duel.table for duel in last] == [good.table]

    asyncio.run(scene())


@pytest.mark.parametrize("seed", range(2))
def test_of_many_duels_at_once_none_is_lost(database_url: str, seed: int) -> None:
    """Several logs, as several processes have them, end duels of the same few players."""
    chance = random.Random(seed)

    async def play(database: Database, played: list[Duel]) -> None:
        async with logging(database) as log:
            for duel in played:
                assert await log.append(duel.table, step(1), (), duel)

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            databases = [await stack.enter_async_context(opened(database_url)) for _ in range(4)]
            people = [(await person(databases[0])).id for _ in range(2)]
            rivals = [*people, CAREFUL]
            played = []
            for i in range(80):
                one, other = chance.sample(rivals, 2)
                name = (await table(databases[0], people[0])).id
                played.append(Duel(name, (one, other), winner=i % 2, at=i))
            await asyncio.gather(*(play(one, played[i::4]) for i, one in enumerate(databases)))
            await check_all(databases[0], played)

    asyncio.run(scene())


async def check_all(database: Database, played: list[Duel]) -> None:
    """Check that every duel counted, upon all that its players had played before."""
    async with database.reading() as connection:
        notes = (await connection.execute(select(duels).order_by(duels.c.number))).all()
        newest = {
            who: (Rating(*rest[:2]), rest[2])
            for who, *rest in await connection.execute(select(ratings))
        }
    counts = {who: sum(who in duel.players for duel in played) for who in newest}
    assert {who: count for who, (_, count) in newest.items()} == counts
    after = {(note.player, note.number): Rating(note.mu, note.sigma) for note in notes}
    assert {who: after[who, count] for who, count in counts.items()} == {
        who: rating for who, (rating, _) in newest.items()
    }
    found = {(note.table_id, note.seat): note for note in notes}
    for duel in played:
        both = [found[duel.table, seat] for seat in (duel.winner, 1 - duel.winner)]
        assert [note.is_winner for note in both] == [True, False]
        before = [after.get((note.player, note.number - 1), Rating()) for note in both]
        assert after_duel(*before) == tuple(Rating(note.mu, note.sigma) for note in both)


def test_the_ranking_holds_who_has_played_enough_the_strongest_first(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, logging(database) as log:
            names = ("Anna", "Bert", "Cleo")
            anna, bert, cleo = [(await person(database, name)).id for name in names]
            known = Ratings(database)
            for _ in range(SETTLED - 1):
                await end(database, log, anna, anna, CAREFUL)
            assert await known.best() == []
            assert (await known.of_person(anna)).place is None
            await end(database, log, anna, bert, CAREFUL)
            for _ in range(SETTLED):
                await end(database, log, anna, anna, cleo)
            assert [one.player for one in await known.best()] == [
                NamedPlayer(anna, "Anna"),
                NamedPlayer(cleo, "Cleo"),  # to lose to her costs less
                NamedPlayer(None, "careful"),
            ]
            places = [(await known.of_person(one)).place for one in (anna, bert, cleo)]
            assert places == [1, None, 2]
            best = await known.best()
            assert best[0] == RankingEntry(
                NamedPlayer(anna, "Anna"), (await known.of_person(anna)).rating, 2 * SETTLED - 1
            )
            assert await known.best(limit=1, skip=1) == best[1:2]
            assert await known.best(skip=3) == []

    asyncio.run(scene())
