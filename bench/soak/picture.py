"""Draws the results of a soak: memory, handles, database and response times."""

from pathlib import Path

from matplotlib.figure import Figure

from bench.soak.samples import Sample, Soak
from tenback.arena.plots import save

HEADROOM = 1.1
"""How much higher than the highest value an axis goes."""
P99 = "ms_p99"
LINES = {
    "memory, MiB": "memory_mib",
    "open files and sockets": "handles",
    "database, MiB": "database_mib",
    "p99 from due to ack, ms": P99,
}


def draw(path: Path, done: Soak) -> None:
    """Draw the curves one above the other, over the same minutes."""
    figure = Figure(figsize=(9.0, 8.0), layout="constrained")
    minutes = [one.seconds / 60 for one in done.samples]
    all_axes = figure.subplots(len(LINES), 1, sharex=True)
    for axes, (label, name) in zip(all_axes, LINES.items(), strict=True):
        values = [_value(one, name) for one in done.samples]
        axes.plot(minutes, values)
        axes.set_ylabel(label)
        if name == P99:  # on a busy machine it can be a hundred times longer for a while
            axes.set_yscale("log")
        else:
            axes.set_ylim(0, HEADROOM * max(values))
        axes.grid(alpha=0.3)
    all_axes[-1].set_xlabel("minutes")
    all_axes[-1].set_xlim(left=0)
    figure.suptitle(
        f"{done.tables} tables of four, {done.rate:g} cards/s, {done.breaks} broken connections,"
        f" {done.abandoned} abandoned tables",
        fontsize="medium",
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    save(figure, path)


def _value(sample: Sample, name: str) -> float:
    value: float = getattr(sample, name)
    return value
