"""Who serves a SQLite file: one process that knows of no other, or several that share it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from sqlalchemy.engine import URL

from tenback.rules import Reason
from tenback.server.store.database_url import bad_database, make_folder

SUFFIX = ".lock"


@contextmanager
def claimed(url: URL, *, is_alone: bool) -> Iterator[None]:
    """Claim a SQLite file for as long as it is served, or say that another process serves it.

    A server that is alone needs the file for itself; those with several processes, or with Redis,
    look for each other's steps and share it. The lock is SQLite's own, on a file beside the
    database: it ends with the process, however that ends.
    """
    if url.database is None or not url.drivername.startswith("sqlite"):
        yield
        return
    make_folder(url)
    with closing(_connect(url)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE" if is_alone else "BEGIN")
            connection.execute("SELECT count(*) FROM sqlite_schema")  # only now it is locked
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
