"""The picture of a soak: memory, handles, database and answers over time."""

from pathlib import Path

from matplotlib.figure import Figure

from bench.soak.samples import Sample, Soak
from tenback.arena.plots import save

LINES = {
    "memory, MiB": "memory_mib",
    "open files and sockets": "handles",
    "database, MiB": "database_mib",
    "p99 from due to ack, ms": "ms_p99",
}


def draw(path: Path, done: Soak) -> None:
    """Draw one line above the other, over the same minutes."""
    figure = Figure(figsize=(9.0, 8.0), layout="constrained")
    minutes = [one.seconds / 60 for one in done.samples]
    all_axes = figure.subplots(len(LINES), 1, sharex=True)
    for axes, (label, name) in zip(all_axes, LINES.items(), strict=True):
        axes.plot(minutes, [_value(one, name) for one in done.samples])
        axes.set_ylabel(label)
        axes.set_ylim(bottom=0)
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
