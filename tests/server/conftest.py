"""Fixtures for the tests of the server: real servers, one of each kind per xdist worker."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import servers
from tests.server.servers import POSTGRESQL, REDIS, Postgres, Redis, Server
from tests.server.serving import Serving


def pytest_configure(config: pytest.Config) -> None:
    """Report missing servers even if the plugin was not loaded with `-p`."""
    if not config.pluginmanager.is_registered(servers):
        config.pluginmanager.register(servers)


@pytest.fixture(scope="session")
def started_servers() -> list[Server]:
    """Return the servers that run in this session; fixtures that start one add it."""
    return []


@pytest.fixture(autouse=True)
def _servers_as_before(started_servers: list[Server]) -> Iterator[None]:
    """Restart servers that the test has stopped, and empty Redis."""
    yield
    for server in started_servers:
        server.restore()


@pytest.fixture(scope="session")
def postgres(started_servers: list[Server]) -> Iterator[Postgres]:
    """Return this worker's PostgreSQL, which a test may stop or kill."""
    with Postgres(POSTGRESQL.find()) as server:
        started_servers.append(server)
        yield server
        started_servers.remove(server)


@pytest.fixture(scope="session")
def redis(started_servers: list[Server]) -> Iterator[Redis]:
    """Return this worker's Redis, empty, which a test may stop or kill."""
    with Redis(REDIS.find()) as server:
        started_servers.append(server)
        yield server
        started_servers.remove(server)


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Return the URL of an empty database, for each kind that we serve."""
    if request.param == "sqlite":
        yield f"sqlite+aiosqlite:///{tmp_path / 'tenback.db'}"
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.fresh_database()
        yield url
        postgres.give_back(url)


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Return a SQLite server that many tests share; a test that stops a server starts its own."""
    with Serving(tmp_path_factory.mktemp("serving") / "tenback.sqlite") as shared:
        yield shared
        assert shared.errors == ""
