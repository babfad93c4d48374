"""Database failures as a few exceptions of our own.

    StorageError
    ├── StorageUnavailable          no answer: nobody knows whether anything was done
    └── StorageRefused              refused: nothing was done, and asking again changes nothing
        └── StorageNotWritable      the database cannot write anything at all

Nobody above the store sees an exception of SQLAlchemy or of a driver.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
from sqlalchemy.connectors.asyncio import AsyncAdapt_Error
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    NotSupportedError,
    ProgrammingError,
    SQLAlchemyError,
)

FAILURES = (
    SQLAlchemyError,
    sqlite3.Error,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # raised while the server closes the connection
    OSError,  # includes TimeoutError
)
"""Everything that engines and drivers raise."""

MISTAKES = (
    IntegrityError,
    ProgrammingError,
    DataError,
    NotSupportedError,
    sqlite3.IntegrityError,
    sqlite3.ProgrammingError,
    sqlite3.DataError,
    sqlite3.NotSupportedError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.SyntaxOrAccessError,
    asyncpg.DataError,
    asyncpg.ProgramLimitExceededError,
)
"""Errors for statements that the database understood and will never carry out."""

NOT_WRITABLE = (asyncpg.DiskFullError,)
"""PostgreSQL errors while it cannot write, until somebody fixes that.

A read-only server has just become a standby. Another one will accept writes in a moment, so it
counts as unavailable, and the next connection finds the new one.
"""

REFUSED_BY_SQLITE = {
    sqlite3.SQLITE_ERROR,  # for example no such table
    sqlite3.SQLITE_TOOBIG,
}
NOT_WRITABLE_BY_SQLITE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
"""SQLite error codes of both kinds, where Python's exception types do not distinguish them."""


class StorageError(Exception):
    """The database did not do what was asked, or did not confirm it."""


class StorageUnavailable(StorageError):
    """The database gave no answer. The change may or may not have been made."""


class StorageRefused(StorageError):
    """The database refused. Nothing was changed."""


class StorageNotWritable(StorageRefused):
    """The database cannot write anything until somebody fixes it. The step is not at fault."""


@contextmanager
def translating() -> Iterator[None]:
    """Translate exceptions of engines and drivers into `StorageError`s."""
    try:
        yield
    except FAILURES as error:
        raise fault_of(error) from error


def fault_of(error: BaseException) -> StorageError:
    """Return the `StorageError` for an exception, without the values of the statement."""
    raised = raised_by_driver(error)
    words = f"{type(raised).__name__}: {raised}".splitlines()[0]
    if isinstance(raised, NOT_WRITABLE) or _sqlite_code(raised) in NOT_WRITABLE_BY_SQLITE:
        return StorageNotWritable(words)
    is_mistake = isinstance(error, MISTAKES) or isinstance(raised, MISTAKES)
    if is_mistake or _sqlite_code(raised) in REFUSED_BY_SQLITE:
        return StorageRefused(words)
    return StorageUnavailable(words)


def raised_by_driver(error: BaseException) -> BaseException:
    """Return the driver's own exception inside SQLAlchemy's."""
    while isinstance(error, DBAPIError | AsyncAdapt_Error):
        inner = error.orig if isinstance(error, DBAPIError) else error.__cause__
        if inner is None:
            break
        error = inner
    return error


def _sqlite_code(error: BaseException) -> int | None:
    """Return SQLite's primary error code, the lowest byte of the extended one."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None
