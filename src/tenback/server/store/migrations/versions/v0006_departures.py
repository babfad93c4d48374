"""Ending sessions and deleting people, which needs to know who appears in a table's steps."""

import json
import time

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, PrimaryKeyConstraint, Text, text

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

TAKE_PART = text(
    "INSERT INTO participants (person_id, table_id)"
    " SELECT people.id, tables.id FROM people, tables"
    " WHERE people.id = :person AND tables.id = :table ON CONFLICT DO NOTHING"
)


def upgrade() -> None:
    """Create columns and tables, and find the participants of stored tables."""
    op.add_column("people", Column("deleted_at", BigInteger))
    op.create_index("ix_people_deleted_at", "people", ["deleted_at"])
    op.execute("INSERT INTO people (id, name, created_at) VALUES ('deleted', 'Deleted player', 0)")
    op.add_column("sessions", Column("used_at", BigInteger, nullable=False, server_default="0"))
    op.add_column("sessions", Column("device", Text))
    op.create_index("ix_sessions_used_at", "sessions", ["used_at"])
    op.execute(f"UPDATE sessions SET used_at = {time.time_ns() // 1_000_000}")
    op.create_index("ix_tables_host_id", "tables", ["host_id"])
    op.create_index("ix_day_sittings_person_id", "day_sittings", ["person_id"])
    person = ForeignKey("people.id", name="fk_participants_person_id")
    table = ForeignKey("tables.id", name="fk_participants_table_id")
    op.create_table(
        "participants",
        Column("person_id", Text, person, nullable=False),
        Column("table_id", Text, table, nullable=False),
        PrimaryKeyConstraint("person_id", "table_id", name="pk_participants"),
    )
    op.create_index("ix_participants_table_id", "participants", ["table_id"])
    op.execute(
        "INSERT INTO participants (person_id, table_id)"
        " SELECT DISTINCT people.id, tables.id FROM entries"
        " JOIN people ON people.id = entries.by JOIN tables ON tables.id = entries.table_id"
    )
    _add_seated()


def _add_seated() -> None:
    """Add people whom others have seated, who appear only in the facts of steps."""
    connection = op.get_bind()
    found = connection.execute(
        text('SELECT table_id, facts FROM entries WHERE facts LIKE \'%"person":"%\'')
    )
    named = {
        (fact["person"], table)
        for table, facts in found
        for fact in json.loads(facts)
        if fact.get("person") is not None
    }
    for person, table in sorted(named):
        connection.execute(TAKE_PART, {"person": person, "table": table})
