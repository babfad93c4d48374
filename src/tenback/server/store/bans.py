"""Bans: people whom the server's host has shut out."""

from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert  # SQLite writes it the same way

from tenback.server.store.database import Database
from tenback.server.store.ids import new_id
from tenback.server.store.notes import PEOPLE_REMOVED, note_written
from tenback.server.store.schema import bans, sessions


@dataclass(frozen=True, slots=True)
class Ban:
    """A ban: the person, the time, and a reason that only hosts see."""

    person: str
    banned_at: int
    reason: str


class Bans:
    """All bans. Banned people have no sessions and cannot sign in."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, ban: Ban) -> None:
        """Ban a person, end their sessions, and make all processes check for ended sessions."""
        row = {"person_id": ban.person, "banned_at": ban.banned_at, "reason": ban.reason}
        change = insert(bans).values(row)
        changed = {"reason": ban.reason}
        async with self._database.writing() as connection:
            await connection.execute(
                change.on_conflict_do_update(index_elements=[bans.c.person_id], set_=changed)
            )
            await connection.execute(note_written(PEOPLE_REMOVED, new_id()))
            await connection.execute(delete(sessions).where(sessions.c.person_id == ban.person))

    async def lift(self, person: str) -> bool:
        """Lift a person's ban. Return whether there was one."""
        async with self._database.writing() as connection:
            gone = await connection.execute(delete(bans).where(bans.c.person_id == person))
            return gone.rowcount == 1

    async def has(self, person: str) -> bool:
        """Return whether a person is banned."""
        found = select(bans.c.person_id).where(bans.c.person_id == person)
        async with self._database.reading() as connection:
            return (await connection.execute(found)).first() is not None
