"""Secrets drawn before their tables, so that a table can be opened and dealt with one request."""

import secrets

from sqlalchemy import delete, insert

from tenback.notation.fair_dealing import commitment_of
from tenback.server.store.database import Database
from tenback.server.store.schema import commitments

LASTS = 2 * 60 * 60 * 1000
"""Milliseconds for which a commitment can be used."""


class Commitments:
    """Commitments made in advance, and the secrets behind them. Each is good for one table.

    A secret is revealed after the game, and whoever knows it can choose the cards by choosing a
    word. So it is gone once it has been taken, even if the table is never stored.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def draw(self, now: int) -> str:
        """Draw and store a new secret, and return the commitment to it. Forget old ones."""
        secret = secrets.token_hex(32)
        commitment = commitment_of(secret)
        row = {"commitment": commitment, "secret": secret, "drawn_at": now}
        async with self._database.writing() as connection:
            await connection.execute(
                delete(commitments).where(commitments.c.drawn_at < now - LASTS)
            )
            await connection.execute(insert(commitments).values(row))
        return commitment

    async def take(self, commitment: str, now: int) -> str | None:
        """Return the secret behind a commitment once; None if it is unknown, used or too old."""
        taken = (
            delete(commitments)
            .where(commitments.c.commitment == commitment)
            .where(commitments.c.drawn_at >= now - LASTS)
            .returning(commitments.c.secret)
        )
        async with self._database.writing() as connection:
            return (await connection.execute(taken)).scalar_one_or_none()
