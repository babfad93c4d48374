"""Ratings, and the duels that led to them."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
)

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "ratings",
        Column("player", Text, nullable=False),
        Column("mu", Double, nullable=False),
        Column("sigma", Double, nullable=False),
        Column("duels", Integer, nullable=False),
        PrimaryKeyConstraint("player", name="pk_ratings"),
    )
    op.create_index("ix_ratings_mu", "ratings", ["mu"])
    table = ForeignKey("tables.id", name="fk_duels_table_id")
    player = ForeignKey("ratings.player", name="fk_duels_player")
    op.create_table(
        "duels",
        Column("table_id", Text, table, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("player", Text, player, nullable=False),
        Column("number", Integer, nullable=False),
        Column("is_winner", Boolean, nullable=False),
        Column("mu", Double, nullable=False),
        Column("sigma", Double, nullable=False),
        Column("at", BigInteger, nullable=False),
        PrimaryKeyConstraint("table_id", "seat", name="pk_duels"),
        UniqueConstraint("player", "number", name="uq_duels_player_number"),
    )
