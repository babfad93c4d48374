"""Analyses in the database: computed by one process at a time, bounded, and forgotten."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tenback.server.store import Analyses, AnalysisPhase
from tenback.server.store import analyses as stored
from tenback.server.store.analyses import CLAIMED_FOR, FAILED_FOR, KEPT_FOR, MOST_BYTES, NO_ANALYSIS
from tests.server.store.opening import opened, person, table

NOW = 10 * KEPT_FOR
BODY = b'{"start":0.5}'
TABLES = [f"table-{number:010}" for number in range(3)]


def told(url: str, story: Callable[[Analyses], Awaitable[None]]) -> None:
    """Let a story happen where three tables are over."""

    async def scene() -> None:
        async with opened(url) as database:
            anna = await person(database)
            for name in TABLES:
                await table(database, anna.id, name=name)
            await story(Analyses(database))

    asyncio.run(scene())


def test_an_analysis_is_claimed_once_followed_and_read(database_url: str) -> None:
    async def story(analyses: Analyses) -> None:
        first, _, _ = TABLES
        assert await analyses.find(first, NOW) == NO_ANALYSIS
        assert await analyses.claim(first, "a", NOW)
        assert not await analyses.claim(first, "b", NOW + 1)
        await analyses.renew(first, "a", 40, NOW + 2)
        found = await analyses.find(first, NOW + 2)
        assert (found.phase, found.progress) == (AnalysisPhase.WORKING, 40)
        await analyses.finish(first, "a", BODY, NOW + 3)
        ready = await analyses.find(first, NOW + KEPT_FOR)
        assert (ready.phase, ready.body) == (AnalysisPhase.READY, BODY)
        assert not await analyses.claim(first, "b", NOW + 4)

    told(database_url, story)


def test_a_process_that_has_died_is_followed_by_another(database_url: str) -> None:
    async def story(analyses: Analyses) -> None:
        first, _, _ = TABLES
        await analyses.claim(first, "dead", NOW)
        later = NOW + CLAIMED_FOR + 1
        assert await analyses.find(first, later) == NO_ANALYSIS
        assert await analyses.claim(first, "next", later)
        await analyses.finish(first, "dead", b"late", later)
        assert (await analyses.find(first, later)).phase is AnalysisPhase.WORKING
        await analyses.finish(first, "next", BODY, later)
        assert (await analyses.find(first, later)).body == BODY

    told(database_url, story)


def test_a_claim_is_given_back(database_url: str) -> None:
    async def story(analyses: Analyses) -> None:
        first, _, _ = TABLES
        await analyses.claim(first, "a", NOW)
        await analyses.release(first, "other")
        assert (await analyses.find(first, NOW)).phase is AnalysisPhase.WORKING
        await analyses.release(first, "a")
        assert await analyses.claim(first, "b", NOW)

    told(database_url, story)


@pytest.mark.parametrize("body", [None, bytes(range(256)) * 2])
def test_what_failed_or_is_too_large_is_not_tried_again_for_a_while(
    database_url: str, body: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "MOST_BYTES", 100)
    assert MOST_BYTES > 100

    async def story(analyses: Analyses) -> None:
        first, _, _ = TABLES
        await analyses.claim(first, "a", NOW)
        await analyses.finish(first, "a", body, NOW)
        found = await analyses.find(first, NOW)
        assert (found.phase, found.body) == (AnalysisPhase.FAILED, None)
        assert not await analyses.claim(first, "b", NOW + FAILED_FOR)
        assert await analyses.claim(first, "b", NOW + FAILED_FOR + 1)

    told(database_url, story)


def test_only_so_many_are_kept_and_only_so_long(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "MOST_KEPT", 2)

    async def story(analyses: Analyses) -> None:
        for number, name in enumerate(TABLES):
            await analyses.claim(name, "a", NOW + number)
            await analyses.finish(name, "a", BODY, NOW + number)
        first, second, third = [(await analyses.find(name, NOW + 3)).phase for name in TABLES]
        assert (first, second, third) == (
            AnalysisPhase.NONE,
            AnalysisPhase.READY,
            AnalysisPhase.READY,
        )
        await analyses.claim(TABLES[0], "a", NOW + 2 + KEPT_FOR)
        assert await analyses.find(TABLES[1], NOW + 2 + KEPT_FOR) == NO_ANALYSIS

    told(database_url, story)


def test_an_analysis_of_another_version_is_computed_again(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(analyses: Analyses) -> None:
        first, _, _ = TABLES
        await analyses.claim(first, "a", NOW)
        await analyses.finish(first, "a", BODY, NOW)
        monkeypatch.setattr(stored, "VERSION", stored.VERSION + 1)
        assert await analyses.find(first, NOW) == NO_ANALYSIS
        assert await analyses.claim(first, "b", NOW)

    told(database_url, story)
