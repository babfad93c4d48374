"""The command `solve`."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tenback.cli import solve
from tenback.notation import read_code, read_move, read_record, write_position
from tenback.rules import apply
from tenback.solver import search
from tests.cli.running import LAST_TWO, MUST_LAY_TWO, Run, in_process_of_its_own, layout_file
from tests.cli.terminal import interrupted

CODE = "C2-4QX7M-0ZB2K-6"
IMPOSSIBLE = "classic 50,99,2,3 45.60 - 0"
LOST = "classic 97,99,2,3 98.50 60 0"
DUEL = "F2-4QX7M-0ZB2K-0"
HARD = "E3MH-3-N"
"""A deal that no narrow search solves."""
DEADLINE = 120
"""Seconds, for compiling too."""


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    search.prepare()


# one deal


def test_a_win_is_printed_as_a_record_that_verifies(run: Run) -> None:
    done = run("solve", CODE)
    assert done.code == 0
    assert re.fullmatch(r"a win, found at width 32 in \d+\.\d\d s\n", done.err)
    record = read_record(done.out)
    assert record.deal == read_code(CODE)
    assert str(record.outcome) == "all-laid, won, 0 left"
    assert run("replay", "-", stdin=done.out).code == 0


def test_a_win_is_kept_in_a_file(run: Run, tmp_path: Path) -> None:
    done = run("solve", CODE, "--out", "wins/friday.txt")
    assert (done.code, done.out) == (0, "")
    text = (tmp_path / "wins" / "friday.txt").read_text(encoding="utf-8")
    assert text == run("solve", CODE).out


def test_a_position_is_solved_too(run: Run) -> None:
    done = run("solve", MUST_LAY_TWO)
    assert "turn 1, seat 0: 97>u1, 98>u1, draws 99\nturn 2, seat 0: 99>u1\n" in done.out
    assert write_position(read_record(done.out).start) == MUST_LAY_TWO


@pytest.mark.parametrize("position", [LAST_TWO, "classic 98,1,100,100 -/99 - 1"])
def test_a_position_need_not_be_quoted(run: Run, position: str) -> None:
    assert run("solve", *position.split()).out == run("solve", position).out != ""


@pytest.mark.parametrize("start", [CODE, LAST_TWO])
def test_code_and_position_are_read_from_standard_input(run: Run, start: str) -> None:
    assert run("solve", "-", stdin=f"{start}\n").out == run("solve", start).out != ""


def test_a_win_as_json(run: Run) -> None:
    found = run("solve", CODE, "--json").json
    assert sorted(found) == ["moves", "position", "seconds", "verdict", "width"]
    assert (found["verdict"], found["width"]) == ("won", 32)
    state = read_code(CODE).start()
    assert found["position"] == write_position(state)
    for move in found["moves"]:
        state, _ = apply(state, read_move(move))
    assert state.outcome is not None
    assert state.outcome.won


def test_json_and_a_file_go_together(run: Run, tmp_path: Path) -> None:
    assert run("solve", LAST_TWO, "--json", "--out", "win.txt").json["verdict"] == "won"
    assert read_record((tmp_path / "win.txt").read_text(encoding="utf-8")).outcome


@pytest.mark.parametrize(
    ("line", "verdict", "sentence"),
    [
        (f"'{IMPOSSIBLE}'", "impossible", r"impossible: the search was exhaustive \(.* s\)"),
        (f"'{LOST}'", "impossible", r"impossible: it is already lost"),
        (f"{HARD} --width 64", "unknown", r"none found in .* s, up to width 64"),
        (f"{HARD} --seconds 0.0001", "unknown", r"none found in .* s: too short for any width"),
    ],
)
def test_without_a_win_the_exit_code_is_1_and_nothing_is_printed(
    run: Run, tmp_path: Path, line: str, verdict: str, sentence: str
) -> None:
    done = run("solve", *shlex.split(line), "--out", "win.txt")
    assert (done.code, done.out) == (1, "")
    assert re.fullmatch(f"{sentence}\n", done.err)
    assert not (tmp_path / "win.txt").exists()
    as_json = run("solve", *shlex.split(line), "--json")
    assert (as_json.code, as_json.json["verdict"], as_json.json["moves"]) == (1, verdict, [])


def test_what_is_won_already_is_an_empty_record(run: Run) -> None:
    done = run("solve", "classic 99,1,100,100 - - 0")
    assert (done.code, done.err) == (0, "it is already won\n")
    assert read_record(done.out).events == ()


def test_the_jobs_make_no_difference(run: Run) -> None:
    outs = {run("solve", "C3MH-H-4", "--jobs", jobs, "--seconds", "600").out for jobs in "123"}
    assert len(outs) == 1
    assert "" not in outs


def test_layouts_of_ones_own(run: Run, tmp_path: Path) -> None:
    layout = layout_file(tmp_path / "mine.toml", run)
    deal = run("deal", "--layout", layout, "--seats", "2", "--seed", "ABC", "--json").json
    by_code = run("solve", deal["code"], "--layout", layout)
    assert by_code.code == 0
    assert run("replay", "-", stdin=by_code.out).code == 0
    assert run("solve", deal["position"]).code == 0
    assert "which must be given with it" in run("solve", deal["code"]).err


# samples


def test_samples_tell_how_often_and_with_what(run: Run) -> None:
    done = run("solve", CODE, "--samples", "6", "--seed", "abc")
    assert (done.code, done.err) == (0, "")
    assert done.facts["seed"] == "ABC"
    assert (done.facts["orders"], done.facts["won"]) == ("6", "6")
    assert done.facts["rate"] == "100.00 % (95 %: 60.97 % to 100.00 %)"
    assert (done.facts["impossible"], done.facts["none found"]) == ("0", "0")
    _, _, firsts = done.out.partition("the wins begin with:\n")
    assert sum(int(line.split()[-1]) for line in firsts.splitlines()) == 6


def test_samples_as_json(run: Run) -> None:
    line = ("solve", LAST_TWO, "--samples", "4", "--seed", "1", "--json")
    found = run(*line).json
    assert found.pop("seconds") > 0
    assert found.pop("interval") == pytest.approx([0.5101, 1.0], abs=0.0001)
    assert found == {
        "position": LAST_TWO,
        "seed": "1",
        "samples": 4,
        "won": 4,
        "rate": 1.0,
        "impossible": 0,
        "unknown": 0,
        "first_moves": {"98>u1": 4},
    }


def test_samples_depend_on_the_seed_and_not_on_the_jobs(run: Run) -> None:
    def found(*options: str) -> dict[str, object]:
        answer = run("solve", "E1-ABC-A", "--samples", "8", "--json", *options).json
        return {key: value for key, value in answer.items() if key != "seconds"}

    assert found("--seed", "7", "--jobs", "1") == found("--seed", "7", "--jobs", "3")
    assert found()["seed"] != found()["seed"]


def test_samples_without_a_win_have_exit_code_1(run: Run) -> None:
    done = run("solve", IMPOSSIBLE, "--samples", "3")
    assert (done.code, done.facts["won"], done.facts["impossible"]) == (1, "0", "3")
    assert "begin" not in done.out


# languages, help, errors


def test_sentences_are_german_when_asked_for(run: Run) -> None:
    assert "ein Sieg, gefunden bei Breite 32 in " in run("--lang", "de", "solve", CODE).err
    assert "unmöglich: alle Wege sind" in run("--lang", "de", "solve", IMPOSSIBLE).err
    facts = run("--lang", "de", "solve", CODE, "--samples", "2").facts
    assert [*facts][2:] == [
        "Reihenfolgen",
        "gewonnen",
        "Quote",
        "unmöglich",
        "keiner gefunden",
        "Zeit",
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_examples_in_the_help_work(run: Run, language: str) -> None:
    out = run("--lang", language, "solve", "--help").out
    examples = re.findall(r"^ .*tenback (solve .*)$", out, re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        assert run(*shlex.split(example)).code == 0


@pytest.mark.parametrize("samples", ["", " --samples 3"])
def test_face_to_face_is_refused(run: Run, samples: str) -> None:
    done = run(*f"solve {DUEL}{samples}".split())
    assert (done.code, done.out) == (1, "")
    assert done.err == "tenback: face-to-face is a duel: the solver only plays for teams\n"
    as_json = run(*f"solve {DUEL}{samples} --json".split())
    assert as_json.json["error"]["code"] == "not-solvable"
    assert "ist ein Duell" in run("--lang", "de", "solve", DUEL).err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "'hello' is not a deal code"),
        ("C2-4QX7M-0ZB2K-7", "has a typo"),
        ("classic 1,1", "a position has five fields, not 2"),
        (f"{LAST_TWO} more", "a position has five fields, not 6"),
        ("''", "a position has five fields, not 0"),
        (f"{CODE} --samples 2 --seed u", "'U' is not a valid seed"),
        (f"{CODE} --layout nowhere.toml", "'nowhere.toml' cannot be read"),
        (f"{CODE} --out .", "'.' cannot be written: Is a directory"),
        (f"{CODE} --out /dev/null/win.txt", "'/dev/null' cannot be written"),
    ],
)
def test_wrong_input_is_refused_in_one_clear_line(run: Run, line: str, message: str) -> None:
    done = run("solve", *shlex.split(line))
    done.assert_refused(message)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "CODE|POSITION is missing"),
        (f"{CODE} --hop", "there is no option --hop"),
        (f"{CODE} --seconds 0", "'0' is not a time in seconds like 10 or 0.5"),
        (f"{CODE} --seconds -1", "'-1' is not a time in seconds like 10 or 0.5"),
        (f"{CODE} --seconds nan", "'nan' is not a time in seconds like 10 or 0.5"),
        (f"{CODE} --seconds 1e9", "'1e9' is not a time in seconds like 10 or 0.5"),
        (f"{CODE} --jobs 0", "'0' is not a number from 1 to 1024"),
        (f"{CODE} --width 5", "'5' is not a number from 32 to 65536"),
        (f"{CODE} --samples 0", "'0' is not a number from 1 to 999999"),
        (f"{CODE} --seed ABC", "--seed needs --samples"),
        (f"{CODE} --samples 2 --out win.txt", "either --samples or --out, not both"),
        (f"'{LAST_TWO}' --layout my.toml", "--layout only works with a deal code"),
    ],
)
def test_wrong_line_is_answered_with_what_is_wrong_and_a_hint(
    run: Run, line: str, message: str
) -> None:
    done = run("solve", *shlex.split(line))
    assert (done.code, done.out) == (2, "")
    wrong, hint = done.err.splitlines()
    assert message in wrong
    assert hint == "Try 'tenback solve --help'."


def test_the_line_and_the_solver_agree_on_widths() -> None:
    assert (solve.LEAST_WIDTH, solve.MOST_WIDTH) == (search.NARROWEST, search.WIDEST)


# as processes of their own


def test_a_line_that_is_no_terminal_shows_no_bar() -> None:
    done = in_process_of_its_own("solve", LAST_TWO)
    assert re.fullmatch(rb"a win, found at width 32 in \d\.\d\d s\n", done.stderr)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_search(tmp_path: Path, jobs: str) -> None:
    line = ["solve", HARD, "--seconds", "600", "--jobs", jobs]
    printed = interrupted(
        tmp_path, line, r"\d+/98 width \d+, \d+\.\d s", home=tmp_path, deadline=DEADLINE
    )
    assert printed.strip().endswith("none found so far")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_what_samples_have_found(tmp_path: Path, jobs: str) -> None:
    line = ["solve", CODE, "--samples", "999999", "--seed", "1", "--jobs", jobs, "--json"]
    printed = interrupted(
        tmp_path, line, r"[1-9]\d*/999,999 100\.00 % \(95 %", home=tmp_path, deadline=DEADLINE
    )
    found = json.loads(printed[printed.index('{"position"') :])
    assert 0 < found["won"] == found["samples"] < 999_999
