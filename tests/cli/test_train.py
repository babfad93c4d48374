"""The command `train`."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import Run
from tests.cli.terminal import interrupted

ROOT = Path(__file__).parent.parent.parent
DEADLINE = 120
TINY = """
name = "tiny"
plays = 1_500
tables = 64
steps = 6
batch = 96
evaluate_every = 700
evaluation_deals = 16
[setups]
"classic 2" = 3
"classic+min3 2" = 1
[shape]
encoder = 8
trunk = 16
layers = 1
"""
TRAIN = ("train", "tiny.toml", "--out", "run", "--device", "cpu", "--threads", "1", "--eager")


@pytest.fixture(autouse=True)
def _tiny(_plain_environment: None) -> None:
    Path("tiny.toml").write_text(TINY, encoding="utf-8")


def test_a_training_is_told_line_by_line_and_in_the_end(run: Run) -> None:
    done = run(*TRAIN)
    assert done.code == 0
    assert done.facts["network"] == "run/tiny.safetensors"
    assert int(done.facts["plays"].replace(",", "")) >= 1500
    assert re.fullmatch(r"\d+ s, CPU", done.facts["time"])
    assert re.fullmatch(r"[\d.]+ % \(95 %: .* % to .* %\)", done.facts["classic+min3 2"])
    lines = done.err.splitlines()
    assert len(lines) == len(Path("run/log.jsonl").read_text(encoding="utf-8").splitlines()) == 2
    assert re.fullmatch(
        r"0\.0 M plays, \d+ s: classic 2: [\d.]+ %, classic\+min3 2: [\d.]+ %", lines[0]
    )


def test_the_same_line_again_has_nothing_left_to_do_but_to_measure_and_draw(run: Run) -> None:
    first = run(*TRAIN, "--json")
    assert first.json["seed"] == "progress"
    again = run(*TRAIN, "--final", "40", "--plot", "rates.svg", "--json")
    assert again.err == f"run holds {first.json['plays']:,} plays\n"
    assert again.json["plays"] == first.json["plays"]
    assert again.json["deals"] == {"classic 2": 30, "classic+min3 2": 10}
    assert again.json["seed"] == "final"
    assert Path("rates.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_logs_are_drawn_without_training(run: Run) -> None:
    run(*TRAIN)
    done = run("train", "--out", "run", "--out", "run/../run", "--plot", "rates.png")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert Path("rates.png").read_bytes().startswith(b"\x89PNG")


def test_output_is_german_when_asked_for(run: Run) -> None:
    done = run("--lang", "de", *TRAIN)
    assert {"Netz", "Aktionen", "Zeit"} <= {*done.facts}
    assert "0,0 Mio. Aktionen" in done.err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "train sol --out run",
            "the settings 'sol' cannot be used: it is neither a file nor one of our",
        ),
        ("train odd.toml --out run", "the settings 'odd.toml' cannot be used: name is missing"),
        ("train . --out run", "'.' cannot be read"),
        ("train tiny.toml --out tiny.toml", "'tiny.toml' cannot be written"),
        ("train tiny.toml --out run --device tpu", "cannot train on 'tpu': a device is"),
        ("train tiny.toml --out run --device cuda:99", "on 'cuda:99': torch finds no such device"),
        (
            "train tiny.toml --out run --start no",
            "'no' cannot be read: the file does not hold a net",
        ),
        ("train tiny.toml --out run --plot a.jpg", "a plot must be a .png or .svg file"),
        ("train --out run --plot a.svg", "'run/log.jsonl' cannot be read: there is no such file"),
        ("train --out empty --plot a.svg", "cannot be read: nothing has been measured yet"),
    ],
)
def test_wrong_input_is_refused_in_one_clear_line(run: Run, line: str, message: str) -> None:
    Path("odd.toml").write_text("plays = 1", encoding="utf-8")
    Path("empty").mkdir()
    Path("empty/log.jsonl").touch()
    run(*shlex.split(line)).assert_refused(message)


def test_other_settings_in_the_same_folder_are_refused(run: Run) -> None:
    run(*TRAIN)
    Path("tiny.toml").write_text(TINY.replace("steps = 6", "steps = 7"), encoding="utf-8")
    run(*TRAIN).assert_refused("'run/checkpoint.pt' cannot be resumed: its steps is 6, not 7")
    assert run(*TRAIN, "--json").json["error"]["code"] == "bad-result"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("train", "--out is missing"),
        ("train --out run", "NETWORK is missing"),
        ("train solo", "--out is missing"),
        ("train --out run --plot a.svg --seconds 5", "--seconds needs NETWORK"),
        ("train --out run --plot a.svg --final 5", "--final needs NETWORK"),
        ("train solo --out a --out b", "a network is trained in one folder: give one --out"),
        ("train solo --out a --head-start 0.5", "--head-start needs --start"),
        ("train solo --out a --start b --head-start 1", "'1' is not a share like 0.4"),
        ("train solo --out a --start b --head-start 0.x", "'0.x' is not a share like 0.4"),
        ("train solo --out a --threads 0", "'0' is not a number from 1 to 1024"),
        ("train solo --out a --seconds -1", "'-1' is not a time in seconds like 10 or 0.5"),
        ("train solo --out a --final 0", "'0' is not a number from 1 to 999999999"),
        ("train tiny.toml --out a --final 1", "1 deal is too few to cover every setup"),
        ("train solo team --out a", "unexpected argument: team"),
    ],
)
def test_wrong_line_is_answered_with_what_is_wrong_and_a_hint(
    run: Run, line: str, message: str
) -> None:
    done = run(*shlex.split(line))
    assert (done.code, done.out) == (2, "")
    wrong, hint = done.err.splitlines()
    assert message in wrong
    assert hint == "Try 'tenback train --help'."


# as processes of their own


def in_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=DEADLINE, check=False
    )


@pytest.mark.parametrize(
    ("missing", "more", "message"),
    [
        ("torch", "", "train needs torch, which is not installed: pip install 'tenback[training]'"),
        ("matplotlib", "'--plot', 'a.svg'", "train needs matplotlib, which is not installed: pip"),
    ],
)
def test_what_is_not_installed_is_named(missing: str, more: str, message: str) -> None:
    done = in_python(
        f"import sys\nsys.modules[{missing!r}] = None\nfrom tenback.cli import main\n"
        f"main(['train', 'tiny.toml', '--out', 'run', {more}])"
    )
    assert done.returncode == 1
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_training_runs_as_a_module_and_needs_no_matplotlib() -> None:
    arguments = ["", *TRAIN[1:]]
    done = in_python(
        "import sys, runpy\nsys.modules['matplotlib'] = None\n"
        f"sys.argv = {arguments!r}\n"
        "runpy.run_module('tenback.training', run_name='__main__', alter_sys=True)"
    )
    assert done.returncode == 0
    assert "network: run/tiny.safetensors" in done.stdout


def test_ctrl_c_keeps_what_was_learnt_and_the_same_line_goes_on(run: Run, tmp_path: Path) -> None:
    text = TINY.replace("1_500", "1_000_000_000")
    Path("tiny.toml").write_text(text, encoding="utf-8")
    sign = r"0\.0 M plays, \d+ s: classic 2"
    printed = interrupted(tmp_path, [*TRAIN], sign, home=tmp_path, deadline=DEADLINE)
    plays = re.search(r"plays: ([0-9,]+)\r\n", printed)
    assert plays is not None
    again = run(*TRAIN, "--seconds", "0.1", "--json")
    assert f"run holds {plays[1]} plays" in again.err
    assert again.json["plays"] > int(plays[1].replace(",", ""))
    log = Path("run/log.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(log[-1])["plays"] == again.json["plays"]
