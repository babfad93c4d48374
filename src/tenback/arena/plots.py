"""Plots of the cards left after many games."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib import rc_context
from matplotlib.figure import Figure

from tenback.notation.errors import NotationCode
from tenback.notation.files import make_folder, unwritable
from tenback.rules import BadInput, Reason

ENDINGS = (".png", ".svg")
SIZE = (8.0, 4.5)
DOTS_PER_INCH = 150


def check_plot(path: Path) -> None:
    """Refuse a file that is not a .png or .svg, and make its folder."""
    if path.suffix.lower() not in ENDINGS:
        reason = Reason("a plot must be a .png or .svg file")
        raise BadInput(NotationCode.CANNOT_WRITE, text=path, reason=reason)
    make_folder(path.parent)


def draw_histogram(
    path: Path, counts: Sequence[int], *, title: str, across: str, upwards: str
) -> None:
    """Draw how often each number occurred; equal counts make equal files."""
    figure = Figure(figsize=SIZE, dpi=DOTS_PER_INCH, layout="constrained")
    axes = figure.add_subplot()
    axes.bar(range(len(counts)), counts, width=1.0)
    axes.set_title(title, parse_math=False, fontsize="medium")
    axes.set_xlabel(across)
    axes.set_ylabel(upwards)
    axes.margins(x=0.01)
    save(figure, path)


def save(figure: Figure, path: Path) -> None:
    """Write a figure to a file; equal figures make equal files."""
    try:
        with rc_context({"svg.hashsalt": "tenback"}):
            metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
            figure.savefig(path, metadata=metadata)
    except OSError as error:
        raise unwritable(path, error) from None
