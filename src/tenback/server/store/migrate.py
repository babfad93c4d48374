"""Bringing a database up to date: Alembic, in a transaction that one process has at a time."""

from functools import cache
from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext, RevisionStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from tenback.server.store.schema import metadata

LOCK = 0x74656E6261636B
"""The number of PostgreSQL's advisory lock: the letters of tenback."""


def upgrade(connection: Connection, version: str = "head") -> None:
    """Carry out the steps that are missing, in the transaction that is under way.

    SQLite's write lock is held already, because the transaction began as a writing one.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    steps = scripts()

    def missing(now: str | tuple[str, ...], _: MigrationContext) -> list[RevisionStep]:
        return steps._upgrade_revs(version, now)  # type: ignore[arg-type]

    with EnvironmentContext(Config(), steps, fn=missing, destination_rev=version) as environment:
        environment.configure(connection=connection, target_metadata=metadata)
        environment.run_migrations()


@cache
def scripts() -> ScriptDirectory:
    """Return the steps that there are."""
    folder = Path(__file__).parent / "migrations"
    return ScriptDirectory(str(folder), version_locations=[str(folder / "versions")])


def newest_version() -> str | None:
    """Return the version that this code works with."""
    return scripts().get_current_head()
