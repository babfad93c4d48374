"""Rate limits that all processes share."""

from sqlalchemy import case, delete
from sqlalchemy.dialects.postgresql import insert  # SQLite writes it the same way

from tenback.server.store.database import Database
from tenback.server.store.ids import hash_of
from tenback.server.store.people import account_name
from tenback.server.store.schema import throttles


def account_key(account: str) -> str:
    """Return the key that counts password guesses for an account."""
    return f"account:{hash_of(account_name(account.strip()))}"


def own_password_key(person: str) -> str:
    """Return the key that counts the guesses of a signed-in person's own password.

    Strangers cannot use it up, as they can use up the account's.
    """
    return f"password:{hash_of(person)}"


def person_key(person: str) -> str:
    """Return the key that counts a person's costly requests."""
    return f"person:{hash_of(person)}"


def analysis_key(who: str) -> str:
    """Return the key that counts the analyses requested by a person or an address."""
    return f"analysis:{hash_of(who)}"


class Throttles:
    """Counts attempts by key, and forgets old ones.

    A key holds the time at which all its attempts are paid off; each costs `1 / rate` seconds.
    An attempt that would move it more than `burst` attempts ahead of now is refused and costs
    nothing.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, key: str, now: int, *, rate: float, burst: int) -> bool:
        """Count an attempt if it is allowed now. One statement, so parallel attempts count too."""
        cost = round(1000 / rate)
        paid_at = case((throttles.c.paid_at > now, throttles.c.paid_at), else_=now) + cost
        change = (
            insert(throttles)
            .values(key=key, paid_at=now + cost)
            .on_conflict_do_update(
                index_elements=[throttles.c.key],
                set_={"paid_at": paid_at},
                where=throttles.c.paid_at <= now + (burst - 1) * cost,
            )
        )
        async with self._database.writing() as connection:
            await connection.execute(delete(throttles).where(throttles.c.paid_at < now))
            return (await connection.execute(change)).rowcount == 1

    async def forget(self, key: str) -> None:
        """Forget all attempts under a key."""
        async with self._database.writing() as connection:
            await connection.execute(delete(throttles).where(throttles.c.key == key))
