"""The user's sessions at servers, stored on this machine so that guests can come back."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path

import msgspec
from msgspec import Struct
from platformdirs import user_data_path

from tenback.online import CodeLink, Person, TableLink, TurnedDown

DATA = user_data_path("tenback")


class Session(Struct, frozen=True):
    """A session at one server."""

    id: str
    name: str
    secret: str


class Sessions:
    """The file with all sessions. Only its owner can read it."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = DATA / "sessions.json" if path is None else path

    def find(self, url: str) -> Person | None:
        """Return the person of the stored session at a server, if there is one."""
        known = self._read().get(url)
        return None if known is None else Person(url, known.id, known.name, known.secret)

    async def recall(self, url: str, name: str | None = None) -> Person | None:
        """Return the stored person if the server still knows them, under the requested name."""
        person = self.find(url)
        if person is None or name not in (None, person.name):
            return None
        try:
            await person.request("GET", "/api/me")
        except TurnedDown:
            return None
        return person

    def keep(self, person: Person) -> None:
        """Store the session of a person."""
        known = {**self._read(), person.url: Session(person.id, person.name, person.secret)}
        text = msgspec.json.format(msgspec.json.encode(known), indent=1)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        written = self._path.with_suffix(".new")
        with os.fdopen(
            os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb"
        ) as file:
            file.write(text)
        written.replace(self._path)

    def forget(self) -> None:
        """Delete all sessions."""
        self._path.unlink(missing_ok=True)

    def _read(self) -> dict[str, Session]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, Session])
        except (OSError, msgspec.MsgspecError, UnicodeError):
            return {}


@contextmanager
def bot_sessions(
    link: TableLink | CodeLink, name: str, folder: Path = DATA / "bots"
) -> Iterator[Sessions]:
    """Yield the sessions of a bot at one table, in a file that no other running process uses.

    A restarted bot finds the seat that it had. A second one running beside it gets another.
    """
    folder.mkdir(parents=True, exist_ok=True)
    digest = sha256(f"{link} {name}".encode()).hexdigest()[:16]
    for number in count(1):
        place = folder / f"{digest}-{number}"
        lock = place.with_suffix(".lock")
        with closing(sqlite3.connect(lock, timeout=0, isolation_level=None)) as connection:
            try:  # On every system, SQLite's lock ends with the process, however that ends.
                connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError:
                continue
            sessions = Sessions(place.with_suffix(".json"))
            yield sessions
            sessions.forget()  # only after success: otherwise the bot needs it again
            lock.unlink(missing_ok=True)
            return
