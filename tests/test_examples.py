"""The examples run, and what they print is true."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tenback.notation import read_record

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("code", ["C2-4QX7M-0ZB2K-6", "E1-TENBA-CK-R", "F2-4QX7M-0ZB2K-0"])
def test_a_player_in_ten_lines_prints_a_record_of_a_finished_sitting(code: str) -> None:
    assert read_record(run("smallest_step.py", code)).outcome is not None


@pytest.mark.parametrize("name", ["ppo.py", "spiel_tabular.py"])
def test_learning_begins_and_is_measured(name: str) -> None:
    told = json.loads(run(name, "--seconds", "0", "--games", "20"))
    assert told["random"]["left"] > 0
    assert told["last"]["steps"] == 0


def test_a_table_learns_to_take_small_steps() -> None:
    learner = load("spiel_tabular.py")
    agent, env = learner.TabularAgent(), learner.table(learner.SEED)
    for _ in range(100):
        learner.play(env, agent, is_evaluation=False)
    random = learner.evaluate(learner.RandomAgent(), 10)["left"]
    assert learner.evaluate(agent, 10)["left"] < random - 5


def test_the_notebook_draws_both_curves_and_keeps_the_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = {"steps": 0, "seconds": 0.0, "left": 80.0, "won": 0.0}
    curve = {"random": {"left": 85.0, "won": 0.0}, "curve": [point, {**point, "seconds": 9.0}]}
    for name in ("ppo.json", "tabular.json"):
        (tmp_path / name).write_text(json.dumps(curve), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    notebook = json.loads((EXAMPLES / "baselines.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
            assert [*cell["outputs"][-1]["data"]] == ["image/png", "text/plain"]
    *lines, _ = names["pyplot"].gca().get_lines()
    assert [line.get_ydata().tolist() for line in lines] == [[80.0, 80.0]] * 2
    names["pyplot"].close("all")


def load(name: str) -> Any:
    """Return an example as a module."""
    spec = spec_from_file_location(name.removesuffix(".py"), EXAMPLES / name)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(name: str, *arguments: str) -> str:
    """Return what an example prints."""
    return subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout
