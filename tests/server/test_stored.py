"""Sittings that were stored once are folded for ever."""

import json
from pathlib import Path

import pytest

from tenback.notation import read_record, write_record
from tenback.notation.fair import verify
from tenback.server.lobby import record_of
from tenback.server.projections import row_of, step_of
from tenback.server.room import Room
from tenback.server.store import Row
from vectors.__main__ import HERE
from vectors.stored import stored_files
from vectors.told import told_files

STORED = sorted((HERE / "stored").glob("*.jsonl"))


def rows(path: Path) -> list[Row]:
    found = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Row(path.stem, **{**row, "facts": json.dumps(row["facts"])}) for row in found]


def test_the_files_are_what_make_vectors_writes() -> None:
    written = {**dict(stored_files()), **dict(told_files())}
    assert {name: (HERE / name).read_text(encoding="utf-8") for name in written} == written
    assert {f"stored/{path.name}" for path in STORED} <= set(written)


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_sitting_gives_its_record(path: Path) -> None:
    room = Room(path.stem)
    for row in rows(path):
        room.take(step_of(row))
    text = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert write_record(record_of(room)) == text
    record = read_record(text)
    assert record.outcome is not None
    if room.commitment is not None:
        verify(record, noted=room.commitment)


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_step_is_stored_again_as_it_was(path: Path) -> None:
    for row in rows(path):
        again = row_of(row.table, step_of(row))
        assert json.loads(again.facts) == json.loads(row.facts)
        assert (again.number, again.at, again.by, again.request) == (
            row.number,
            row.at,
            row.by,
            row.request,
        )
