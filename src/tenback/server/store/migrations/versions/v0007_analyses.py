"""Analyses of finished games."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, Text

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    table = ForeignKey("tables.id", name="fk_analyses_table_id")
    op.create_table(
        "analyses",
        Column("table_id", Text, table, primary_key=True),
        Column("version", Integer, nullable=False),
        Column("phase", Text, nullable=False),
        Column("claim", Text, nullable=False),
        Column("progress", Integer, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("body", LargeBinary),
    )
    op.create_index("ix_analyses_at", "analyses", ["at"])
