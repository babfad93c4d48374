"""Results of games that were played offline."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, PrimaryKeyConstraint, Text

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    person = ForeignKey("people.id", name="fk_offline_results_person_id")
    op.create_table(
        "offline_results",
        Column("person_id", Text, person, nullable=False),
        Column("table_id", Text, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("edition", Text, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("code", Text, nullable=False),
        Column("ending", Text, nullable=False),
        Column("won", Boolean),
        Column("winner", Integer),
        Column("is_winner", Boolean, nullable=False),
        Column("left", Integer, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("sent_at", BigInteger, nullable=False),
        Column("record", Text, nullable=False),
        PrimaryKeyConstraint("person_id", "table_id", name="pk_offline_results"),
    )
    op.create_index("ix_offline_results_person_id_at", "offline_results", ["person_id", "at"])
