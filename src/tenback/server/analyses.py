"""Analyses of finished games, computed in bot processes when nobody else needs them.

begin ─▶ claim in the database ─▶ chances, a few turns at a time ─▶ the last chance ─▶ stored
                                    └───── each part waits behind bots and hints ──────┘
"""

import asyncio
import logging
from contextlib import ExitStack, suppress
from dataclasses import dataclass

import msgspec

from tenback.analysis.records import turn_starts
from tenback.notation import Record
from tenback.protocol.rest import LastChance, SittingAnalysis, TriedMoves
from tenback.rules import Refused
from tenback.server.analysis_work import (
    AnalysisPart,
    PartQuestion,
    TryQuestion,
    WinQuestion,
    analyze_part,
    find_win,
    join_parts,
    rate_moves,
)
from tenback.server.background import BackgroundTasks
from tenback.server.bot_pool import BotPool
from tenback.server.clock import Clock
from tenback.server.concurrency_limits import ConcurrencyLimit
from tenback.server.errors import ServerCode
from tenback.server.fair_queue import Priority, Requester
from tenback.server.store import Analyses, StorageError, StoredAnalysis, new_id

MOST_WAITING, MOST_OF_ADDRESS = 16, 2
"""The most analyses in progress in one process: in all, and for one address."""
MOST_TRIES_WAITING, MOST_TRIES_OF_ADDRESS = 16, 2
PROGRESS_INTERVAL = 0.5
"""Seconds between looks at whether there is progress to store."""
RENEWAL_INTERVAL = 5.0
"""Seconds between heartbeats without progress, well below the time after which a claim expires."""
MOST_EVENTS = 6_000
"""The most events in a record. A talkative game of five people has a quarter of that."""
SEARCH_TIME = 4.0
"""Seconds spent on finding the last chance to win."""
MOST_OF_PART = 0.25
"""The part of those seconds for one turn: a bot may have to wait that long."""
CHANCES_SHARE = 30
"""The share of the progress that the chances take, in percent."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Job:
    table: str
    record: Record
    requester: Requester
    claim: str
    progress: int = 0


class SittingAnalyses:
    """Computes analyses: one per table across all processes, and a limited number at a time."""

    def __init__(self, stored: Analyses, bot_pool: BotPool, clock: Clock) -> None:
        self._stored = stored
        self._bot_pool = bot_pool
        self._clock = clock
        self._background = BackgroundTasks()
        self._jobs = ConcurrencyLimit(MOST_WAITING, MOST_OF_ADDRESS)
        self._tries = ConcurrencyLimit(MOST_TRIES_WAITING, MOST_TRIES_OF_ADDRESS)

    async def find(self, table: str) -> StoredAnalysis:
        """Return the progress of a table's analysis."""
        return await self._stored.find(table, self._clock.now())

    async def begin(self, table: str, record: Record, requester: Requester) -> None:
        """Start an analysis, unless one is already in progress."""
        if len(record.events) > MOST_EVENTS:
            raise Refused(ServerCode.TOO_LONG, most=MOST_EVENTS)
        job = _Job(table, record, requester, new_id())
        with ExitStack() as counted:  # before the claim, since others may ask meanwhile
            counted.enter_context(self._jobs.counting(requester.address))
            if await self._stored.claim(table, job.claim, self._clock.now()):
                self._background.start(self._do(job, counted.pop_all()))

    async def try_moves(self, question: TryQuestion, requester: Requester) -> TriedMoves:
        """Return how good another try is. A player is waiting, so it runs at the usual priority."""
        if len(question.record.events) > MOST_EVENTS:
            raise Refused(ServerCode.TOO_LONG, most=MOST_EVENTS)
        with self._tries.counting(requester.address):
            return await self._bot_pool.ask(rate_moves, question, requester)

    async def close(self) -> None:
        """Cancel running analyses, so that other processes can take them over."""
        await self._background.close()

    async def _do(self, job: _Job, counted: ExitStack) -> None:
        with counted:
            computing = asyncio.create_task(self._compute(job))
            try:
                await self._renew_until_done(job, computing)
                await self._finish(job, computing)
            except asyncio.CancelledError:
                computing.cancel()
                with suppress(StorageError):
                    await self._stored.release(job.table, job.claim)
                raise

    async def _finish(self, job: _Job, computing: asyncio.Task[bytes]) -> None:
        try:
            body = computing.result()
        except Exception:
            logger.exception("the analysis of table %s failed", job.table)
            body = None
        try:
            await self._stored.finish(job.table, job.claim, body, self._clock.now())
        except StorageError as fault:  # The claim expires, and then anybody may ask again.
            logger.warning("storing an analysis failed: %s", fault)

    async def _renew_until_done(self, job: _Job, computing: asyncio.Task[bytes]) -> None:
        """Store progress soon after it is made, and renew the claim even without any."""
        stored, at = job.progress, self._clock.monotonic()
        while not (await asyncio.wait({computing}, timeout=PROGRESS_INTERVAL))[0]:
            progress, now = job.progress, self._clock.monotonic()
            if progress != stored or now - at >= RENEWAL_INTERVAL:
                with suppress(StorageError):
                    await self._stored.renew(job.table, job.claim, progress, self._clock.now())
                    stored, at = progress, now

    async def _compute(self, job: _Job) -> bytes:
        analysis = await self._chances(job)
        analysis = msgspec.structs.replace(analysis, last_chance=await self._last_chance(job))
        return msgspec.json.encode(analysis)

    async def _chances(self, job: _Job) -> SittingAnalysis:
        """Analyze the game, a few turns at a time, starting with the last."""
        parts = [await self._part(job, PartQuestion(job.record))]
        turns = parts[0].turns_before + 1
        while (left := parts[-1].turns_before) > 0:
            job.progress = CHANCES_SHARE * (turns - left) // turns
            question = PartQuestion(job.record, left, parts[-1].start)
            parts.append(await self._part(job, question))
        job.progress = CHANCES_SHARE
        return join_parts(parts, is_duel=job.record.start.edition.is_duel)

    async def _part(self, job: _Job, question: PartQuestion) -> AnalysisPart:
        return await self._bot_pool.ask(analyze_part, question, job.requester, Priority.LOW)

    async def _last_chance(self, job: _Job) -> LastChance | None:
        """Find the last turn from which a lost game could still have been won."""
        outcome = job.record.outcome
        if outcome is None or outcome.won is not False:
            return None
        starts = turn_starts(job.record)
        is_proven, left = True, SEARCH_TIME
        for looked_at, start in enumerate(reversed(starts)):
            seconds = min(left / (len(starts) - looked_at), MOST_OF_PART)
            question = WinQuestion(start.state, seconds)
            answer = await self._bot_pool.ask(find_win, question, job.requester, Priority.LOW)
            if answer.line is not None:
                line = [str(move) for move in answer.line]
                return LastChance(start.turn, line, is_proven, is_winnable=True)
            # Where a turn had no win, the turns after it had none either.
            is_proven = answer.is_impossible
            left -= answer.seconds
            job.progress = CHANCES_SHARE + (100 - CHANCES_SHARE) * (looked_at + 1) // len(starts)
        return LastChance(None, [], is_proven, is_winnable=False if is_proven else None)
