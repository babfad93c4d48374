"""The samples of a soak, and whether the server's size stayed level."""

from pathlib import Path

import msgspec
import numpy as np

from bench.load.figures import Spread, Window
from bench.load.processes import ServerProcess

MIB = 1 << 20
MOST_MEMORY_GROWTH = 0.05
"""From the first third to the last: allocator noise stays below this, a leak does not."""
MOST_HANDLES_GROWTH = 8
"""The most additional handles: connections come and go while they are counted."""


class Sample(msgspec.Struct, frozen=True):
    """The server at one moment, and its answers since the previous sample."""

    seconds: float
    memory_mib: float
    handles: int
    database_mib: float
    ms_p99: float
    """The 99th percentile from when a card was due to its ack."""
    cards_per_second: float
    server_cores: float
    other_cores: float
    """The cores used by anything but the server and its clients."""


class Soak(msgspec.Struct):
    """The results of a whole run."""

    rate: float
    tables: int
    breaks_per_second: float
    abandoned_per_second: float
    machine: str
    samples: list[Sample] = []
    breaks: int = 0
    abandoned: int = 0
    turned_away: int = 0
    """Players who could not open a table, because the server was too busy."""
    acked: int = 0
    finished: int = 0
    lost: int = 0
    faults: list[str] = []
    is_level: bool = False

    def grew_by(self, unjudged: int) -> str | None:
        """Return what grew from the first third to the last, leaving out the unjudged beginning."""
        judged = self.samples[min(unjudged, len(self.samples) // 3) :]
        third = max(1, len(judged) // 3)
        first, last = judged[:third], judged[-third:]
        memory = float(
            np.median([one.memory_mib for one in last])
            / np.median([one.memory_mib for one in first])
        )
        handles = float(
            np.median([one.handles for one in last]) - np.median([one.handles for one in first])
        )
        if memory > 1 + MOST_MEMORY_GROWTH:
            return f"memory by {memory - 1:.1%}"
        return f"handles by {handles:.0f}" if handles > MOST_HANDLES_GROWTH else None

    @property
    def summary(self) -> str:
        """Return the results in a few lines."""
        first, last = self.samples[0], self.samples[-1]
        busy = float(np.median([one.other_cores for one in self.samples]))
        p99 = float(np.median([one.ms_p99 for one in self.samples]))
        lines = [
            f"{last.seconds / 60:.0f} minutes: {self.acked} acks, {self.finished} sittings.",
            f"Broken connections: {self.breaks}. Abandoned tables: {self.abandoned}.",
            f"Turned away, because the server was too busy: {self.turned_away}.",
            f"Memory: {first.memory_mib:.0f} to {last.memory_mib:.0f} MiB.",
            f"Open files and sockets: {first.handles} to {last.handles}.",
            f"Database: {first.database_mib:.1f} to {last.database_mib:.1f} MiB.",
            f"p99, median of all samples: {p99:.0f} ms.",
            f"Lost: {self.lost}. Faults: {len(self.faults)}. Level: {self.is_level}.",
            f"{self.machine} Others kept {busy:.1f} cores busy meanwhile.",
        ]
        return "\n".join([*lines, *self.faults])


def sample_of(seconds: float, window: Window, server: ServerProcess, database: Path) -> Sample:
    """Return a sample of the server at the end of a window."""
    cores, spread = window.cores, Spread.of(window.from_due)
    files = (database, database.with_name(database.name + "-wal"))
    return Sample(
        seconds=seconds,
        memory_mib=server.own_memory / MIB,
        handles=server.handles,
        database_mib=sum(file.stat().st_size for file in files if file.exists()) / MIB,
        ms_p99=0.0 if spread is None else spread.p99,
        cards_per_second=window.plays / window.seconds,
        server_cores=cores.server,
        other_cores=cores.others,
    )
