"""Notes for all processes: a few short texts, each under a key."""

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import Insert, insert  # SQLite writes it the same way

from tenback.server.store.database import Database
from tenback.server.store.schema import notes

STOP = "stop"
"""When the server stops, as its host has announced it."""
SENT_AWAY = "sent-away"
"""The person whom the host banned or deleted last: processes then check for ended sessions."""
TIDIED = "tidied"
"""When the server last removed old data."""


class Notes:
    """What the host and the processes note for all processes."""

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
        """Change a note unless another process has changed it; return whether it was changed."""
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
