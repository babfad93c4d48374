"""Sittings that were stored once can always be folded."""

import json
from pathlib import Path

import pytest

from tenback.notation import read_record, write_record
from tenback.notation.fair_dealing import verify
from tenback.server.room import Room
from tenback.server.room_record import record_of
from tenback.server.step import Step, decode_facts, encode_facts
from vectors.__main__ import HERE
from vectors.stored import stored_files
from vectors.told import told_files

WRITTEN = sorted((HERE / "stored").glob("*.jsonl"))
STORED = WRITTEN + sorted((HERE / "kept").glob("*.jsonl"))
"""With those that older versions stored, which nobody writes again."""


def steps(path: Path) -> list[Step]:
    found = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Step(**{**row, "facts": decode_facts(json.dumps(row["facts"]))}) for row in found]


def test_the_files_are_what_make_vectors_writes() -> None:
    written = {**dict(stored_files()), **dict(told_files())}
    assert {name: (HERE / name).read_text(encoding="utf-8") for name in written} == written
    assert {f"stored/{path.name}" for path in WRITTEN} <= set(written)


@pytest.mark.parametrize("path", STORED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_stored_sitting_gives_its_record(path: Path) -> None:
    room = Room(path.stem)
    for step in steps(path):
        room.take(step)
    text = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert write_record(record_of(room)) == text
    record = read_record(text)
    assert record.outcome is not None
    if room.commitment is not None:
        verify(record, noted=room.commitment)


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_stored_step_is_stored_again_as_it_was(path: Path) -> None:
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    for row, step in zip(rows, steps(path), strict=True):
        assert json.loads(encode_facts(step.facts)) == row["facts"]
