"""Checks after a run that everything the server promised is stored."""

import sqlite3
from collections.abc import Sequence
from random import Random

import asyncpg
from sqlalchemy.engine import make_url

from bench.load.asking import RequestFailed, Requests, each
from bench.load.figures import Acked, Figures
from tenback.notation import read_record
from tenback.rules import TenbackError

SAMPLE = 200
"""How many records are replayed; each takes some milliseconds."""
SQL = "SELECT table_id, number, request FROM entries WHERE request IS NOT NULL"


async def check_records(requests: Requests, figures: Figures) -> int:
    """Replay some finished sittings; return their number."""
    sample = figures.finished
    if len(sample) > SAMPLE:
        sample = Random(0).sample(sample, SAMPLE)

    async def replay(table: str) -> None:
        try:
            text = (await requests.ask("GET", f"/api/tables/{table}/record")).decode()
            record = read_record(text)
        except (RequestFailed, TenbackError) as error:
            figures.faults.append(f"{table}: its record: {error}")
            return
        if record.outcome is None:
            figures.faults.append(f"{table}: its record has no outcome")

    await each(sample, replay, 8)
    return len(sample)


async def check_stored(database_url: str, figures: Figures) -> int:
    """Look in the database for everything that was acked; return how much is missing."""
    stored = await _stored(database_url)
    lost = [one for one in figures.acked if one not in stored]
    figures.faults += [f"{one.table}: step {one.number} is lost" for one in lost[:10]]
    return len(lost)


async def _stored(database_url: str) -> set[tuple[str, int, str]]:
    url = make_url(database_url)
    rows: Sequence[tuple[str, int, str]]
    if url.drivername.startswith("sqlite"):
        assert url.database is not None
        connection = sqlite3.connect(url.database)
        try:
            rows = connection.execute(SQL).fetchall()
        finally:
            connection.close()
    else:
        plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
        remote = await asyncpg.connect(plain)
        try:
            rows = await remote.fetch(SQL)
        finally:
            await remote.close()
    return {Acked(table, number, request) for table, number, request in rows}
