"""The examples run, and what they print is true."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tenback.notation import read_record

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("code", ["C2-4QX7M-0ZB2K-6", "E1-TENBA-CK-R", "F2-4QX7M-0ZB2K-0"])
def test_a_player_in_ten_lines_prints_a_record_of_a_finished_sitting(code: str) -> None:
    assert read_record(run("smallest_step.py", code)).outcome is not None


def test_learning_begins_and_is_measured() -> None:
    told = json.loads(run("ppo.py", "--seconds", "0", "--games", "20"))
    assert told["random"]["left"] > 0
    assert told["last"]["steps"] == 0


def test_the_notebook_draws_the_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    point = {"steps": 0, "seconds": 0.0, "left": 80.0, "won": 0.0}
    curve = {"random": {"left": 85.0, "won": 0.0}, "curve": [point, {**point, "steps": 9}]}
    (tmp_path / "ppo.json").write_text(json.dumps(curve), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    notebook = json.loads((EXAMPLES / "ppo.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    (line, _) = names["pyplot"].gca().get_lines()
    assert line.get_ydata().tolist() == [80.0, 80.0]
    names["pyplot"].close("all")


def run(name: str, *arguments: str) -> str:
    """Return what an example prints."""
    return subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout
