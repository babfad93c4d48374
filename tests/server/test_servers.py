"""The servers of the tests are real: they come up, go, come back, and leave nothing behind."""

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest
from redis import Redis as RedisClient
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.server.servers import (
    DEADLINE,
    POSTGRESQL,
    PROGRAMS,
    REDIS,
    Postgres,
    Program,
    Redis,
    Server,
)

ROOT = Path(__file__).parent.parent.parent


def ask(url: str, *statements: str) -> object:
    """Run statements on a connection of their own; return the one value the last one gives."""

    async def on_a_connection() -> object:
        connection = await asyncpg.connect(url.replace("+asyncpg", ""))
        try:
            for statement in statements[:-1]:
                await connection.execute(statement)
            return await connection.fetchval(statements[-1])
        finally:
            await connection.close()

    return asyncio.run(on_a_connection())


def assert_nobody_listens(port: int) -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port)).close()


def test_a_fresh_database_answers_and_is_empty(postgres: Postgres) -> None:
    first, second = postgres.fresh_database(), postgres.fresh_database()
    assert ask(first, "CREATE TABLE seat (number int)", "SELECT count(*) FROM seat") == 0
    assert ask(second, "SELECT to_regclass('seat')") is None


def test_nothing_is_saved_on_durability(postgres: Postgres) -> None:
    assert [ask(postgres.url, f"SHOW {name}") for name in ("fsync", "synchronous_commit")] == [
        "on",
        "on",
    ]


def end_with_a_transaction_open(url: str, end: Callable[[], None]) -> None:
    """Commit the row 1, leave the row 2 uncommitted, and end the server."""

    async def on_a_connection() -> None:
        connection = await asyncpg.connect(url.replace("+asyncpg", ""))
        await connection.execute("CREATE TABLE event (number int)")
        await connection.execute("INSERT INTO event VALUES (1)")
        await connection.execute("BEGIN")
        await connection.execute("INSERT INTO event VALUES (2)")
        end()
        connection.terminate()

    asyncio.run(on_a_connection())


@pytest.mark.parametrize("end", [Postgres.stop, Postgres.kill])
def test_postgres_comes_back_with_what_was_committed(
    postgres: Postgres, end: Callable[[Postgres], None]
) -> None:
    url = postgres.fresh_database()
    end_with_a_transaction_open(url, lambda: end(postgres))
    assert not postgres.is_running
    assert_nobody_listens(postgres.port)
    postgres.start()
    assert ask(url, "SELECT array_agg(number) FROM event") == [1]


def test_postgres_comes_back_while_a_connection_is_left_open(postgres: Postgres) -> None:
    with socket.create_connection(("127.0.0.1", postgres.port)):
        postgres.kill()
        postgres.start()
    assert ask(postgres.url, "SELECT 1") == 1


@pytest.mark.parametrize("end", [Redis.stop, Redis.kill])
def test_redis_comes_back_empty_on_its_port(redis: Redis, end: Callable[[Redis], None]) -> None:
    url = redis.url
    with RedisClient.from_url(url) as client:
        assert client.ping()
        client.set("seat", "0")
    end(redis)
    assert_nobody_listens(redis.port)
    redis.start()
    assert redis.url == url
    with RedisClient.from_url(url) as client:
        assert client.ping()
        assert client.get("seat") is None


@pytest.mark.parametrize("name", ["postgres", "redis"])
def test_what_a_test_has_stopped_is_restored_for_the_next(
    name: str, request: pytest.FixtureRequest, started_servers: list[Server]
) -> None:
    server: Server = request.getfixturevalue(name)
    assert server in started_servers
    server.stop()
    server.restore()
    assert server.is_running


def test_restored_redis_is_empty(redis: Redis) -> None:
    with RedisClient.from_url(redis.url) as client:
        client.set("seat", "0")
        redis.restore()
        assert client.get("seat") is None


def test_nobody_takes_the_port_of_a_stopped_server(redis: Redis) -> None:
    redis.stop()
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", redis.port))


def test_every_kind_of_database_answers(database_url: str) -> None:
    async def tables() -> int:
        engine = create_async_engine(database_url)
        async with engine.begin() as connection:
            await connection.execute(text("CREATE TABLE seat (number int)"))
            found = await connection.execute(text("SELECT count(*) FROM seat"))
        await engine.dispose()
        return int(found.scalar_one())

    assert asyncio.run(tables()) == 0


@pytest.mark.parametrize(("kind", "program"), [("Postgres", POSTGRESQL), ("Redis", REDIS)])
def test_servers_end_with_the_process_that_started_them(kind: str, program: Program) -> None:
    start = (
        "from tests.server import servers\n"
        f"server = servers.{kind}(servers.Path({str(program.find())!r}))\n"
        "print(server.port, server.folder, flush=True)\n"
        "input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", start],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as starter:
        assert starter.stdout is not None
        port, folder = starter.stdout.readline().split()
        starter.send_signal(signal.SIGKILL)
    until = time.monotonic() + DEADLINE
    while Path(folder).exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not Path(folder).exists()
    assert_nobody_listens(int(port))


def test_a_server_that_does_not_come_up_says_why(tmp_path: Path) -> None:
    program = tmp_path / "redis-server"
    program.write_text("#!/bin/sh\necho no memory today\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    with pytest.raises(RuntimeError, match="no memory today"):
        Redis(program)


def test_missing_servers_are_reported_by_the_process_that_reports(tmp_path: Path) -> None:
    (tmp_path / "nothing_installed.py").write_text(
        "from tests.server import servers\nservers.find = lambda name: None\n", encoding="utf-8"
    )
    plugins = ("-p", "tests.server.servers", "-p", "nothing_installed", "-p", "no:cacheprovider")
    chosen = "answers or comes_back"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "-n", "1", "-k", chosen, __file__],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    loud = re.findall(r"^!+ (.*?) !+$", done.stdout, re.MULTILINE)
    assert loud == [
        "POSTGRESQL IS MISSING: 5 TESTS WERE LEFT OUT. apt-get install postgresql",
        "REDIS IS MISSING: 2 TESTS WERE LEFT OUT. apt-get install redis-server",
    ]
    assert "1 passed, 7 skipped" in done.stdout


def install(path: str) -> subprocess.CompletedProcess[str]:
    shell = shutil.which("sh")
    assert shell is not None
    return subprocess.run(
        [shell, "tests/install_servers.sh"],
        cwd=ROOT,
        env={"PATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_nothing_is_installed_where_everything_is_there() -> None:
    for program in PROGRAMS:
        program.find()
    done = install(os.environ["PATH"])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_machine_without_apt_is_told_what_is_missing_and_goes_on(tmp_path: Path) -> None:
    done = install(str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "")
    assert "MISSING: redis-server. TESTS THAT NEED IT WILL BE LEFT OUT" in done.stderr
