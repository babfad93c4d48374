"""Plots of win rates during training."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib import colormaps
from matplotlib.figure import Figure

from tenback.arena.plots import DOTS_PER_INCH, save
from tenback.training.log import LogEntry

WIDTH, HEIGHT, HEIGHT_OF_A_LABEL = 12.0, 5.0, 0.2
STYLES = ("-", "--", ":")
"""Line styles that tell setups apart once all colors are used up."""
COLOURS = colormaps["tab20"].colors  # type: ignore[attr-defined]


def draw_rates(
    path: Path,
    runs: Mapping[str, Sequence[LogEntry]],
    *,
    title: str,
    plays: str,
    seconds: str,
    upwards: str,
) -> None:
    """Draw the win rate of every setup, by plays and by seconds; equal logs make equal files."""
    lines = lines_of(runs)
    size = WIDTH, max(HEIGHT, HEIGHT_OF_A_LABEL * (len(lines) + 2))
    figure = Figure(figsize=size, dpi=DOTS_PER_INCH, layout="constrained")
    by_plays, by_seconds = figure.subplots(1, 2, sharey=True)
    for place, (label, points) in enumerate(lines.items()):
        turn, index = divmod(place, len(COLOURS))
        look = {"color": COLOURS[index], "linestyle": STYLES[turn % len(STYLES)], "marker": "."}
        rates = [100 * rate for _, _, rate in points]
        for axes, across in ((by_plays, 0), (by_seconds, 1)):
            where = [point[across] for point in points]
            axes.plot(where, rates, label=label, **look)
    by_plays.set_xlabel(plays)
    by_seconds.set_xlabel(seconds)
    by_plays.set_ylabel(upwards)
    by_plays.set_ylim(0, 100)
    for axes in (by_plays, by_seconds):
        axes.set_xlim(left=0)
        axes.grid(alpha=0.3)
    figure.suptitle(title, parse_math=False, fontsize="medium")
    handles, labels = by_plays.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right upper", fontsize="small")
    save(figure, path)


def lines_of(
    runs: Mapping[str, Sequence[LogEntry]],
) -> dict[str, list[tuple[float, float, float]]]:
    """Return the points of every setup: millions of plays, seconds, rate."""
    lines: dict[str, list[tuple[float, float, float]]] = {}
    for name, entries in runs.items():
        for standing in entries:
            for setup, rate in standing.rates.items():
                label = setup if len(runs) == 1 else f"{name}: {setup}"
                point = (standing.plays / 1e6, standing.seconds, rate)
                lines.setdefault(label, []).append(point)
    return lines
