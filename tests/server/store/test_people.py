import asyncio

import pytest

from tenback.rules import BadInput
from tenback.server.errors import ServerCode
from tenback.server.store import (
    People,
    Person,
    StorageRefused,
    hash_of,
    new_code,
    new_id,
    new_secret,
)
from tests.server.store.opening import opened


def test_a_guest_is_known_by_every_session(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            people = People(database)
            secret = hash_of(new_secret())
            anna = await people.add_guest(Person.guest("Anna", 7), secret)
            await people.add_session(anna.id, "another", now=8)
            assert await people.by_session(secret) == await people.by_session("another") == anna
            assert await people.by_id(anna.id) == anna
            assert (anna.name, anna.account, anna.created_at) == ("Anna", None, 7)
            await people.end_session(secret)
            assert await people.by_session(secret) is None
            assert await people.by_session("another") == anna
            assert await people.by_id("nobody") is None

    asyncio.run(scene())


def test_somebody_can_be_called_by_another_name(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            people = People(database)
            anna = await people.add_guest(Person.guest("Anna", 1), "a")
            await people.add_guest(Person.guest("Anna", 1), "b")
            await people.rename(anna.id, "Änne")
            names = [await people.by_session(secret) for secret in ("a", "b")]
            assert [person.name for person in names if person] == ["Änne", "Anna"]

    asyncio.run(scene())


def test_an_account_is_claimed_once_and_found_however_it_is_spelt(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            people = People(database)
            anna = await people.add_guest(Person.guest("Anna", 1), "a")
            assert await people.claim(anna.id, "Straße", "hash")
            assert not await people.claim(anna.id, "Other", "hash")
            assert not await people.claim("nobody", "Somebody", "hash")
            for name in ("straße", "STRASSE", "Straße"):
                account = await people.account(name)
                assert account is not None
                assert (account.person.id, account.password) == (anna.id, "hash")
                assert await people.by_session("a") == account.person
            assert await people.account("Other") is None

    asyncio.run(scene())


def test_a_name_that_another_account_has_is_refused(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            people = People(database)
            guests = [await people.add_guest(Person.guest("Anna", 1), f"{i}") for i in range(8)]
            answers = await asyncio.gather(
                *(people.claim(guest.id, "anna", "hash") for guest in guests),
                return_exceptions=True,
            )
            refused = [a for a in answers if isinstance(a, BadInput)]
            assert answers.count(True) == 1
            assert [error.code for error in refused] == [ServerCode.NAME_TAKEN] * 7

    asyncio.run(scene())


def test_a_session_belongs_to_somebody(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            with pytest.raises(StorageRefused):
                await People(database).add_session("nobody", "secret", now=1)

    asyncio.run(scene())


def test_ids_have_16_signs_and_codes_five_letters() -> None:
    assert {len(new_id()) for _ in range(100)} == {16}
    assert all(len(code) == 5 and code.isalpha() and code.isupper() for code in [new_code()])
