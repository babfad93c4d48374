"""Plots the logs of training runs."""

from collections.abc import Sequence
from pathlib import Path

from tenback.cli.texts import Texts
from tenback.notation.errors import NotationCode
from tenback.rules import BadInput, Reason
from tenback.training.log import LOG, read_log


def draw(texts: Texts, plot: Path, folders: Sequence[Path]) -> None:
    """Plot the win rates of several runs into a file."""
    from tenback.training.plots import draw_rates

    runs = {}
    for folder in folders:
        runs[str(folder)] = read_log(folder)
        if not runs[str(folder)]:
            reason = Reason("nothing has been measured yet")
            raise BadInput(NotationCode.BAD_FILE, text=folder / LOG, reason=reason)
    draw_rates(
        plot,
        runs,
        title="  ·  ".join(runs),
        plays=texts("millions of plays"),
        seconds=texts("seconds"),
        upwards=texts("deals won, in %"),
    )
