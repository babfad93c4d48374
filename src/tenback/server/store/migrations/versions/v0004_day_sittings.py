"""Records who was dealt a day's deal, where and when. Until now, only finished games were known."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, PrimaryKeyConstraint, Text

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, and fill it from the games that have counted so far."""
    table = ForeignKey("tables.id", name="fk_day_sittings_table_id")
    person = ForeignKey("people.id", name="fk_day_sittings_person_id")
    op.create_table(
        "day_sittings",
        Column("table_id", Text, table, nullable=False),
        Column("person_id", Text, person, nullable=False),
        Column("day", Text, nullable=False),
        Column("edition", Text, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("dealt_at", BigInteger, nullable=False),
        PrimaryKeyConstraint("table_id", "person_id", name="pk_day_sittings"),
    )
    op.create_index(
        "ix_day_sittings_day_edition_seats", "day_sittings", ["day", "edition", "seats"]
    )
    op.execute(
        "INSERT INTO day_sittings"
        " SELECT table_id, person_id, day, edition, seats, at FROM results"
        " WHERE day IS NOT NULL AND person_id IS NOT NULL"
    )
