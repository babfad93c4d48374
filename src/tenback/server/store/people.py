"""People: guests, and the accounts that some of them claim."""

import unicodedata
from dataclasses import dataclass

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from tenback.rules import BadInput
from tenback.server.errors import ServerCode
from tenback.server.names import skeleton
from tenback.server.store.database import Database
from tenback.server.store.person import PERSON, Person
from tenback.server.store.schema import people
from tenback.server.store.sessions import session_added


@dataclass(frozen=True, slots=True)
class Account:
    """A person and the password hash that a login is checked against."""

    person: Person
    password: str | None
    """None while the person is being deleted, so that no password is right."""


class People:
    """Everybody the server knows."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_guest(self, guest: Person, secret_hash: str, device: str | None = None) -> Person:
        """Store a new guest with a session."""
        row = {
            "id": guest.id,
            "name": guest.name,
            "created_at": guest.created_at,
            "is_bot": guest.is_bot,
        }
        async with self._database.writing() as connection:
            await connection.execute(insert(people).values(row))
            await connection.execute(session_added(guest.id, secret_hash, guest.created_at, device))
        return guest

    async def by_id(self, person: str) -> Person | None:
        """Return the person with this id."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(*PERSON).where(people.c.id == person))
            row = found.one_or_none()
        return Person(*row) if row else None

    async def rename(self, person: str, name: str) -> None:
        """Change a person's display name. The name of an account stays the same."""
        async with self._database.writing() as connection:
            await connection.execute(update(people).where(people.c.id == person).values(name=name))

    async def claim(self, person: str, account: str, password: str) -> bool:
        """Give a guest an account with a password hash. Return False if they have one already.

        A name that another account has, or that looks like it, is refused.
        """
        change = (
            update(people)
            .where(people.c.id == person, people.c.account.is_(None))
            .values(
                account=account_name(account),
                skeleton=skeleton(account_name(account)),
                password=password,
            )
        )
        async with self._database.writing() as connection:
            try:
                return (await connection.execute(change)).rowcount == 1
            except IntegrityError:
                raise BadInput(ServerCode.NAME_TAKEN, text=account) from None

    async def account(self, name: str) -> Account | None:
        """Return the account with this name, for a login. No account has an unprintable name."""
        if not name.isprintable():
            return None
        found = select(*PERSON, people.c.password).where(people.c.account == account_name(name))
        async with self._database.reading() as connection:
            row = (await connection.execute(found)).one_or_none()
        return Account(Person(*row[:-1]), row[-1]) if row else None

    async def account_like(self, name: str, own: str | None = None) -> str | None:
        """Return an account that a name could be mistaken for, other than the caller's own."""
        looks = {skeleton(name), skeleton(account_name(name))}
        looks -= set() if own is None else {skeleton(own)}
        query = select(people.c.account).where(people.c.skeleton.in_(looks)).limit(1)
        async with self._database.reading() as connection:
            found: str | None = await connection.scalar(query)
        return found

    async def check_name_of_others(self, name: str, own: str | None = None) -> None:
        """Refuse a name that looks like the account of somebody else."""
        if other := await self.account_like(name, own):
            raise BadInput(ServerCode.NAME_OF_OTHER, text=name, other=other)

    async def change_password(self, person: str, password: str) -> bool:
        """Store the hash of a new password. Return False if the person has no account."""
        change = (
            update(people)
            .where(people.c.id == person, people.c.password.is_not(None))
            .values(password=password)
        )
        async with self._database.writing() as connection:
            return (await connection.execute(change)).rowcount == 1


def account_name(text: str) -> str:
    """Return an account name in the form used for comparison, without case and composition.

    >>> account_name("Straße"), account_name("ＡＮＮＡ")
    ('strasse', 'anna')
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
