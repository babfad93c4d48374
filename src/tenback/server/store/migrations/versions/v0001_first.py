"""People, sessions, tables, sitters, entries, results, days."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, PrimaryKeyConstraint, Text
from sqlalchemy import UniqueConstraint as Unique

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    _people()
    _tables()
    _results()


def _people() -> None:
    op.create_table(
        "people",
        Column("id", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("account", Text),
        Column("password", Text),
        Column("created_at", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_people"),
        Unique("account", name="uq_people_account"),
    )
    op.create_table(
        "sessions",
        Column("secret_hash", Text, nullable=False),
        _person("sessions", nullable=False),
        Column("created_at", BigInteger, nullable=False),
        PrimaryKeyConstraint("secret_hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_person_id", "sessions", ["person_id"])


def _tables() -> None:
    op.create_table(
        "tables",
        Column("id", Text, nullable=False),
        Column("code", Text),
        Column("host_id", Text, ForeignKey("people.id", name="fk_tables_host_id"), nullable=False),
        Column("is_public", Boolean, nullable=False),
        Column("phase", Text, nullable=False),
        Column("edition", Text, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("taken", Integer, nullable=False),
        Column("created_at", BigInteger, nullable=False),
        Column("changed_at", BigInteger, nullable=False),
        Column("rules_version", Integer, nullable=False),
        Column("record_version", Integer, nullable=False),
        PrimaryKeyConstraint("id", name="pk_tables"),
        Unique("code", name="uq_tables_code"),
    )
    op.create_index(
        "ix_tables_is_public_phase_created_at", "tables", ["is_public", "phase", "created_at"]
    )
    op.create_table(
        "sitters",
        _person("sitters", nullable=False),
        _table("sitters"),
        PrimaryKeyConstraint("person_id", "table_id", name="pk_sitters"),
    )
    op.create_table(
        "entries",
        Column("table_id", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("by", Text),
        Column("request", Text),
        Column("facts", Text, nullable=False),
        PrimaryKeyConstraint("table_id", "number", name="pk_entries"),
        sqlite_with_rowid=False,
    )


def _results() -> None:
    op.create_table(
        "results",
        _table("results"),
        Column("seat", Integer, nullable=False),
        _person("results", nullable=True),
        Column("bot", Text),
        Column("edition", Text, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("code", Text, nullable=False),
        Column("day", Text),
        Column("ending", Text, nullable=False),
        Column("won", Boolean),
        Column("winner", Integer),
        Column("is_winner", Boolean, nullable=False),
        Column("left", Integer, nullable=False),
        Column("at", BigInteger, nullable=False),
        PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
    )
    op.create_index("ix_results_person_id_at", "results", ["person_id", "at"])
    op.create_index("ix_results_day_edition_seats", "results", ["day", "edition", "seats"])
    op.create_table(
        "days",
        Column("day", Text, nullable=False),
        Column("edition", Text, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("seed", Text, nullable=False),
        PrimaryKeyConstraint("day", "edition", "seats", name="pk_days"),
    )


def _person(owner: str, *, nullable: bool) -> Column[str]:
    key = ForeignKey("people.id", name=f"fk_{owner}_person_id")
    return Column("person_id", Text, key, nullable=nullable)


def _table(owner: str) -> Column[str]:
    key = ForeignKey("tables.id", name=f"fk_{owner}_table_id")
    return Column("table_id", Text, key, nullable=False)
