"""Sessions of browsers and programs, from signing in to their end.

The key of a session is the hash of its secret (`ids`). The first part of the hash is its public
id.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Insert, delete, func, insert, select, update

from tenback.server.store.batched_lookup import BatchedLookup
from tenback.server.store.database import Database
from tenback.server.store.faults import StorageError
from tenback.server.store.person import PERSON, Person
from tenback.server.store.schema import bans, people, sessions

DAY = 24 * 60 * 60 * 1000
NOTED_AFTER = DAY // 24
"""Milliseconds within which further use is not recorded."""
ID_LENGTH = 16
"""The length of a session's id, enough to tell one person's sessions apart."""
MOST_NAMED = 500
"""The most sessions per query."""


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """What a person sees of their session. It does not help to open the session."""

    id: str
    created_at: int
    used_at: int
    device: str | None
    """The browser or program, as it describes itself."""


@dataclass(frozen=True, slots=True)
class _CachedPerson:
    person: Person
    used_at: int


def session_id(secret_hash: str) -> str:
    """Return the id by which people and other processes refer to a session."""
    return secret_hash[:ID_LENGTH]


def session_added(person: str, secret_hash: str, now: int, device: str | None) -> Insert:
    """Return the statement that stores a session."""
    return insert(sessions).values(
        secret_hash=secret_hash, person_id=person, created_at=now, used_at=now, device=device
    )


class Sessions:
    """All sessions. A session that was not used for `days` has ended."""

    def __init__(self, database: Database, days: int = 365) -> None:
        self._database = database
        self._lifetime = days * DAY
        self._known = BatchedLookup(self._find)

    async def person(self, secret_hash: str, now: int) -> Person | None:
        """Return the person of a session, and record the use."""
        known = await self._known.get(secret_hash)
        if known is None or known.used_at < now - self._lifetime:
            return None
        if known.used_at < now - NOTED_AFTER:
            with suppress(StorageError):  # reading works even when writing fails
                await self._note_use([secret_hash], now)
        return known.person

    async def _find(self, secret_hashes: Sequence[str]) -> dict[str, _CachedPerson]:
        found = (
            select(sessions.c.secret_hash, sessions.c.used_at, *PERSON)
            .join(sessions, sessions.c.person_id == people.c.id)
            .outerjoin(bans, bans.c.person_id == people.c.id)
            .where(sessions.c.secret_hash.in_(secret_hashes), bans.c.person_id.is_(None))
        )
        async with self._database.reading() as connection:
            return {
                row[0]: _CachedPerson(Person(*row[2:]), row[1])
                for row in await connection.execute(found)
            }

    async def add(self, person: str, secret_hash: str, now: int, device: str | None = None) -> None:
        """Store another session for a person, and delete expired ones."""
        async with self._database.writing() as connection:
            await connection.execute(delete(sessions).where(self._is_old(now)))
            await connection.execute(session_added(person, secret_hash, now, device))

    async def of(self, person: str, now: int) -> list[SessionInfo]:
        """Return a person's sessions, last used first."""
        found = (
            select(
                sessions.c.secret_hash, sessions.c.created_at, sessions.c.used_at, sessions.c.device
            )
            .where(sessions.c.person_id == person, ~self._is_old(now))
            .order_by(sessions.c.used_at.desc(), sessions.c.created_at.desc())
        )
        async with self._database.reading() as connection:
            return [
                SessionInfo(session_id(secret_hash), *rest)
                for secret_hash, *rest in await connection.execute(found)
            ]

    async def end(self, secret_hash: str) -> list[str]:
        """End a session. Return the ids of ended sessions."""
        return await self._end(sessions.c.secret_hash == secret_hash)

    async def end_one(self, person: str, session: str) -> list[str]:
        """End one of a person's sessions by its id. Return the ids of ended sessions."""
        is_it = func.substr(sessions.c.secret_hash, 1, ID_LENGTH) == session
        return await self._end((sessions.c.person_id == person) & is_it)

    async def end_all(self, person: str, kept_hash: str | None = None) -> list[str]:
        """End all of a person's sessions, or all but one. Return the ids of ended sessions."""
        return await self._end(
            (sessions.c.person_id == person) & (sessions.c.secret_hash != (kept_hash or ""))
        )

    async def ended(self, secret_hashes: Collection[str], now: int) -> list[str]:
        """Return the ids of those sessions that have ended, and record the use of the others."""
        alive: dict[str, int] = {}
        named = list(secret_hashes)
        for start in range(0, len(named), MOST_NAMED):
            some = sessions.c.secret_hash.in_(named[start : start + MOST_NAMED])
            found = select(sessions.c.secret_hash, sessions.c.used_at).where(some)
            async with self._database.reading() as connection:
                alive.update((row[0], row[1]) for row in await connection.execute(found))
        unnoted = [each for each, used_at in alive.items() if used_at < now - NOTED_AFTER]
        for start in range(0, len(unnoted), MOST_NAMED):
            await self._note_use(unnoted[start : start + MOST_NAMED], now)
        return [session_id(each) for each in named if each not in alive]

    async def _end(self, which: ColumnElement[bool]) -> list[str]:
        gone = delete(sessions).where(which).returning(sessions.c.secret_hash)
        async with self._database.writing() as connection:
            return [session_id(each) for each in (await connection.execute(gone)).scalars()]

    async def _note_use(self, secret_hashes: Sequence[str], now: int) -> None:
        change = (
            update(sessions).where(sessions.c.secret_hash.in_(secret_hashes)).values(used_at=now)
        )
        async with self._database.writing() as connection:
            await connection.execute(change)

    def _is_old(self, now: int) -> ColumnElement[bool]:
        return sessions.c.used_at < now - self._lifetime
