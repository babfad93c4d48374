"""A lock on a SQLite file: for one process alone, or for several that share it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from sqlalchemy.engine import URL

from tenback.rules import Reason
from tenback.server.store.database_url import bad_database, make_folder

SUFFIX = ".lock"


@contextmanager
def claimed(url: URL, *, is_alone: bool) -> Iterator[None]:
    """Claim a SQLite file while it is served, or refuse if another process has claimed it.

    A lone server needs the file for itself. Servers with several processes, or with Redis, look for
    each other's steps and share it. The lock is SQLite's own, on a file beside the database. It
    ends with the process, however that ends.
    """
    if url.database is None or not url.drivername.startswith("sqlite"):
        yield
        return
    make_folder(url)
    with closing(_connect(url)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE" if is_alone else "BEGIN")
            connection.execute("SELECT count(*) FROM sqlite_schema")  # takes the lock
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise bad_database(url, str(error)) from None
            raise bad_database(
                url,
                Reason(
                    "a running server has it open; several servers share a file only if each "
                    "has --workers or --redis-url"
                ),
            ) from None
        yield


def _connect(url: URL) -> sqlite3.Connection:
    try:
        return sqlite3.connect(f"{url.database}{SUFFIX}", timeout=0, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise bad_database(url, str(error)) from None
