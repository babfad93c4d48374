import asyncio

from tenback.rules import BadInput
from tenback.server.errors import ServerCode
from tenback.server.store import (
    People,
    Person,
    Sessions,
    hash_of,
    new_code,
    new_id,
    new_secret,
)
from tests.server.store.opening import opened


def test_no_id_looks_like_an_option_of_a_command() -> None:
    assert not any(new_id().startswith("-") for _ in range(1000))


def test_somebody_is_known_by_id(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            people = People(database)
            anna = await people.add_guest(Person.guest("Anna", 7), hash_of(new_secret()))
            assert await people.by_id(anna.id) == anna
            assert (anna.name, anna.account, anna.created_at) == ("Anna", None, 7)
            assert await people.by_id("nobody") is None

    asyncio.run(scene())


def test_somebody_can_be_called_by_another_name(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            people = People(database)
            anna = await people.add_guest(Person.guest("Anna", 1), "a")
            await people.add_guest(Person.guest("Anna", 1), "b")
            await people.rename(anna.id, "Änne")
            sessions = Sessions(database)
            names = [await sessions.person(secret, now=1) for secret in ("a", "b")]
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
                assert await Sessions(database).person("a", now=1) == account.person
            assert await people.account("Other") is None

    asyncio.run(scene())


def test_a_name_that_another_account_has_or_looks_like_is_refused(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            people = People(database)
            guests = [await people.add_guest(Person.guest("Anna", 1), f"{i}") for i in range(8)]
            answers = await asyncio.gather(
                *(
                    people.claim(guest.id, account, "hash")
                    for guest, account in zip(guests, ("anna", "\u0430nna") * 4, strict=True)
                ),
                return_exceptions=True,
            )
            refused = [a for a in answers if isinstance(a, BadInput)]
            assert answers.count(True) == 1
            assert [error.code for error in refused] == [ServerCode.NAME_TAKEN] * 7

    asyncio.run(scene())


def test_only_an_account_has_a_password_to_change(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            people = People(database)
            anna = await people.add_guest(Person.guest("Anna", 1), "a")
            assert not await people.change_password(anna.id, "other hash")
            assert await people.claim(anna.id, "anna", "hash")
            assert await people.change_password(anna.id, "other hash")
            account = await people.account("anna")
            assert account is not None
            assert account.password == "other hash"

    asyncio.run(scene())


def test_ids_have_16_signs_and_codes_five_letters() -> None:
    assert {len(new_id()) for _ in range(100)} == {16}
    assert all(len(code) == 5 and code.isalpha() and code.isupper() for code in [new_code()])
