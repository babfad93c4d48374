"""People who are players' own bots, whose games do not count."""

from alembic import op
from sqlalchemy import Boolean, Column, false

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Everybody so far is a person."""
    op.add_column("people", Column("is_bot", Boolean, nullable=False, server_default=false()))
