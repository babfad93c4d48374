"""What can go wrong with a database, as two exceptions of ours.

    StorageError
    ├── StorageUnavailable  it gave no answer: whether anything was done is not known
    └── StorageRefused      it answered no: nothing was done, and asking again changes nothing
        └── StorageNotWritable      nor is anything else done, whoever asks

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
    asyncpg.InternalClientError,  # asked while the server said good-bye
    OSError,  # and with it TimeoutError
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
"""What a database answers to a statement that it understood and will never carry out."""

NOT_WRITABLE = (asyncpg.DiskFullError,)
"""What PostgreSQL answers while it cannot write, until somebody fixes it.

One that is read-only has just become a standby: a moment later another one writes, so it counts as
gone, and the next connection finds the new one.
"""

REFUSED_BY_SQLITE = {
    sqlite3.SQLITE_ERROR,  # for example no such table
    sqlite3.SQLITE_TOOBIG,
}
NOT_WRITABLE_BY_SQLITE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
"""What SQLite says of both kinds, where Python's exception does not tell them apart."""


class StorageError(Exception):
    """The database did not do what it was asked to, or nobody knows whether it did."""


class StorageUnavailable(StorageError):
    """The database gave no answer: what was asked may have been done, or not."""


class StorageRefused(StorageError):
    """The database answered no: nothing of what was asked is done."""


class StorageNotWritable(StorageRefused):
    """The database can write nothing until somebody fixes it: no step is at fault."""


@contextmanager
def translating() -> Iterator[None]:
    """Turn what engines and drivers raise into `StorageUnavailable` and `StorageRefused`."""
    try:
        yield
    except FAILURES as error:
        raise fault_of(error) from error


def fault_of(error: BaseException) -> StorageError:
    """Return what a failure of an engine or driver means, without the values it was about."""
    raised = raised_by_driver(error)
    words = f"{type(raised).__name__}: {raised}".splitlines()[0]
    if isinstance(raised, NOT_WRITABLE) or _sqlite_code(raised) in NOT_WRITABLE_BY_SQLITE:
        return StorageNotWritable(words)
    is_mistake = isinstance(error, MISTAKES) or isinstance(raised, MISTAKES)
    if is_mistake or _sqlite_code(raised) in REFUSED_BY_SQLITE:
        return StorageRefused(words)
    return StorageUnavailable(words)


def raised_by_driver(error: BaseException) -> BaseException:
    """Return what the driver itself has raised, out of what SQLAlchemy made of it."""
    while isinstance(error, DBAPIError | AsyncAdapt_Error):
        inner = error.orig if isinstance(error, DBAPIError) else error.__cause__
        if inner is None:
            break
        error = inner
    return error


def _sqlite_code(error: BaseException) -> int | None:
    """Return SQLite's primary code: the lowest byte of the extended one."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None
