"""The command `analyse`."""

import re
from pathlib import Path

import pytest

from tenback.arena import Lineup, read_setup, sit
from tenback.bots import Recipe
from tenback.notation import read_record, write_record
from tests.cli.running import RECORD, Run


@pytest.fixture(scope="module")
def lost() -> str:
    """A sitting that `greedy` lost."""
    lineup = Lineup.of(read_setup("classic", 1), [Recipe("greedy")])
    return write_record(sit(lineup, "ANA", 0).record())


def test_turns_sums_and_the_last_chance_are_told(run: Run, lost: str) -> None:
    done = run("analyse", "-", "--seconds", "0.5", stdin=lost)
    assert done.code == 0
    assert re.search(r"^1 +greedy +█+·+ +\d+ % +\d+>[ud]\d ", done.out, re.MULTILINE)
    assert re.search(r"instead of \d+ % with .* end\)$", done.out, re.MULTILINE)
    assert re.search(r"^chance at the start \d+ %, at the end 0 %$", done.out, re.MULTILINE)
    assert re.search(r"win.*$", done.out.splitlines()[-1])


def test_an_annotated_record_is_a_record(run: Run, lost: str) -> None:
    done = run("analyse", "-", "--annotate", stdin=lost)
    annotated, record = read_record(done.out), read_record(lost)
    assert annotated.events == record.events
    assert any("instead of" in comment.text for comment in annotated.comments)
    assert run("replay", "-", stdin=done.out).code == 0


def test_figures_for_programs_add_up(run: Run, lost: str) -> None:
    found = run("analyse", "-", "--seconds", "0.5", "--json", stdin=lost).json
    (seat,) = found["seats"]
    assert found["start"] + seat["luck"] - seat["given_away"] == pytest.approx(found["end"])
    assert {step["kind"] for step in found["steps"]} == {"decision", "draw"}
    assert found["turning_point"]["seconds"] > 0


def test_a_win_has_no_last_chance(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "won.txt"
    path.write_text(RECORD, encoding="utf-8")
    found = run("analyse", str(path), "--json").json
    assert found["end"] == 1
    assert found["turning_point"] is None


def test_one_form_at_a_time(run: Run) -> None:
    done = run("analyse", "-", "--json", "--annotate", stdin=RECORD)
    assert (done.code, "either --json or --annotate" in done.err) == (2, True)


def test_the_curve_is_drawn(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "won.txt"
    path.write_text(RECORD, encoding="utf-8")
    pictures = [tmp_path / name for name in ("one.svg", "other.svg")]
    for picture in pictures:
        assert run("analyse", str(path), "--plot", str(picture)).code == 0
    first, second = (picture.read_bytes() for picture in pictures)
    assert first.startswith(b"<?xml")
    assert first == second
    refused = run("analyse", str(path), "--plot", str(tmp_path / "curve.gif"))
    assert (refused.code, "a plot must be" in refused.err) == (1, True)


def test_several_files_are_summed_up(run: Run, lost: str, tmp_path: Path) -> None:
    names = []
    for name, text in (("won.txt", RECORD), ("lost.txt", lost)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        names.append(str(tmp_path / name))
    found = run("analyse", *names, "--jobs", "1", "--json").json
    assert [each["end"] for each in found["files"]] == [1, 0]
    summary = found["summary"]
    assert (summary["games"], summary["end"]) == (2, 0.5)
    seat = summary["seats"][0]
    assert sum(seat["by_phase"].values()) == pytest.approx(seat["given_away"])
    done = run("analyse", *names, "--jobs", "2")
    assert re.search(r"^games: 2, chance at the start \d+ %, won 50 %$", done.out, re.MULTILINE)
    refused = run("analyse", *names, "--annotate")
    assert (refused.code, "take one file" in refused.err) == (2, True)
