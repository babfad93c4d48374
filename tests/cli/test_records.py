"""The command `replay`."""

import json
import re
from pathlib import Path

import pytest
from PIL import Image

from tenback.notation import from_files, read_record, write_record
from tenback.pictures import HEIGHT, WIDTH
from tests.cli.running import (
    LAST_CARD,
    MUST_LAY_TWO,
    OPENING,
    RECORD,
    Run,
    layout_file,
)


def test_replay_tells_what_happened_turn_by_turn(run: Run, record: str) -> None:
    done = run("replay", record)
    assert done.code == 0
    assert done.facts["edition"] == "classic"
    assert done.facts["date"] == "2024-11-15"
    assert done.facts["seat 0"] == "Anna"
    assert re.search(r"1 +Anna +97>u1 +98 1 100 100", done.out)
    assert "; now it gets easy" in done.out
    assert re.search(r"98>u1 +draws 99", done.out)
    assert re.search(r"2 +Anna +99>u1 +99 1 100 100", done.out)
    assert done.out.endswith("all cards laid: the game is beaten!\n")


def test_replay_reads_a_record_from_standard_input(run: Run, record: str) -> None:
    assert run("replay", "-", stdin=RECORD) == run("replay", record)


def test_replay_draws_the_table_at_the_beginning_of_a_turn(run: Run, record: str) -> None:
    assert run("replay", record, "--turn", "1").facts["position"] == MUST_LAY_TWO
    second = run("replay", record, "--turn", "2")
    assert second.facts["position"] == LAST_CARD
    assert "▲ u1" in second.out
    assert second.facts["Anna"] == "99"


def test_replay_saves_a_picture_of_the_table(run: Run, record: str, tmp_path: Path) -> None:
    pictures = [tmp_path / "turns" / name for name in ("first.png", "second.png", "end.png")]
    for path, turn in zip(pictures, (["--turn", "1"], ["--turn", "2"], []), strict=True):
        assert run("replay", record, *turn, "--picture", str(path)) == run("replay", record, *turn)
    images = [Image.open(path) for path in pictures]
    assert {image.size for image in images} == {(WIDTH, HEIGHT)}
    assert len({image.tobytes() for image in images}) == len(images)
    refused = run("replay", record, "--picture", str(tmp_path / "table.svg"))
    assert (refused.code, "a picture must be a .png file" in refused.err) == (1, True)


def test_replay_as_json_can_be_replayed(run: Run, record: str) -> None:
    found = run("replay", record, "--json")
    assert found.json["outcome"]["ending"] == "all-laid"
    assert run("replay", "-", stdin=found.out) == run("replay", record)


def test_replay_says_that_a_sitting_is_not_finished(run: Run) -> None:
    unfinished = RECORD[: RECORD.index("turn 2")]
    done = run("replay", "-", stdin=unfinished)
    assert done.code == 0
    assert done.out.endswith("not finished\n")


def test_replay_tells_the_opening(run: Run) -> None:
    text = f"tenback: 1\nstart: {OPENING}\nopening: 0:name 1, 1:name 1\nturn 1, seat 1: 9>u1\n"
    done = run("replay", "-", stdin=text)
    assert re.search(r"0 +opening +0:name 1 +1:name 1", done.out)
    assert run("replay", "-", "--turn", "0", stdin=text).facts["position"] == OPENING


def test_replay_lists_all_that_is_wrong_with_its_line(run: Run) -> None:
    broken = RECORD.replace("player 0", "player 7").replace("98>u1", "96>u1")
    done = run("replay", "-", stdin=broken)
    assert (done.code, done.out) == (1, "")
    assert done.err.splitlines() == [
        "tenback: line 3: 'player 7' cannot be read: the seats are 0 to 0",
        "tenback: line 8: seat 0 does not hold the 96",
    ]


def test_replay_as_json_lists_all_that_is_wrong(run: Run) -> None:
    broken = RECORD.replace("player 0", "player 7").replace("98>u1", "96>u1")
    done = run("replay", "-", "--json", stdin=broken)
    assert (done.code, done.err) == (1, "")
    complaints = done.json["error"]["complaints"]
    assert [(c["line"], c["code"]) for c in complaints] == [(3, "bad-record"), (8, "not-in-hand")]


def test_replay_believes_no_outcome_that_the_cards_do_not_give(run: Run) -> None:
    done = run("replay", "-", stdin=RECORD.replace("won, 0 left", "lost, 5 left"))
    assert done.code == 1
    assert "line 10: the record says 'over all-laid, lost, 5 left'" in done.err


@pytest.mark.parametrize("name", ["[red]Anna", "[/x]", ":smile:", "Änne 🎲"])
def test_replay_prints_any_name_as_it_is(run: Run, name: str) -> None:
    done = run("replay", "-", stdin=RECORD.replace("Anna", name))
    assert done.code == 0
    assert done.out.count(name) == 3


def test_replay_needs_a_layout_file_only_until_the_record_holds_it(
    run: Run, tmp_path: Path
) -> None:
    path = layout_file(tmp_path / "mine.toml", run)
    found = run("deal", "--layout", path, "--json").json
    text = f"tenback: 1\ndeal: {found['code']}\nstart: {found['position']}\n"
    assert run("replay", "-", stdin=text).facts["edition"] == f"extreme@{path}"
    written = write_record(read_record(text, from_files))
    Path(path).unlink()
    assert run("replay", "-", stdin=written).facts["edition"] == f"extreme@{path}"


def test_comments_after_the_end_are_told(run: Run, record: str) -> None:
    Path(record).write_text(RECORD + "; well done\n", encoding="utf-8")
    assert run("replay", record).out.endswith("; well done\n")


def test_complaint_about_json_names_the_event(run: Run, record: str) -> None:
    found = run("replay", record, "--json").json
    found["events"][1] = "0:50>u1"
    text = json.dumps(found)
    assert "event 2: seat 0 does not hold the 50" in run("replay", "-", stdin=text).err
    complaint = run("replay", "-", "--json", stdin=text).json["error"]["complaints"][0]
    assert (complaint["event"], complaint["code"]) == (2, "not-in-hand")
