"""Plots are pictures, and the same each time."""

from pathlib import Path

import pytest

from tenback.arena.plots import check_plot, draw_histogram
from tenback.notation.errors import NotationCode
from tenback.rules import BadInput

LABELS = {"title": "greedy $ <b>", "across": "cards left", "upwards": "deals"}


@pytest.mark.parametrize(("name", "start"), [("p.png", b"\x89PNG"), ("p.svg", b"<?xml")])
def test_a_plot_is_a_picture_of_the_kind_that_its_name_says(
    tmp_path: Path, name: str, start: bytes
) -> None:
    paths = [tmp_path / folder / name for folder in ("one", "other")]
    for path in paths:
        check_plot(path)
        draw_histogram(path, (5, 0, 17), **LABELS)
    first, second = (path.read_bytes() for path in paths)
    assert first.startswith(start)
    assert first == second


@pytest.mark.parametrize("name", ["plot", "plot.jpg", "plot.svgz", ""])
def test_other_kinds_of_pictures_are_refused(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        check_plot(Path(name))
    assert caught.value.code == NotationCode.CANNOT_WRITE


def test_a_plot_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "p.png").mkdir()
    with pytest.raises(BadInput) as caught:
        draw_histogram(tmp_path / "p.png", (5, 0, 17), **LABELS)
    assert caught.value.code == NotationCode.CANNOT_WRITE
