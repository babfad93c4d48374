"""People: guests, their sessions, and the accounts that some of them claim."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Insert, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tenback.rules import BadInput
from tenback.server.errors import ServerCode
from tenback.server.store.batched_lookup import BatchedLookup
from tenback.server.store.database import Database
from tenback.server.store.ids import new_id
from tenback.server.store.schema import people, sessions


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody, with an account or as a guest."""

    id: str
    name: str
    account: str | None
    created_at: int

    @classmethod
    def guest(cls, name: str, now: int) -> "Person":
        """Return somebody new."""
        return cls(new_id(), name, account=None, created_at=now)


@dataclass(frozen=True, slots=True)
class Account:
    """What a login is compared with."""

    person: Person
    password: str


_PERSON = (people.c.id, people.c.name, people.c.account, people.c.created_at)


class People:
    """Everybody who was ever here. Sessions are known by the hash of their secret (`ids`)."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sessions = BatchedLookup(self._by_sessions)

    async def add_guest(self, guest: Person, secret_hash: str) -> Person:
        """Store somebody new, with a session."""
        row = {"id": guest.id, "name": guest.name, "created_at": guest.created_at}
        async with self._database.writing() as connection:
            await connection.execute(insert(people).values(row))
            await connection.execute(_session(guest.id, secret_hash, guest.created_at))
        return guest

    async def by_session(self, secret_hash: str) -> Person | None:
        """Return whose session this is."""
        return await self._sessions.get(secret_hash)

    async def _by_sessions(self, secret_hashes: Sequence[str]) -> dict[str, Person]:
        found = (
            select(sessions.c.secret_hash, *_PERSON)
            .join(sessions, sessions.c.person_id == people.c.id)
            .where(sessions.c.secret_hash.in_(secret_hashes))
        )
        async with self._database.reading() as connection:
            return {row[0]: Person(*row[1:]) for row in await connection.execute(found)}

    async def by_id(self, person: str) -> Person | None:
        """Return the person with this id."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(*_PERSON).where(people.c.id == person))
            row = found.one_or_none()
        return Person(*row) if row else None

    async def rename(self, person: str, name: str) -> None:
        """Call somebody by another name; an account keeps its own."""
        async with self._database.writing() as connection:
            await connection.execute(update(people).where(people.c.id == person).values(name=name))

    async def claim(self, person: str, account: str, password: str) -> bool:
        """Give a guest an account, with the hash of a password; False if there is one already.

        A name that another account has is refused.
        """
        change = (
            update(people)
            .where(people.c.id == person, people.c.account.is_(None))
            .values(account=account_name(account), password=password)
        )
        async with self._database.writing() as connection:
            try:
                return (await connection.execute(change)).rowcount == 1
            except IntegrityError:
                raise BadInput(ServerCode.NAME_TAKEN, text=account) from None

    async def account(self, name: str) -> Account | None:
        """Return the account of this name, for a login; none has a name that cannot be printed."""
        if not name.isprintable():
            return None
        found = select(*_PERSON, people.c.password).where(people.c.account == account_name(name))
        async with self._database.reading() as connection:
            row = (await connection.execute(found)).one_or_none()
        return Account(Person(*row[:-1]), row[-1]) if row else None

    async def add_session(self, person: str, secret_hash: str, now: int) -> None:
        """Store another session of somebody."""
        async with self._database.writing() as connection:
            await connection.execute(_session(person, secret_hash, now))

    async def end_session(self, secret_hash: str) -> None:
        """Forget a session."""
        gone = delete(sessions).where(sessions.c.secret_hash == secret_hash)
        async with self._database.writing() as connection:
            await connection.execute(gone)

    async def end_other_sessions(self, person: str, kept_hash: str) -> None:
        """Forget all sessions of somebody but one."""
        others = (sessions.c.person_id == person) & (sessions.c.secret_hash != kept_hash)
        async with self._database.writing() as connection:
            await connection.execute(delete(sessions).where(others))


def account_name(text: str) -> str:
    """Return the name of an account as it is compared: large or small, composed or not.

    >>> account_name("Straße"), account_name("ＡＮＮＡ")
    ('strasse', 'anna')
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _session(person: str, secret_hash: str, now: int) -> Insert:
    return insert(sessions).values(secret_hash=secret_hash, person_id=person, created_at=now)
