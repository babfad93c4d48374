"""`tenback conform`: another referee against ours."""

import sys
from pathlib import Path

import pytest

from tests.cli.running import Run
from tests.cli.terminal import interrupted

ROOT = Path(__file__).parent.parent.parent
REFEREE = (sys.executable, "-m", "tenback", "referee")
DEAF = (sys.executable, "-c", "print(input() and '{}')")


@pytest.mark.parametrize("option", ["--games", "--sittings"])
def test_our_own_referee_agrees(run: Run, option: str) -> None:
    done = run("conform", option, "1", *REFEREE)
    assert (done.code, done.err) == (0, "")
    assert done.out == "No differences in the vectors, nor in 1 game.\n"


def test_the_first_difference_is_told(run: Run) -> None:
    done = run("conform", *DEAF)
    assert done.code == 1
    assert done.out.startswith("perft.txt, line 2: classic 98,1,100,100 99 - 0\n")
    found = run("conform", "--json", *DEAF).json
    assert (found["agrees"], found["difference"]["found"]["legal"]) == (False, [])


def test_a_bar_says_what_is_asked_about(tmp_path: Path) -> None:
    endless = ["conform", "--games", "1000000", *REFEREE]
    told = interrupted(ROOT, endless, "random sitting", home=tmp_path, deadline=120)
    assert "Traceback" not in told


def test_what_cannot_be_asked_is_named(run: Run) -> None:
    done = run("conform", "/no/such/program")
    assert done.code == 2
    assert "/no/such/program cannot be started" in done.err
