"""Passwords: a check takes as long whether the account exists or not."""

import asyncio
from typing import Literal

from argon2 import PasswordHasher, extract_parameters

from tenback.server.passwords import Passwords


class NotingHasher(PasswordHasher):
    """Notes the hashes that passwords are checked against."""

    checked: list[str]

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 (argon2's)
        assert isinstance(hash, str)
        self.checked.append(hash)
        return super().verify(hash, password)


def test_a_password_of_no_account_is_checked_with_the_same_costs() -> None:
    hasher = NotingHasher()
    hasher.checked = []

    async def story() -> None:
        passwords = Passwords(hasher)
        stored = await passwords.hash("correct horse")
        assert await passwords.is_right(stored, "correct horse")
        assert not await passwords.is_right(stored, "another horse")
        assert not await passwords.is_right(None, "correct horse")
        passwords.close()

    asyncio.run(story())
    *_, of_account, of_none = hasher.checked
    assert extract_parameters(of_none) == extract_parameters(of_account)
    assert [len(part) for part in of_none.split("$")] == [
        len(part) for part in of_account.split("$")
    ]


def test_no_two_servers_check_against_the_same_bytes() -> None:
    checked: list[str] = []
    for _ in range(2):
        hasher = NotingHasher(time_cost=1, memory_cost=8, parallelism=1)
        hasher.checked = checked
        passwords = Passwords(hasher)
        assert not asyncio.run(passwords.is_right(None, "correct horse"))
        passwords.close()
    assert len(set(checked)) == 2
