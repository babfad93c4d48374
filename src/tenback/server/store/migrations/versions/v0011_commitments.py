"""Secrets that were drawn before their tables."""

from alembic import op
from sqlalchemy import BigInteger, Column, PrimaryKeyConstraint, Text

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "commitments",
        Column("commitment", Text, nullable=False),
        Column("secret", Text, nullable=False),
        Column("drawn_at", BigInteger, nullable=False),
        PrimaryKeyConstraint("commitment", name="pk_commitments"),
    )
    op.create_index("ix_commitments_drawn_at", "commitments", ["drawn_at"])
