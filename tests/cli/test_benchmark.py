"""`tenback benchmark`: a table, and the same as JSON."""

import json
from pathlib import Path

import pytest

from tenback.arena import Local
from tenback.arena.benchmark import Figure, chosen, measured, read_figures, tasks_of
from tenback.bots import Recipe
from tenback.cli.benchmark_report import markdown
from tests.cli.running import Run
from tests.cli.terminal import interrupted

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "benchmark.md"
STORED = sorted(PAGE.with_suffix("").glob("*.json"))
GREEDY = Recipe("greedy")
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


def test_what_the_file_holds_is_not_measured_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    line = ("benchmark", "greedy", "--only", "self-play,on-fire", "--jobs", "1", "--out", str(path))
    run(*line, "--deals", "2")
    kept = json.loads(path.read_text(encoding="utf-8"))
    kept["figures"][0]["left_mean"] = 12.5  # so that it can be recognized
    path.write_text(json.dumps(kept), encoding="utf-8")
    assert run(*line, "--deals", "2", "--json").json == kept
    assert (
        "| self-play | on-fire | greedy | 2 | 0.0 ±65.8 (12.5) | "
        in run(*line, "--deals", "2", "--markdown").out
    )
    assert run(*line, "--deals", "3", "--json").json["figures"][0]["left_mean"] != 12.5
    run("benchmark", "random", "--out", str(path)).assert_refused('its bot is "greedy"')
    path.write_text(json.dumps({**kept, "figures": [{}]}), encoding="utf-8")
    run(*line).assert_refused("it holds something that is not a figure")


def test_two_formats_at_once_are_refused(run: Run) -> None:
    done = run("benchmark", "greedy", "--json", "--markdown")
    assert (done.code, "either --json or --markdown" in done.err) == (2, True)


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_the_page_has_the_stored_rows(path: Path) -> None:
    """If not: `tenback benchmark NAME --out docs/benchmark/NAME.json --markdown` prints them."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    assert f"Version {kept['version']}" in page
    for row in markdown(map(Figure.from_json, kept["figures"])).splitlines():
        assert f"{row}\n" in page


def test_the_stored_rows_are_what_is_measured_today() -> None:
    kept = read_figures(PAGE.with_suffix("") / "greedy.json", [GREEDY])
    for task in chosen(tasks_of(GREEDY), ["self-play", "classic"]):
        assert kept[task.place] == measured(task, Local(1))


def test_ctrl_c_keeps_the_figures_that_there_are(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    line = ["benchmark", SLOW, "--only", "self-play,classic", "--deals", "1", "--jobs", "1"]
    told = interrupted(
        ROOT, [*line, "--out", str(path)], "1/5 self-play", home=tmp_path, deadline=60
    )
    figures = json.loads(path.read_text(encoding="utf-8"))["figures"]
    assert figures[0]["seats"] == 1
    assert told.count("tests.arena.players:Slow ") == len(figures)
