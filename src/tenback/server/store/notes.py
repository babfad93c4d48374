"""Notes for all processes: short texts by key."""

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import Insert, insert  # SQLite writes it the same way

from tenback.server.store.database import Database
from tenback.server.store.schema import notes

STOP = "stop"
"""The stop that the host has announced."""
PEOPLE_REMOVED = "sent-away"
"""Changes with every person the host bans or deletes, so that processes check sessions."""
LAST_TIDIED = "tidied"
"""The time when the server last removed old data."""


class Notes:
    """The notes that the host and the processes leave for all processes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self) -> dict[str, str]:
        """Return all notes."""
        async with self._database.reading() as connection:
            return {row.key: row.value for row in await connection.execute(select(notes))}

    async def write(self, key: str, value: str | None) -> None:
        """Change a note; None removes it."""
        async with self._database.writing() as connection:
            if value is None:
                await connection.execute(delete(notes).where(notes.c.key == key))
            else:
                await connection.execute(note_written(key, value))

    async def claim(self, key: str, value: str, before: str | None) -> bool:
        """Change a note, unless another process has changed it. Return whether it was changed."""
        change = insert(notes).values(key=key, value=value)
        if before is None:
            change = change.on_conflict_do_nothing()
        else:
            is_as_before = notes.c.value == before
            change = change.on_conflict_do_update(
                index_elements=[notes.c.key], set_={"value": value}, where=is_as_before
            )
        async with self._database.writing() as connection:
            return (await connection.execute(change)).rowcount == 1


def note_written(key: str, value: str) -> Insert:
    """Return the statement that writes a note."""
    change = insert(notes).values(key=key, value=value)
    return change.on_conflict_do_update(index_elements=[notes.c.key], set_={"value": value})
