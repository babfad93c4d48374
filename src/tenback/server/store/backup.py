"""Backups: a SQLite file with everything from a database of either kind.

    back_up    database ─▶ FILE.part ─▶ FILE      what was stored when it began, while people play
    restore    FILE ─▶ database                   all or nothing, and nobody may use it meanwhile

So a backup of SQLite can be restored into PostgreSQL, and the other way around. It holds names,
hashes of passwords and sessions: only its owner can read the file.
"""

import asyncio
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tenback.rules import BadInput, Reason
from tenback.server.errors import ServerCode
from tenback.server.store.database import Database
from tenback.server.store.database_url import bad_database
from tenback.server.store.file_claim import claimed
from tenback.server.store.migrate import LOCK, scripts
from tenback.server.store.schema import commitments, entries, metadata

ROWS = 2000
"""Rows copied at a time."""
SQLITE_SUFFIXES = ("", "-wal", "-shm")
"""The file name suffixes of a SQLite database."""
COUNT_SERVERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND application_name = 'tenback' AND pid <> pg_backend_pid()"
)


async def back_up(database: Database, file: Path) -> int:
    """Write everything into a new file, and return the number of steps in it.

    It contains everything that was stored before this began. The file appears when it is complete.
    """
    if file.exists():
        raise bad_backup(file, Reason("the file already exists"))
    part = file.with_name(file.name + ".part")
    with _writing(file):
        part.unlink(missing_ok=True)
        part.touch(mode=0o600, exist_ok=False)
    try:
        if database.is_sqlite:
            with _writing(file):
                await asyncio.to_thread(_copy_file, _path(database), part)
        else:
            await _copy_database(database, part)
        with _writing(file):
            steps = await asyncio.to_thread(_check, part, file)
            _sync(part)
            part.replace(file)
            _sync(file.parent)
        return steps
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


async def restore(file: Path, database: Database, *, is_replacing: bool, now: int) -> Path | None:
    """Replace a database with a backup, migrated to the current version. No server may be running.

    Return where the previous database is kept: SQLite's file is moved aside.
    Existing data in PostgreSQL is deleted in the same transaction. Secrets drawn in advance are not
    restored: they may have been used and revealed since the backup.
    """
    await asyncio.to_thread(_check, file, file)
    if not database.is_sqlite:
        await _restore_rows(file, database, is_replacing=is_replacing)
        return None
    with claimed(database.url, is_alone=True):
        path = _path(database)
        if path.exists() and not is_replacing:
            raise _not_empty(database)
        part = path.with_name(path.name + ".part")
        with _writing(path):
            part.unlink(missing_ok=True)
            await asyncio.to_thread(_copy_file, file, part)
            _sync(part)
            kept = _move_aside(path, now) if path.exists() else None
            part.replace(path)
            _sync(path.parent)
        await database.migrate()
        async with database.writing() as connection:
            await connection.execute(delete(commitments))
        return kept


def bad_backup(file: Path, reason: Reason | str) -> BadInput:
    """Return the error for an unusable backup file."""
    return BadInput(ServerCode.BAD_BACKUP, text=str(file), reason=reason)


def _path(database: Database) -> Path:
    assert database.url.database is not None
    return Path(database.url.database)


def _copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite database as it is at this moment, even while others write to it."""
    with (
        closing(sqlite3.connect(source, timeout=60)) as before,
        closing(sqlite3.connect(target, isolation_level=None)) as after,
    ):
        before.backup(after)
        after.execute("PRAGMA journal_mode = DELETE")  # so that the backup is a single file
    target.chmod(0o600)


def _check(file: Path, shown: Path) -> int:
    """Return the number of steps in a backup, or refuse one that cannot be restored."""
    if not file.is_file():
        raise bad_backup(shown, Reason("there is no such file"))
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as backup:
            complaint = backup.execute("PRAGMA quick_check").fetchone()[0]
            if complaint != "ok":
                raise bad_backup(shown, str(complaint))
            version = backup.execute("SELECT version_num FROM alembic_version").fetchone()
            steps: int = backup.execute("SELECT count(*) FROM entries").fetchone()[0]
    except sqlite3.Error as error:
        if isinstance(error, sqlite3.OperationalError) and "no such table" in str(error):
            raise bad_backup(shown, Reason("it is not a Tenback database")) from None
        raise bad_backup(shown, str(error)) from None
    known = {script.revision for script in scripts().walk_revisions()}
    if version is None or version[0] not in known:
        raise bad_backup(shown, Reason("it was made by a newer tenback"))
    return steps


async def _copy_database(database: Database, part: Path) -> None:
    """Copy a consistent snapshot of all PostgreSQL rows into a SQLite file."""
    copy = Database(f"sqlite:///{part.absolute()}")
    try:
        await copy.migrate()
        async with (
            database.long_transaction() as source,
            copy.long_transaction(is_writing=True) as target,
        ):
            await _copy_rows(source, target)
    finally:
        await copy.close()
    with closing(sqlite3.connect(part, isolation_level=None)) as written:
        written.execute("PRAGMA journal_mode = DELETE")


async def _restore_rows(file: Path, database: Database, *, is_replacing: bool) -> None:
    """Replace all PostgreSQL rows with those of a backup, in one transaction."""
    await database.migrate()
    with TemporaryDirectory(prefix="tenback-restore-") as folder:
        newest = Path(folder) / "newest.sqlite"
        await asyncio.to_thread(_copy_file, file, newest)
        backup = Database(f"sqlite:///{newest}")
        try:
            await backup.migrate()
            async with (
                backup.long_transaction() as source,
                database.long_transaction(is_writing=True) as target,
            ):
                await target.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
                if await target.scalar(COUNT_SERVERS):
                    raise bad_database(
                        database.url, Reason("a running server is using it: stop it first")
                    )
                if not is_replacing and await target.scalar(
                    select(func.count()).select_from(entries)
                ):
                    raise _not_empty(database)
                await _copy_rows(source, target)
                await target.execute(delete(commitments))
        finally:
            await backup.close()


async def _copy_rows(source: AsyncConnection, target: AsyncConnection) -> None:
    """Replace the rows of all tables with those of another database."""
    for table in reversed(metadata.sorted_tables):
        await target.execute(delete(table))
    for table in metadata.sorted_tables:
        rows = await source.stream(select(table))
        async for some in rows.mappings().partitions(ROWS):
            await target.execute(insert(table), [dict(row) for row in some])


def _move_aside(path: Path, now: int) -> Path:
    """Move a database's files to another name. It may be broken, so it is never opened."""
    moment = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now / 1000))
    kept = path.with_name(f"{path.name}.before-{moment}")
    for suffix in SQLITE_SUFFIXES:
        one = path.with_name(path.name + suffix)
        if one.exists():
            one.replace(kept.with_name(kept.name + suffix))
    return kept


def _not_empty(database: Database) -> BadInput:
    reason = Reason("it is not empty: use --replace to overwrite it")
    return bad_database(database.url, reason)


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    """Turn write errors into refusals that name the file."""
    try:
        yield
    except OSError as error:
        raise bad_backup(file, error.strerror or str(error)) from None
    except sqlite3.Error as error:
        raise bad_backup(file, str(error)) from None


def _sync(path: Path) -> None:
    """Flush a file or folder to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
