"""Migrations: Alembic upgrades the database, in one process and one transaction at a time."""

from functools import cache
from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext, RevisionStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from tenback.server.store.schema import metadata

LOCK = 0x74656E6261636B
"""The key of PostgreSQL's advisory lock: the letters of "tenback"."""


def upgrade(connection: Connection, version: str = "head") -> None:
    """Apply the missing migrations in the current transaction.

    SQLite's write lock is already held, because the transaction began as a writing one.
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
    """Return all migrations."""
    folder = Path(__file__).parent / "migrations"
    return ScriptDirectory(str(folder), version_locations=[str(folder / "versions")])


def newest_version() -> str | None:
    """Return the schema version that this code needs."""
    return scripts().get_current_head()
