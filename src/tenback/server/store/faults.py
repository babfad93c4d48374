"""What can go wrong with a database, as two exceptions of ours.

    StorageGone             it does not answer: whether anything was done is not known
    └── StorageRefused      it answered no: nothing was done, and the mistake is ours

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
)
"""What a database answers to a statement that it understood and will never carry out."""


class StorageGone(Exception):
    """The database does not answer: what was asked may have been done, or not."""


class StorageRefused(StorageGone):
    """The database answered no: nothing of what was asked is done."""


@contextmanager
def translating() -> Iterator[None]:
    """Turn what engines and drivers raise into `StorageGone` and `StorageRefused`."""
    try:
        yield
    except FAILURES as error:
        raise fault_of(error) from error


def fault_of(error: BaseException) -> StorageGone:
    """Return what a failure of an engine or driver means, without the values it was about."""
    told = told_by(error)
    words = f"{type(told).__name__}: {told}".splitlines()[0]
    is_mistake = isinstance(error, MISTAKES) or isinstance(told, MISTAKES)
    return StorageRefused(words) if is_mistake else StorageGone(words)


def told_by(error: BaseException) -> BaseException:
    """Return what the driver itself has raised, out of what SQLAlchemy made of it."""
    while isinstance(error, DBAPIError | AsyncAdapt_Error):
        inner = error.orig if isinstance(error, DBAPIError) else error.__cause__
        if inner is None:
            break
        error = inner
    return error
