"""Who one is at servers, remembered on this machine: a guest who comes back is the same person."""

import os
from pathlib import Path

import msgspec
from msgspec import Struct
from platformdirs import user_data_path

from tenback.online import Person


class Session(Struct, frozen=True):
    """Who one is at a server."""

    id: str
    name: str
    secret: str


class Sessions:
    """The file with the sessions; only its owner can read it."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = user_data_path("tenback") / "sessions.json" if path is None else path

    def find(self, url: str) -> Person | None:
        """Return who one is at a server, if one has been there."""
        known = self._read().get(url)
        return None if known is None else Person(url, known.id, known.name, known.secret)

    def keep(self, person: Person) -> None:
        """Remember who one is at a server."""
        known = {**self._read(), person.url: Session(person.id, person.name, person.secret)}
        text = msgspec.json.format(msgspec.json.encode(known), indent=1)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        written = self._path.with_suffix(".new")
        with os.fdopen(
            os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb"
        ) as file:
            file.write(text)
        written.replace(self._path)

    def _read(self) -> dict[str, Session]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, Session])
        except (OSError, msgspec.MsgspecError, UnicodeError):
            return {}
