"""Opening the database of a server from the command line."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tenback.cli.texts import Texts
from tenback.rules import BadInput, Reason

if TYPE_CHECKING:
    from tenback.server.store import Database

F = TypeVar("F", bound=Callable[..., Any])
Made = TypeVar("Made")


def database_option(texts: Texts) -> Callable[[F], F]:
    """Return a decorator that adds --database-url to a command."""
    return click.option(
        "--database-url",
        metavar="URL",
        help=texts("SQLite or PostgreSQL. Default: tenback.sqlite in your data folder"),
    )


def with_database(
    url: str | None, work: "Callable[[Database], Awaitable[Made]]", *, is_new: bool = False
) -> Made:
    """Run `work` on a server's database. The database must exist unless `is_new`."""
    from tenback.server.settings import Settings
    from tenback.server.store import Database, StorageError
    from tenback.server.store.database_url import bad_database, read_database_url
    from tenback.server.store.migrate import newest_version

    chosen = Settings.from_environment(os.environ, {"database_url": url} if url else {})
    read = read_database_url(chosen.database_url)
    is_file = read.drivername.startswith("sqlite")
    if is_file and not is_new and not Path(read.database or "").exists():
        raise bad_database(read, Reason("there is no such file"))

    async def done() -> Made:
        database = Database(chosen.database_url)
        try:
            if not is_new and await database.version() != newest_version():
                raise bad_database(
                    read,
                    Reason("it comes from another version: start this version of the server once"),
                )
            return await work(database)
        except StorageError as fault:
            raise bad_database(read, str(fault)) from None
        finally:
            await database.close()

    return asyncio.run(done())


def no_such_person(text: str) -> BadInput:
    """Return the error for an unknown person."""
    from tenback.server.errors import ServerCode

    return BadInput(ServerCode.NO_SUCH_PERSON, text=text)
