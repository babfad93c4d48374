"""The database goes away and comes back: clear errors in between, and an automatic recovery."""

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from tenback.server.store import Database, Log, StorageNotWritable, StorageUnavailable, Tables
from tenback.server.store import database as database_module
from tests.server.servers import Postgres
from tests.server.store.opening import PROMPT, SHORT, answered, logging, opened, person, step


@pytest.mark.parametrize("end", [Postgres.stop, Postgres.kill])
def test_what_was_answered_is_there_after_postgresql_was_away(
    postgres: Postgres, end: Callable[[Postgres], None]
) -> None:
    async def scene() -> None:
        async with opened(postgres.fresh_database()) as database, logging(database) as log:
            await asyncio.gather(*(log.append(f"T{i}", step(1)) for i in range(50)))
            end(postgres)
            answers = await asyncio.gather(
                *(log.append(f"T{i}", step(2)) for i in range(50)), return_exceptions=True
            )
            assert all(type(answer) is StorageUnavailable for answer in answers)
            with pytest.raises(StorageUnavailable):
                await log.read("T1")
            with pytest.raises(StorageUnavailable):
                await person(database)
            with pytest.raises(StorageUnavailable):
                await database.migrate()
            assert not await database.is_ready()
            postgres.start()
            assert await database.is_ready()
            assert all(await asyncio.gather(*(log.append(f"T{i}", step(2)) for i in range(50))))
            assert [r.number for r in await log.read("T7")] == [1, 2]

    asyncio.run(scene())


def test_postgresql_that_dies_under_load_loses_nothing_that_was_answered(
    postgres: Postgres,
) -> None:
    answered: dict[str, int] = {}

    async def player(log: Log, name: str) -> None:
        number = 0
        try:
            while True:
                assert await log.append(name, step(number + 1))
                number += 1
                answered[name] = number
        except StorageUnavailable:
            return

    async def scene() -> None:
        async with opened(postgres.fresh_database()) as database, logging(database) as log:
            players = asyncio.gather(*(player(log, f"T{i}") for i in range(20)))
            async with asyncio.timeout(PROMPT):
                while len(answered) < 20:
                    await asyncio.sleep(0.01)
            await asyncio.to_thread(postgres.kill)
            await asyncio.wait_for(players, PROMPT)
            postgres.start()
            for name, number in answered.items():
                stored = [r.number for r in await log.read(name)]
                assert stored in (list(range(1, number + 1)), list(range(1, number + 2)))

    asyncio.run(scene())
    assert len(answered) == 20


def test_a_table_that_others_hold_for_too_long_counts_as_gone(postgres: Postgres) -> None:
    async def scene() -> None:
        url = postgres.fresh_database()
        async with opened(url) as other, opened(url, SHORT) as database, logging(database) as log:
            await answered(lambda: log.append("T", step(1)))
            async with other.writing() as connection:
                await connection.execute(text("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE"))
                began = time.monotonic()
                with pytest.raises(StorageUnavailable):
                    await log.append("T", step(2))
                with pytest.raises(StorageUnavailable):
                    await log.read("T")
                assert time.monotonic() - began < PROMPT
            await answered(lambda: log.append("T", step(2)))
            assert [r.number for r in await answered(lambda: log.read("T"))] == [1, 2]

    asyncio.run(scene())


def test_a_server_that_hangs_counts_as_gone(postgres: Postgres) -> None:
    async def backends(database: Database) -> list[int]:
        async with database.reading() as connection:
            query = text("SELECT pid FROM pg_stat_activity WHERE application_name = 'tenback'")
            return list((await connection.scalars(query)).all())

    async def scene() -> None:
        url = postgres.fresh_database()
        async with opened(url) as other, opened(url, SHORT) as database, logging(database) as log:
            await answered(lambda: log.append("T", step(1)))
            await answered(lambda: log.read("T"))
            stopped = await backends(other)
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
            try:
                began = time.monotonic()
                with pytest.raises(StorageUnavailable):
                    await log.append("T", step(2))
                with pytest.raises(StorageUnavailable):
                    await log.read("T")
                assert time.monotonic() - began < PROMPT
            finally:
                for pid in stopped:
                    os.kill(pid, signal.SIGCONT)
            await answered(lambda: log.append("T", step(2)))
            await answered(lambda: log.append("T", step(3)))
            assert [r.number for r in await answered(lambda: log.read("T"))] == [1, 2, 3]

    asyncio.run(scene())


def test_a_sqlite_file_that_others_hold_for_too_long_counts_as_gone(tmp_path: Path) -> None:
    async def scene() -> None:
        url = f"sqlite:///{tmp_path}/x.db"
        async with opened(url, SHORT) as database, logging(database) as log:
            await answered(lambda: log.append("T", step(1)))
            other = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            waiting = [asyncio.create_task(log.append(f"T{i}", step(2))) for i in range(600)]
            answers = await asyncio.gather(*waiting, return_exceptions=True)
            assert all(type(answer) is StorageUnavailable for answer in answers)
            assert await answered(lambda: Tables(database).by_id("T")) is None
            other.execute("COMMIT")
            other.close()
            await answered(lambda: log.append("T", step(2)))
            assert [r.number for r in await answered(lambda: log.read("T"))] == [1, 2]

    asyncio.run(scene())


@pytest.mark.parametrize("fault", ["PRAGMA query_only = ON", "PRAGMA max_page_count = 1"])
def test_a_sqlite_file_that_is_read_only_or_full_refuses_and_nothing_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    url, large = f"sqlite:///{tmp_path}/x.db", "x" * 100_000

    async def scene() -> None:
        async with opened(url) as database:
            pragmas = database_module.PRAGMAS
            monkeypatch.setattr(database_module, "PRAGMAS", (*pragmas, fault))
            async with logging(database) as log:
                steps = [log.append(f"T{i}", step(1, large)) for i in range(3)]
                answers = await asyncio.gather(*steps, return_exceptions=True)
                assert [type(answer) for answer in answers] == [StorageNotWritable] * 3
                assert log.transactions == 1  # no step is at fault, so none is tried alone
                monkeypatch.setattr(database_module, "PRAGMAS", pragmas)
                assert await log.read("T1") == []
                assert await log.append("T1", step(1, large))

    asyncio.run(scene())


def test_a_postgresql_that_is_read_only_counts_as_gone_until_another_one_writes(
    postgres: Postgres,
) -> None:
    url = postgres.fresh_database()
    name = url.rpartition("/")[2].partition("?")[0]

    async def make(database: Database, setting: str) -> None:
        """Set it for all connections to come, and end those that there are."""
        change = f"ALTER DATABASE {name} SET default_transaction_read_only = {setting}"
        async with database.engine.connect() as connection:
            await connection.execute(text("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE"))
            await connection.commit()
            await connection.execute(text(change))
            await connection.commit()
        await database.close()

    async def scene() -> None:
        async with opened(url) as database:
            await make(database, "on")
            async with logging(database) as log:
                with pytest.raises(StorageUnavailable, match="read-only"):
                    await log.append("T", step(1))
                assert await log.read("T") == []
                await make(database, "off")
                assert await log.append("T", step(1))

    asyncio.run(scene())
