"""Limits that all processes share."""

from alembic import op
from sqlalchemy import BigInteger, Column, PrimaryKeyConstraint, Text

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "throttles",
        Column("key", Text, nullable=False),
        Column("paid_at", BigInteger, nullable=False),
        PrimaryKeyConstraint("key", name="pk_throttles"),
    )
    op.create_index("ix_throttles_paid_at", "throttles", ["paid_at"])
