"""People who are bots of somebody's own: what they play does not count."""

from alembic import op
from sqlalchemy import Boolean, Column, false

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the column; everybody so far counts as a person."""
    op.add_column("people", Column("is_bot", Boolean, nullable=False, server_default=false()))
