"""Old guests, abandoned tables and chat are removed, and nothing else."""

import asyncio

import pytest
from sqlalchemy import select

from tenback.protocol import Chatted, Played
from tenback.rules import Refused
from tenback.server.bot_pool import BotPool
from tenback.server.clock import Clock
from tenback.server.fanout import NoFanout
from tenback.server.metrics import Metrics
from tenback.server.person_deletion import PersonDeletion
from tenback.server.room_loading import RoomLoader
from tenback.server.room_services import RoomServices
from tenback.server.settings import Settings
from tenback.server.step import Step
from tenback.server.store import Database, People, Phase, table_changed
from tenback.server.store.retention import DAY, RemovedCounts, Retention, count_old, tidy
from tenback.server.store.schema import people, tables
from tenback.server.tidying import Tidying
from tests.server.store.opening import logging, opened, person, table

KEEP = Retention(guests=10, tables=5, chat=3)
NOW = 100 * DAY


async def rows(database: Database, column: object) -> set[str]:
    async with database.reading() as connection:
        return set((await connection.execute(select(column))).scalars())  # type: ignore[call-overload]


async def tidied(database: Database, *, is_dry: bool = False) -> tuple[RemovedCounts, list[str]]:
    erased: list[str] = []

    async def erase(one: str) -> None:
        erased.append(one)

    if is_dry:
        return await count_old(database, KEEP, NOW), erased
    return await tidy(database, KEEP, NOW, erase), erased


def at(moment: int, number: int, *facts: Chatted | Played) -> Step:
    return Step(number, moment, None, None, facts)


SAID = Chatted(0, "Anna", "hello")
PLAYED = Played(["turn 0"])


def test_abandoned_tables_go_with_their_codes_and_others_stay(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna = await person(database)
            old = await table(database, anna.id, first=[at(DAY, 1), at(2 * DAY, 2)])
            fresh = await table(database, anna.id, first=[at(DAY, 1), at(NOW - DAY, 2)])
            over = await table(database, anna.id, first=[at(DAY, 1)])
            done = table_changed(over.id, phase=Phase.OVER, taken=1, at=2 * DAY)
            assert await log.append(over.id, at(2 * DAY, 2), [done])
            assert (await tidied(database, is_dry=True))[0].tables == 1
            assert await rows(database, tables.c.id) == {old.id, fresh.id, over.id}
            assert (await tidied(database))[0].tables == 1
            assert await rows(database, tables.c.id) == {fresh.id, over.id}
            assert (await tidied(database))[0].tables == 0

    asyncio.run(story())


def test_a_process_that_still_has_a_removed_table_open_loses_its_next_number(
    database_url: str,
) -> None:
    async def story() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna = await person(database)
            old = await table(database, anna.id, first=[at(DAY, 1), at(2 * DAY, 2)])
            await tidied(database)
            assert not await log.append(old.id, at(NOW, 3))
            assert [one.number for one in await log.read(old.id, after=2)] == [3]
            with pytest.raises(Refused, match="there is no table"):
                await RoomLoader(log, Clock()).load(old.id)

    asyncio.run(story())


def test_chat_goes_from_tables_that_are_over_and_their_steps_stay(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as database, logging(database) as log:
            anna = await person(database)
            steps = [at(DAY, 1, PLAYED), at(DAY, 2, SAID), at(DAY, 3, PLAYED, SAID)]
            over = await table(database, anna.id, first=steps)
            done = table_changed(over.id, phase=Phase.OVER, taken=1, at=DAY)
            await log.append(over.id, at(NOW - DAY, 4, SAID), [done])
            playing = await table(database, anna.id, first=[at(DAY, 1, SAID), at(NOW, 2)])
            assert (await tidied(database, is_dry=True))[0].chat == 2
            assert (await tidied(database))[0].chat == 2
            kept = [one.facts for one in await log.read(over.id)]
            assert kept == [(PLAYED,), (), (PLAYED,), (SAID,)]
            assert (await log.read(playing.id))[0].facts == (SAID,)
            assert (await tidied(database))[0].chat == 0

    asyncio.run(story())


def test_guests_go_who_were_not_seen_for_long(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as database:
            gone = await person(database, "Gone")
            assert (await tidied(database, is_dry=True))[0].guests == 1
            assert (await tidied(database))[1] == [gone.id]
            async with database.writing() as connection:
                await connection.execute(people.update().values(account=people.c.id))
            assert (await tidied(database))[1] == []

    asyncio.run(story())


class HandClock(Clock):
    """A clock that a test moves."""

    at = NOW

    def now(self) -> int:
        return self.at


def test_of_several_processes_one_tidies_once_a_day(database_url: str) -> None:
    async def story() -> None:
        settings, clock = Settings(is_tidy=True, bot_processes=1), HandClock()
        async with opened(database_url) as database, logging(database) as log:
            anna = await person(database)
            rooms = RoomServices.assemble(
                log, NoFanout(), BotPool(1), Metrics(), clock, pace=0.0, is_alone=False
            )
            person_deletion = PersonDeletion(database, rooms.peers, clock)
            one, other = (Tidying(database, person_deletion, settings, clock) for _ in range(2))
            assert sorted(await asyncio.gather(one.tidy_if_due(), other.tidy_if_due())) == [0, 1]
            assert await People(database).by_id(anna.id) is not None
            clock.at += 200 * DAY
            assert await other.tidy_if_due()
            assert await People(database).by_id(anna.id) is None
            assert not await one.tidy_if_due()
            await rooms.close()

    asyncio.run(story())
