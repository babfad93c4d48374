"""The command `analyse`."""

import re
from pathlib import Path

import pytest

from tenback.arena import Lineup, read_setup, sit
from tenback.bots import Recipe
from tenback.languages import LANGUAGES
from tenback.notation import read_code, read_record, write_record
from tenback.rules import Begin
from tenback.rules.moves import Resign
from tenback.table import Table
from tests.cli.running import RECORD, Run
from tests.page.texts import Texts


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
    drawn = r"^the unluckiest draws:\n  turn \d+, greedy: [\d, ]+ \(chance \d+ % → \d+ %\)$"
    assert re.search(drawn, done.out, re.MULTILINE)
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
    assert found["turning_point"]["is_winnable"] in (None, True)
    for name, sign in (("luckiest", 1), ("unluckiest", -1)):
        changes = [sign * (draw["after"] - draw["before"]) for draw in found[name]]
        assert changes == sorted(changes, reverse=True)
        assert changes[-1] >= 0.02


def test_a_win_has_no_last_chance(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "won.txt"
    path.write_text(RECORD, encoding="utf-8")
    found = run("analyse", str(path), "--json").json
    assert found["end"] == 1
    assert found["turning_point"] is None


def test_one_form_at_a_time(run: Run) -> None:
    done = run("analyse", "-", "--json", "--annotate", stdin=RECORD)
    assert (done.code, "either --json or --annotate" in done.err) == (2, True)


def test_seconds_are_refused_where_no_win_is_looked_for(run: Run) -> None:
    for arguments in (("-", "--annotate"), ("-", "-")):
        done = run("analyse", *arguments, "--seconds", "1", stdin=RECORD)
        assert (done.code, "--seconds takes one file" in done.err) == (2, True)


def test_in_a_duel_chances_are_those_of_the_first_player(run: Run, tmp_path: Path) -> None:
    table = Table(read_code("F2-4QX7M-0ZB2K-0"), ("anna", "ben"))
    if table.state.turn is None:
        table.submit(Begin(0), seat=None)
    table.submit(Resign(1), seat=1)
    path = tmp_path / "duel.txt"
    path.write_text(write_record(table.record()), encoding="utf-8")
    one = run("analyse", str(path)).out
    assert re.search(r"^chance of anna at the start \d+ %, at the end 100 %$", one, re.MULTILINE)
    two = run("analyse", str(path), str(path), "--jobs", "1").out
    assert re.search(r"chance of seat 1 at the start \d+ %, won 100 %$", two, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_chances_are_those_of_adept_wherever_they_are_explained(run: Run, language: str) -> None:
    help_text = run("analyse", "--help", "--lang", language).out
    page = Texts(language)
    assert re.search(r"\badept\b", help_text)
    assert not re.search(r"\bmaster\b", help_text)
    assert page("bot.adept") in page("analysis.about")


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
