"""Limits that hold over all processes: how often something may be tried in a while."""

from sqlalchemy import case, delete
from sqlalchemy.dialects.postgresql import insert  # SQLite writes it the same way

from tenback.server.store.database import Database
from tenback.server.store.ids import hash_of
from tenback.server.store.people import account_name
from tenback.server.store.schema import throttles


def account_key(account: str) -> str:
    """Return the key under which guesses at the password of an account are counted."""
    return f"account:{hash_of(account_name(account.strip()))}"


def person_key(person: str) -> str:
    """Return the key under which costly requests of a person are counted."""
    return f"person:{hash_of(person)}"


def analysis_key(who: str) -> str:
    """Return the key under which analyses are counted that a person or an address asks for."""
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
        """Count one try, if it may be made now. One statement: tries at once are counted too."""
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
        """Start counting again."""
        async with self._database.writing() as connection:
            await connection.execute(delete(throttles).where(throttles.c.key == key))
