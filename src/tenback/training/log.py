"""The log of a training run: a line of JSON for every evaluation."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from tenback.notation.errors import NotationCode
from tenback.notation.files import read_file, unwritable, write_file
from tenback.rules import BadInput, Reason

LOG = "log.jsonl"


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One evaluation of a training run."""

    plays: int
    seconds: float
    progress: float
    loss: float
    won: float
    """The share of games won since the previous evaluation, exploration included."""
    left: float
    """How many cards were left in those games on average."""
    rates: dict[str, float]
    """The share of fresh deals won in each setup, if it has just been measured."""


def add_to_log(folder: Path, standing: LogEntry) -> None:
    """Append an entry to the log."""
    try:
        with (folder / LOG).open("a", encoding="utf-8") as log:
            log.write(_line(standing))
    except OSError as error:
        raise unwritable(folder / LOG, error) from None


def write_log(folder: Path, entries: Iterable[LogEntry]) -> None:
    """Rewrite the whole log."""
    write_file(folder / LOG, "".join(map(_line, entries)))


def read_log(folder: Path) -> list[LogEntry]:
    """Return all evaluations of a run so far."""
    lines = read_file(folder / LOG).splitlines()
    try:
        return [LogEntry(**json.loads(line)) for line in lines]
    except (TypeError, ValueError, RecursionError):
        reason = Reason("it is not the log of a training run")
        raise BadInput(NotationCode.BAD_FILE, text=folder / LOG, reason=reason) from None


def _line(standing: LogEntry) -> str:
    return json.dumps(asdict(standing)) + "\n"
