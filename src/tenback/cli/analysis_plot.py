"""Plots the chance to win over the turns of a game, with play and luck apart."""

from pathlib import Path

from matplotlib.figure import Figure

from tenback.analysis import Analysis
from tenback.arena.plots import DOTS_PER_INCH, SIZE, save
from tenback.cli.texts import Texts

PERCENT = 100.0


def draw_chances(
    texts: Texts, path: Path, analysis: Analysis, *, title: str, label: str, mistake: float
) -> None:
    """Draw the curve into a file. Equal analyses produce equal files."""
    figure = Figure(figsize=SIZE, dpi=DOTS_PER_INCH, layout="constrained")
    axes = figure.add_subplot()
    turns = analysis.turns()
    for index, turn in enumerate(turns):
        at = turn.turn
        start, played, end = (PERCENT * chance for chance in (turn.start, turn.played, turn.end))
        labels = (texts("given away"), texts("luck")) if index == 0 else ("", "")
        axes.plot((at, at + 0.5), (start, played), color="C0", linewidth=2, label=labels[0] or None)
        axes.plot(
            (at + 0.5, at + 1), (played, end), color="C7", linestyle="--", label=labels[1] or None
        )
    mistakes = [turn for turn in turns if turn.given_away >= mistake]
    axes.scatter(
        [turn.turn + 0.5 for turn in mistakes],
        [PERCENT * turn.played for turn in mistakes],
        marker="v",
        color="C3",
        zorder=3,
    )
    axes.set_title(title, parse_math=False, fontsize="medium")
    axes.set_xlabel(texts("turn"))
    axes.set_ylabel(label, parse_math=False)
    axes.set_ylim(0, PERCENT)
    axes.margins(x=0.01)
    axes.legend()
    save(figure, path)
