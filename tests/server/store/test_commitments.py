"""Secrets that are drawn before their tables: each is good for one, however many ask at once."""

import asyncio

from sqlalchemy import func, select

from tenback.notation.fair_dealing import commitment_of
from tenback.server.store import Commitments
from tenback.server.store.commitments import LASTS
from tenback.server.store.schema import commitments
from tests.server.store.opening import opened


def test_a_secret_is_given_to_one_of_all_who_ask_at_once(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as here, opened(database_url) as there:
            workers = Commitments(here), Commitments(there)
            commitment = await workers[0].draw(0)
            answers = (workers[number % 2].take(commitment, 1) for number in range(8))
            secrets = [secret for secret in await asyncio.gather(*answers) if secret is not None]
            assert [commitment_of(secret) for secret in secrets] == [commitment]

    asyncio.run(scene())


def test_a_commitment_lasts_for_a_while_and_leaves_nothing_behind(database_url: str) -> None:
    async def scene() -> None:
        async with opened(database_url) as database:
            drawn = Commitments(database)
            old, late, spare = [await drawn.draw(now) for now in (0, 1, 2)]
            assert await drawn.take(old, LASTS + 1) is None
            assert await drawn.take(late, LASTS + 1) is not None
            assert await drawn.take("0" * 64, LASTS + 1) is None
            newest = await drawn.draw(LASTS + 3)
            assert newest not in {old, late, spare}
            async with database.reading() as connection:
                stored = await connection.scalar(select(func.count()).select_from(commitments))
            assert stored == 1

    asyncio.run(scene())
