"""Password hashing: argon2id, a few at a time, in threads off the event loop."""

import asyncio
import secrets
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2
"""Hashes computed at a time: each takes 64 MiB and a few hundredths of a second on one core."""


class Passwords:
    """Hashes and checks passwords."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = PasswordHasher() if hasher is None else hasher
        self._threads = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._nobody = _hash_of_no_password(self._hasher)
        """For logins to accounts that do not exist."""

    async def hash(self, password: str) -> str:
        """Return the hash to store for a password."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._hasher.hash, password)

    async def is_right(self, stored: str | None, password: str) -> bool:
        """Return whether a password matches. A check without a stored hash takes just as long."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._compare, stored, password)

    def _compare(self, stored: str | None, password: str) -> bool:
        try:
            self._hasher.verify(self._nobody if stored is None else stored, password)
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None

    def close(self) -> None:
        """Shut down the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _hash_of_no_password(hasher: PasswordHasher) -> str:
    """Return random bytes in place of a hash: checking a password against them takes as long."""
    salt, digest = (
        b64encode(secrets.token_bytes(length)).decode().rstrip("=")
        for length in (hasher.salt_len, hasher.hash_len)
    )
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${costs}${salt}${digest}"
