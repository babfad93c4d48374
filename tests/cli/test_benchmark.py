"""`tenback benchmark`: a table, and the same as JSON."""

import json
from pathlib import Path

from tests.cli.running import Run
from tests.cli.terminal import interrupted

ROOT = Path(__file__).parent.parent.parent
SLOW = "tests.arena.players:Slow"


def test_figures_are_told_and_kept(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    line = ("benchmark", "greedy", "--with", "random", "--deals", "2", "--jobs", "1")
    done = run(*line, "--out", str(path))
    assert (done.code, done.err) == (0, "")
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert len(done.out.splitlines()) == 1 + len(kept["figures"])
    assert "cross-play" in done.out
    assert run(*line, "--json").json == kept


def test_ctrl_c_keeps_the_figures_that_there_are(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    line = ["benchmark", SLOW, "--only", "self-play,classic", "--deals", "1", "--jobs", "1"]
    told = interrupted(
        ROOT, [*line, "--out", str(path)], "1/5 self-play", home=tmp_path, deadline=60
    )
    figures = json.loads(path.read_text(encoding="utf-8"))["figures"]
    assert figures[0]["seats"] == 1
    assert told.count("tests.arena.players:Slow ") == len(figures)
