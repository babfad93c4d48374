"""`tenback benchmark`: a table, and the same as JSON."""

import json
from pathlib import Path

from tests.cli.running import Run


def test_figures_are_told_and_kept(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    line = ("benchmark", "greedy", "--with", "random", "--deals", "2", "--jobs", "1")
    done = run(*line, "--out", str(path))
    assert (done.code, done.err) == (0, "")
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert len(done.out.splitlines()) == 1 + len(kept["figures"])
    assert "cross-play" in done.out
    assert run(*line, "--json").json == kept
