"""Passwords: argon2id, in threads off the event loop, a few at a time."""

import asyncio
import secrets
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2
"""Each takes 64 MiB and a core for some hundredths of a second."""


class Passwords:
    """Hashes passwords, and compares them."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = PasswordHasher() if hasher is None else hasher
        self._threads = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._nobody = self._threads.submit(self._hasher.hash, secrets.token_hex())
        """The hash of a password that nobody knows, for logins without an account."""

    async def hash(self, password: str) -> str:
        """Return what is stored of a password."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._hasher.hash, password)

    async def is_right(self, stored: str | None, password: str) -> bool:
        """Return whether a password is the stored one; without one it takes as long to say no."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._compare, stored, password)

    def _compare(self, stored: str | None, password: str) -> bool:
        try:
            self._hasher.verify(self._nobody.result() if stored is None else stored, password)
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None

    def close(self) -> None:
        """Shut the threads down."""
        self._threads.shutdown(wait=False, cancel_futures=True)
