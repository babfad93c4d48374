import asyncio

import pytest

from tenback.server.store import People, Person, Sessions, StorageRefused, hash_of, session_id
from tenback.server.store.sessions import DAY, NOTED_AFTER
from tests.server.store.opening import opened, person

FIRST, SECOND, THIRD = (hash_of(secret) for secret in ("first", "second", "third"))


def test_a_guest_is_known_by_every_session(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            sessions = Sessions(database)
            anna = await People(database).add_guest(Person.guest("Anna", 7), FIRST)
            await sessions.add(anna.id, SECOND, now=8)
            assert await sessions.person(FIRST, 9) == await sessions.person(SECOND, 9) == anna
            assert await sessions.end(FIRST) == [session_id(FIRST)]
            assert await sessions.end(FIRST) == []
            assert await sessions.person(FIRST, 9) is None
            assert await sessions.person(SECOND, 9) == anna

    asyncio.run(scene())


def test_a_session_belongs_to_somebody(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            with pytest.raises(StorageRefused):
                await Sessions(database).add("nobody", FIRST, now=1)

    asyncio.run(scene())


def test_a_session_ends_when_it_was_not_used_for_long(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            sessions = Sessions(database, days=10)
            anna = await People(database).add_guest(Person.guest("Anna", 0), FIRST)
            for day in (9, 18, 27):
                assert await sessions.person(FIRST, day * DAY) == anna
            assert await sessions.person(FIRST, 38 * DAY) is None
            assert await sessions.of(anna.id, 38 * DAY) == []
            await sessions.add(anna.id, SECOND, now=38 * DAY)
            assert await sessions.end(FIRST) == []  # deleted by then

    asyncio.run(scene())


def test_sessions_are_listed_without_what_opens_them(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            sessions = Sessions(database)
            anna = await People(database).add_guest(Person.guest("Anna", 1), FIRST, "Firefox")
            await sessions.add(anna.id, SECOND, now=5)
            await sessions.person(FIRST, 2 * NOTED_AFTER)
            found = await sessions.of(anna.id, 2 * NOTED_AFTER)
            assert [(each.created_at, each.used_at, each.device) for each in found] == [
                (1, 2 * NOTED_AFTER, "Firefox"),
                (5, 5, None),
            ]
            assert [each.id for each in found] == [FIRST[:16], SECOND[:16]]

    asyncio.run(scene())


def test_one_all_or_all_other_sessions_can_be_ended(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            sessions = Sessions(database)
            anna, ben = await person(database), await person(database, "Ben")
            for each in (FIRST, SECOND, THIRD):
                await sessions.add(anna.id, each, now=1)
            assert await sessions.end_one(ben.id, session_id(FIRST)) == []
            assert await sessions.end_one(anna.id, session_id(FIRST)) == [session_id(FIRST)]
            ended = await sessions.end_all(anna.id, SECOND)
            assert len(ended) == 2
            assert [each.id for each in await sessions.of(anna.id, 1)] == [session_id(SECOND)]
            assert await sessions.end_all(anna.id) == [session_id(SECOND)]
            assert len(await sessions.of(ben.id, 1)) == 1

    asyncio.run(scene())


def test_sessions_that_have_ended_are_found_and_the_others_count_as_used(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            sessions = Sessions(database)
            anna = await People(database).add_guest(Person.guest("Anna", 0), FIRST)
            now = 5 * NOTED_AFTER
            assert await sessions.ended([FIRST, SECOND], now) == [session_id(SECOND)]
            assert [each.used_at for each in await sessions.of(anna.id, now)] == [now]

    asyncio.run(scene())
