"""Database URLs: a SQLite file, or PostgreSQL."""

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from tenback.rules import BadInput, Reason
from tenback.server.errors import ServerCode

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
SETTINGS = {"host", "port", "ssl", "sslmode"}
"""The query parameters allowed in a PostgreSQL URL."""


def read_database_url(text: str) -> URL:
    """Return the URL with the driver that we use, or refuse it with a reason."""
    try:
        url = make_url(text)
        driver = DRIVERS[url.drivername]
    except (ArgumentError, KeyError, ValueError):
        scheme = text.partition("://")[0]  # the rest may hold a password
        reason = Reason(
            "its URL should look like sqlite:////folder/file.db or postgresql://user@host/name"
        )
        raise BadInput(ServerCode.BAD_DATABASE, text=f"{scheme}://…", reason=reason) from None
    url = url.set(drivername=driver)
    return _file(url) if driver.startswith("sqlite") else _server(url)


def bad_database(url: URL, reason: Reason | str) -> BadInput:
    """Return the error for an unusable database, without its password."""
    text = url.render_as_string(hide_password=True)
    return BadInput(ServerCode.BAD_DATABASE, text=text, reason=reason)


def _file(url: URL) -> URL:
    if not url.database or url.database.startswith((":", "file:")):
        raise bad_database(url, Reason("it must be a file, so that it outlives the server"))
    return url.set(query={})


def _server(url: URL) -> URL:
    unknown = set(url.query) - SETTINGS
    if unknown:
        raise bad_database(url, Reason("there is no setting {name}", name=min(unknown)))
    if "sslmode" in url.query:  # libpq's spelling
        kept = {name: value for name, value in url.query.items() if name != "sslmode"}
        url = url.set(query={**kept, "ssl": url.query["sslmode"]})
    return url


def make_folder(url: URL) -> None:
    """Create the folder of a SQLite file, if it is missing."""
    if url.database is not None:
        try:
            Path(url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise bad_database(url, error.strerror or str(error)) from None
