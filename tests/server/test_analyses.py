"""Analyses under load and over several processes: computed once, bounded, and always finished."""

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tenback.analysis import analyse
from tenback.analysis.sitting import MOMENTS
from tenback.arena import Lineup, read_setup, sit
from tenback.bots import Recipe
from tenback.notation import Record, read_code, read_move
from tenback.protocol.rest import SittingAnalysis
from tenback.rules import Refused
from tenback.rules.moves import Resign
from tenback.server import analyses as serving_analyses
from tenback.server.analyses import (
    CHANCES_SHARE,
    MOST_EVENTS,
    MOST_OF_ADDRESS,
    SittingAnalyses,
)
from tenback.server.analysis_work import PartQuestion, TryQuestion, analyze_part, join_parts
from tenback.server.clock import Clock
from tenback.server.errors import ServerCode
from tenback.server.fair_queue import Priority, Requester
from tenback.server.store import Analyses, AnalysisPhase, Database
from tenback.table import Table
from tests.server.one_thinker import OneThinker
from tests.server.store.opening import opened, person, table

ANNA = Requester("10.0.0.1", "anna")
TABLES = [f"table-{number:010}" for number in range(4)]


class Worker:
    """What a process of the server has to do with analyses."""

    def __init__(self, database: Database) -> None:
        self.pool = OneThinker()
        self.analyses = SittingAnalyses(Analyses(database), self.pool, Clock())

    async def ready(self, name: str = TABLES[0]) -> SittingAnalysis:
        """Wait for an analysis."""
        while (found := await self.analyses.find(name)).phase is AnalysisPhase.WORKING:
            await asyncio.sleep(0.01)
        assert found.body is not None
        return msgspec.json.decode(found.body, type=SittingAnalysis)


@pytest.fixture(autouse=True)
def _short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving_analyses, "SEARCH_TIME", 0.05)


def given_up() -> Record:
    """Return a sitting of one that was given up after a turn."""
    board = Table(read_code("C1-4QX7M-0ZB2K-H"))
    for move in ("77>u1", "20>d1", "end"):
        board.submit(read_move(move), seat=0)
    board.submit(Resign(0), seat=0)
    return board.record()


def told(path: Path, story: Callable[[Worker, Worker], Awaitable[None]]) -> None:
    """Let a story happen in two processes with one database."""

    async def scene() -> None:
        async with opened(f"sqlite+aiosqlite:///{path}/analyses.sqlite") as database:
            anna = await person(database)
            for name in TABLES:
                await table(database, anna.id, name=name)
            workers = Worker(database), Worker(database)
            try:
                async with asyncio.timeout(120):
                    await story(*workers)
            finally:
                for worker in workers:
                    await worker.analyses.close()

    asyncio.run(scene())


def test_asked_twice_it_is_computed_once_also_over_two_processes(tmp_path: Path) -> None:
    async def story(one: Worker, other: Worker) -> None:
        record = given_up()
        one.pool.is_thinking.clear()
        for worker in (one, other, one):
            await worker.analyses.begin(TABLES[0], record, ANNA)
        one.pool.is_thinking.set()
        found = await other.ready()
        assert other.pool.asked == []
        firsts = [asked for asked in one.pool.asked if asked.question == PartQuestion(record)]
        assert len(firsts) == 1
        expected = analyse(record)
        assert found.start == pytest.approx(expected.start, abs=1e-4)
        assert len(found.steps) == len(expected.steps)
        assert found.last_chance is not None

    told(tmp_path, story)


def test_progress_is_told_part_by_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving_analyses, "PROGRESS_INTERVAL", 0.01)
    monkeypatch.setattr(serving_analyses, "RENEWAL_INTERVAL", 1e6)

    async def story(one: Worker, other: Worker) -> None:
        think = one.pool.think

        async def one_part(answer: Callable[[Any], Any], question: object) -> object:
            one.pool.is_thinking.clear()
            return await think(answer, question)

        monkeypatch.setattr(one.pool, "think", one_part)
        await one.analyses.begin(TABLES[0], given_up(), ANNA)
        while (found := await other.analyses.find(TABLES[0])).progress == 0:
            await asyncio.sleep(0.01)
        assert (found.phase, found.progress) == (AnalysisPhase.WORKING, CHANCES_SHARE)

    told(tmp_path, story)


def test_every_part_waits_behind_bots_and_hints(tmp_path: Path) -> None:
    async def story(one: Worker, _: Worker) -> None:
        await one.analyses.begin(TABLES[0], given_up(), ANNA)
        await one.ready()
        assert len(one.pool.asked) > 1
        assert {asked.priority for asked in one.pool.asked} == {Priority.LOW}

    told(tmp_path, story)


@pytest.mark.parametrize(("edition", "seats"), [("extreme", 3), ("face-to-face", 2)])
def test_parts_are_short_and_make_the_whole_analysis(edition: str, seats: int) -> None:
    lineup = Lineup.of(read_setup(edition, seats), [Recipe("careful")])
    whole = sit(lineup, "ANA", 0).record()
    record = replace(whole, events=whole.events[: len(whole.events) // 3])
    parts = [analyze_part(PartQuestion(record))]
    while parts[-1].turns_before > 0:
        parts.append(analyze_part(PartQuestion(record, parts[-1].turns_before, parts[-1].start)))
    assert len(parts) > 2
    for part in parts:
        turns = {step.turn for step in part.steps}
        assert len(part.steps) <= 2 * MOMENTS or len(turns) == 1
    found, expected = join_parts(parts, is_duel=edition == "face-to-face"), analyse(record)
    assert found.start == pytest.approx(expected.start, abs=1e-4)
    assert found.end == pytest.approx(expected.end, abs=1e-4)
    assert [step.event for step in found.steps] == [step.event for step in expected.steps]
    assert [each.event for each in found.commands] == [each.event for each in expected.commands]
    for seat, share in zip(found.seats, expected.shares, strict=True):
        assert seat.seat == share.seat
        assert seat.given_away == pytest.approx(share.given_away, abs=1e-4)
        assert seat.luck == pytest.approx(share.luck, abs=1e-4)


def test_an_address_has_only_so_many_under_way(tmp_path: Path) -> None:
    async def story(one: Worker, _: Worker) -> None:
        one.pool.is_thinking.clear()
        for name in TABLES[:MOST_OF_ADDRESS]:
            await one.analyses.begin(name, given_up(), ANNA)
            await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await one.analyses.begin(TABLES[3], given_up(), replace(ANNA, person="other"))
        assert refused.value.code is ServerCode.TOO_MANY
        await one.analyses.begin(TABLES[3], given_up(), Requester("10.0.0.2", "ben"))

    told(tmp_path, story)


def test_those_who_ask_at_the_same_time_are_all_counted(tmp_path: Path) -> None:
    async def story(one: Worker, _: Worker) -> None:
        one.pool.is_thinking.clear()
        names = TABLES[: MOST_OF_ADDRESS + 1]
        asked = (one.analyses.begin(name, given_up(), ANNA) for name in names)
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(each, Refused) for each in found].count(True) == 1

    told(tmp_path, story)


def test_a_process_that_stops_leaves_its_analyses_to_others(tmp_path: Path) -> None:
    async def story(one: Worker, other: Worker) -> None:
        one.pool.is_thinking.clear()
        await one.analyses.begin(TABLES[0], given_up(), ANNA)
        await asyncio.sleep(0)
        await one.analyses.close()
        assert (await other.analyses.find(TABLES[0])).phase is AnalysisPhase.NONE
        await other.analyses.begin(TABLES[0], given_up(), ANNA)
        await other.ready()

    told(tmp_path, story)


def test_an_analysis_that_fails_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: PartQuestion) -> None:
        raise ValueError("on purpose")

    monkeypatch.setattr(serving_analyses, "analyze_part", broken)

    async def story(one: Worker, _: Worker) -> None:
        await one.analyses.begin(TABLES[0], given_up(), ANNA)
        while (found := await one.analyses.find(TABLES[0])).phase is AnalysisPhase.WORKING:
            await asyncio.sleep(0.01)
        assert found.phase is AnalysisPhase.FAILED

    told(tmp_path, story)
    assert "on purpose" in caplog.text


def test_a_record_that_is_too_long_is_refused(tmp_path: Path) -> None:
    record = given_up()
    long = replace(record, events=record.events[:1] * (MOST_EVENTS + 1))

    async def story(one: Worker, _: Worker) -> None:
        for asked in (
            one.analyses.begin(TABLES[0], long, ANNA),
            one.analyses.try_moves(TryQuestion(long, 0, ()), ANNA),
        ):
            with pytest.raises(Refused) as refused:
                await asked
            assert refused.value.code is ServerCode.TOO_LONG

    told(tmp_path, story)


def test_what_crosses_to_a_process_is_the_sitting_and_no_more() -> None:
    record = given_up()
    crossed = pickle.loads(pickle.dumps(TryQuestion(record, 0, ())))
    assert crossed == TryQuestion(record, 0, ())
    assert crossed.record.tags == crossed.record.comments == ()
