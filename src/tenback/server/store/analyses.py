"""Stored analyses: one per table, computed by one process, deleted after a while.

    claim ─▶ working ─▶ ready            a process that computes renews its claim; one that has died
               │  ▲ └──▶ failed          does not, and then anybody may claim the table again
               └──┘ renew

They can be computed again at any time, so few are kept, and not for long.
"""

import zlib
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import ColumnElement, and_, delete, or_, select, update
from sqlalchemy.dialects.postgresql import insert  # SQLite writes it the same way

from tenback.server.store.database import Database
from tenback.server.store.schema import analyses

VERSION = 7
"""Incremented when analyses change. Analyses of other versions are computed again."""
CLAIMED_FOR = 30_000
"""Milliseconds without a heartbeat after which the computing process counts as dead."""
FAILED_FOR = 60 * 60_000
"""Milliseconds before a failed analysis may be tried again."""
KEPT_FOR = 90 * 24 * 60 * 60_000
MOST_KEPT = 5_000
MOST_BYTES = 64 * 1024
"""The largest stored analysis, compressed. Typical ones take less than ten KiB."""


class AnalysisPhase(StrEnum):
    """The progress of an analysis."""

    NONE = "none"
    """Not requested, or no longer stored."""
    WORKING = "working"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """The stored state of a table's analysis."""

    phase: AnalysisPhase
    progress: int = 0
    """Progress in percent."""
    body: bytes | None = None


NO_ANALYSIS = StoredAnalysis(AnalysisPhase.NONE)


class Analyses:
    """The analyses of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, table: str, now: int) -> StoredAnalysis:
        """Return the stored analysis. An expired claim counts as none."""
        query = select(analyses).where(analyses.c.table_id == table, ~_is_free(now))
        async with self._database.reading() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return NO_ANALYSIS
        body = None if row.body is None else zlib.decompress(row.body)
        return StoredAnalysis(AnalysisPhase(row.phase), row.progress, body)

    async def claim(self, table: str, claim: str, now: int) -> bool:
        """Claim an analysis, unless it exists or another process is computing it.

        Old analyses, and those beyond the number kept, are removed first.
        """
        values = {
            "version": VERSION,
            "phase": AnalysisPhase.WORKING.value,
            "claim": claim,
            "progress": 0,
            "at": now,
            "body": None,
        }
        change = (
            insert(analyses)
            .values(table_id=table, **values)
            .on_conflict_do_update(
                index_elements=[analyses.c.table_id], set_=values, where=_is_free(now)
            )
        )
        newest = select(analyses.c.table_id).order_by(analyses.c.at.desc()).offset(MOST_KEPT - 1)
        async with self._database.writing() as connection:
            is_old = analyses.c.at < now - KEPT_FOR
            is_too_much = analyses.c.table_id.in_(newest)
            await connection.execute(delete(analyses).where(or_(is_old, is_too_much)))
            return (await connection.execute(change)).rowcount == 1

    async def renew(self, table: str, claim: str, progress: int, now: int) -> None:
        """Renew a claim, and store the progress in percent."""
        await self._change(table, claim, progress=progress, at=now)

    async def finish(self, table: str, claim: str, body: bytes | None, now: int) -> None:
        """Store an analysis, or None if it failed, unless another process has taken over."""
        packed = None if body is None else zlib.compress(body)
        if packed is not None and len(packed) > MOST_BYTES:
            packed = None
        phase = AnalysisPhase.FAILED if packed is None else AnalysisPhase.READY
        await self._change(table, claim, phase=phase.value, progress=100, body=packed, at=now)

    async def release(self, table: str, claim: str) -> None:
        """Give up a claim."""
        async with self._database.writing() as connection:
            await connection.execute(delete(analyses).where(_is_claimed(table, claim)))

    async def _change(self, table: str, claim: str, **values: object) -> None:
        change = update(analyses).where(_is_claimed(table, claim)).values(**values)
        async with self._database.writing() as connection:
            await connection.execute(change)


def _is_claimed(table: str, claim: str) -> ColumnElement[bool]:
    return and_(
        analyses.c.table_id == table,
        analyses.c.claim == claim,
        analyses.c.phase == AnalysisPhase.WORKING.value,
    )


def _is_free(now: int) -> ColumnElement[bool]:
    """Return the condition that any process may compute an analysis."""
    is_dead = and_(
        analyses.c.phase == AnalysisPhase.WORKING.value, analyses.c.at < now - CLAIMED_FOR
    )
    is_failed = and_(
        analyses.c.phase == AnalysisPhase.FAILED.value, analyses.c.at < now - FAILED_FOR
    )
    return or_(is_dead, is_failed, analyses.c.version != VERSION)
