"""Plots of training runs are pictures, and the same each time."""

from pathlib import Path

import pytest

from tenback.notation.errors import NotationCode
from tenback.rules import BadInput
from tenback.training.log import LogEntry
from tenback.training.plots import draw_rates, lines_of

RUN = [
    LogEntry(
        10**6 * step, 60.0 * step, step / 3, 0.6, 0.1, 40.0, {"classic 2": step / 4, "x 3": 0.0}
    )
    for step in range(1, 4)
]
LABELS = {"title": "team $ <b>", "plays": "plays", "seconds": "seconds", "upwards": "won"}


def test_a_line_is_drawn_for_every_setup() -> None:
    lines = lines_of({"team": RUN})
    assert lines["classic 2"] == [(1.0, 60.0, 0.25), (2.0, 120.0, 0.5), (3.0, 180.0, 0.75)]
    assert [*lines] == ["classic 2", "x 3"]


def test_lines_of_several_runs_have_their_names() -> None:
    assert [*lines_of({"a": RUN, "b": RUN[:1]})] == [
        *("a: classic 2", "a: x 3"),
        *("b: classic 2", "b: x 3"),
    ]


@pytest.mark.parametrize(("name", "start"), [("p.png", b"\x89PNG"), ("p.svg", b"<?xml")])
def test_equal_logs_make_equal_pictures(tmp_path: Path, name: str, start: bytes) -> None:
    paths = [tmp_path / f"{place}{name}" for place in ("one", "other")]
    for path in paths:
        draw_rates(path, {"team": RUN}, **LABELS)
    first, second = (path.read_bytes() for path in paths)
    assert first.startswith(start)
    assert first == second


def test_a_plot_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "p.png").mkdir()
    with pytest.raises(BadInput) as caught:
        draw_rates(tmp_path / "p.png", {"team": RUN}, **LABELS)
    assert caught.value.code == NotationCode.CANNOT_WRITE
