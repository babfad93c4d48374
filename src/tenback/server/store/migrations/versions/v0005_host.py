"""Decisions of the host: bans, and notes for all processes."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, PrimaryKeyConstraint, Text

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both tables."""
    person = ForeignKey("people.id", name="fk_bans_person_id", ondelete="CASCADE")
    op.create_table(
        "bans",
        Column("person_id", Text, person, nullable=False),
        Column("banned_at", BigInteger, nullable=False),
        Column("reason", Text, nullable=False),
        PrimaryKeyConstraint("person_id", name="pk_bans"),
    )
    op.create_table(
        "notes",
        Column("key", Text, nullable=False),
        Column("value", Text, nullable=False),
        PrimaryKeyConstraint("key", name="pk_notes"),
    )
