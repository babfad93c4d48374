"""What the names of accounts look like, so that nobody takes a look-alike."""

from alembic import op
from sqlalchemy import Column, Text, text

from tenback.server.names import skeleton

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and fill it. Of accounts that look alike, only the oldest gets a skeleton."""
    op.add_column("people", Column("skeleton", Text))
    connection = op.get_bind()
    found = connection.execute(
        text("SELECT id, account FROM people WHERE account IS NOT NULL ORDER BY created_at, id")
    ).all()
    owners: dict[str, str] = {}
    for person, account in found:
        owners.setdefault(skeleton(account), person)
    if owners:
        connection.execute(
            text("UPDATE people SET skeleton = :skeleton WHERE id = :person"),
            [{"skeleton": look, "person": person} for look, person in owners.items()],
        )
    op.create_index("ix_people_skeleton", "people", ["skeleton"], unique=True)
