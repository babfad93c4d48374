import asyncio
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, insert, inspect, text

from tenback.rules import BadInput
from tenback.server.clock import Clock
from tenback.server.errors import ServerCode
from tenback.server.readiness import Readiness
from tenback.server.store import Database, Patience, StorageRefused, StorageUnavailable
from tenback.server.store.schema import days, metadata
from tests.server.servers import Postgres
from tests.server.store.opening import opened

MIGRATE = """
import asyncio, sys
from tenback.server.store import Database

async def main():
    database = Database(sys.argv[1])
    sys.stdin.read(1)
    await database.migrate()
    assert await database.is_ready()
    await database.close()

asyncio.run(main())
"""
A_DAY: dict[str, object] = {"day": "2030-01-01", "edition": "classic", "seats": 2, "seed": "A"}


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def names(connection: Connection) -> list[str | None]:
    return [
        name
        for table in metadata.tables
        for name in (
            inspect(connection).get_pk_constraint(table)["name"],
            *(key["name"] for key in inspect(connection).get_foreign_keys(table)),
            *(key["name"] for key in inspect(connection).get_unique_constraints(table)),
            *(key["name"] for key in inspect(connection).get_indexes(table)),
        )
    ]


async def write(database: Database, *those: dict[str, object] | None) -> None:
    async with database.writing() as connection:
        for one in those:
            if one is None:
                raise ZeroDivisionError
            await connection.execute(insert(days).values(one))


def test_a_new_database_is_ready_after_migrating(database_url: str) -> None:
    async def scene() -> None:
        database = Database(database_url)
        assert not await database.is_ready()
        await database.migrate()
        assert await database.is_ready()
        await database.migrate()
        await database.close()

    asyncio.run(scene())


def test_migrations_make_what_the_schema_says(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database, database.reading() as connection:
            assert await connection.run_sync(differences) == []
            migrated = await connection.run_sync(names)
            await connection.rollback()
            await connection.run_sync(metadata.drop_all)
            await connection.run_sync(metadata.create_all)
            assert await connection.run_sync(names) == migrated

    asyncio.run(scene())


def test_several_processes_may_migrate_at_once(database_url: str) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATE, database_url],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("x")
        process.stdin.flush()
    assert [process.communicate()[1] for process in processes] == ["", "", ""]


def test_a_newer_database_is_refused(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            async with database.writing() as connection:
                await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
            assert not await database.is_ready()
            with pytest.raises(BadInput, match="newer") as refused:
                await database.migrate()
            assert refused.value.code is ServerCode.BAD_DATABASE

    asyncio.run(scene())


def test_a_transaction_that_fails_is_undone(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            with pytest.raises(StorageRefused):
                await write(database, A_DAY, A_DAY)
            with pytest.raises(ZeroDivisionError):
                await write(database, A_DAY, None)
            async with database.reading() as connection:
                assert (await connection.execute(days.select())).all() == []

    asyncio.run(scene())


def test_faults_come_out_as_ours_without_the_values(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            with pytest.raises(StorageRefused) as refused:
                async with database.reading() as connection:
                    await connection.execute(
                        text("SELECT * FROM nothing WHERE it = :it"), {"it": "s3cret"}
                    )
            assert "s3cret" not in str(refused.value)

    asyncio.run(scene())


def test_sqlite_keeps_what_is_committed_through_a_power_cut(tmp_path: Path) -> None:
    async def scene() -> None:
        url = f"sqlite:///{tmp_path}/x.db"
        async with opened(url) as database, database.reading() as connection:
            assert await connection.scalar(text("PRAGMA journal_mode")) == "wal"
            assert await connection.scalar(text("PRAGMA synchronous")) == 2
            assert await connection.scalar(text("PRAGMA foreign_keys")) == 1

    asyncio.run(scene())


def test_writing_takes_the_lock_of_sqlite_at_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(f"sqlite:///{tmp_path}/x.db", Patience(answering=0.5)) as database:
            async with database.writing():
                other = sqlite3.connect(tmp_path / "x.db", timeout=0, isolation_level=None)
                with pytest.raises(sqlite3.OperationalError, match="locked"):
                    other.execute("BEGIN IMMEDIATE")
                other.execute("SELECT * FROM days").fetchall()
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageUnavailable, match="locked"):
                async with database.writing():
                    pass
            other.close()

    asyncio.run(scene())


def test_the_folder_of_a_sqlite_file_is_made(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(f"sqlite:///{tmp_path}/a/b/x.db") as database:
            assert await database.is_ready()

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "should look like"),
        ("tenback.db", "should look like"),
        ("mysql://me:s3cret@there/x", "should look like"),
        ("postgresql://me:s3cret@there:port/x", "should look like"),
        ("sqlite://", "a file"),
        ("sqlite:///:memory:", "a file"),
        ("sqlite:///file:x?mode=memory", "a file"),
        ("postgresql://me:s3cret@there/x?colour=red", "colour"),
        ("sqlite:////dev/null/x/y.db", "Not a directory"),
    ],
)
def test_a_url_that_names_no_database_is_refused(url: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason) as refused:
        Database(url)
    assert refused.value.code is ServerCode.BAD_DATABASE
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize("content", [b"no database, but a long enough text" * 100])
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.db").write_bytes(content)
    refuses_to_migrate(f"sqlite:///{tmp_path}/x.db")


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    refuses_to_migrate(f"sqlite:///{tmp_path}")


def test_a_database_that_postgresql_does_not_know_is_refused(postgres: Postgres) -> None:
    refuses_to_migrate(postgres.url.replace("/postgres", "/nothing"))
    refuses_to_migrate(postgres.url.replace("tenback@", "nobody:s3cret@"))


def test_urls_as_other_programs_spell_them_are_understood() -> None:
    url = Database("postgres://me@there/x?sslmode=require").url
    assert (url.drivername, dict(url.query)) == ("postgresql+asyncpg", {"ssl": "require"})


def refuses_to_migrate(url: str) -> None:
    async def scene() -> None:
        database = Database(url)
        with pytest.raises(BadInput) as refused:
            await database.migrate()
        assert refused.value.code is ServerCode.BAD_DATABASE
        assert "s3cret" not in str(refused.value)
        await database.close()

    asyncio.run(scene())


@contextmanager
def full_disk() -> Iterator[None]:
    """Let this process write no file any further."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_database_on_a_full_disk_is_not_ready(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(f"sqlite:///{tmp_path / 'x.sqlite'}") as database:
            assert await database.is_ready()
            with full_disk():
                assert not await database.is_ready()
            assert await database.is_ready()

    asyncio.run(story())


def test_a_database_that_is_read_only_is_not_ready(postgres: Postgres) -> None:
    url = postgres.fresh_database()
    switch = "ALTER DATABASE {} SET default_transaction_read_only = on"

    async def story() -> None:
        async with opened(url) as database:
            assert await database.is_ready()
            async with database.writing() as connection:
                await connection.execute(text(switch.format(database.url.database)))
        again = Database(url)
        assert not await again.is_ready()
        await again.close()

    asyncio.run(story())


def test_readiness_is_asked_for_once_a_second(tmp_path: Path) -> None:
    async def story() -> None:
        clock = HandClock()
        async with opened(f"sqlite:///{tmp_path / 'x.sqlite'}") as database:
            readiness = Readiness(database, clock)
            assert await readiness.is_ready()
            with full_disk():
                assert await readiness.is_ready()
                clock.seconds += 1.1
                assert not await readiness.is_ready()

    asyncio.run(story())


class HandClock(Clock):
    """A clock that a test moves."""

    seconds = 100.0

    def monotonic(self) -> float:
        return self.seconds
