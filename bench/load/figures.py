"""What is counted and timed while tables are played at."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from bench.load.processes import Busy


class Spread(NamedTuple):
    """How long something took, in milliseconds."""

    median: float
    p95: float
    p99: float
    longest: float

    @classmethod
    def of(cls, seconds: list[float]) -> "Spread | None":
        """Return the spread of some times."""
        if not seconds:
            return None
        return cls(*(1000 * float(at) for at in np.quantile(seconds, [0.5, 0.95, 0.99, 1])))


@dataclass(eq=False, slots=True)
class Window:
    """A while at one rate."""

    rate: float
    seconds: float = 0.0
    due: int = 0
    """Cards that were to be laid."""
    late: int = 0
    """Those whose table was not ready when they were due; they were laid as soon as it was."""
    sent: int = 0
    plays: int = 0
    """Cards laid, and acked."""
    others: int = 0
    """Ends of turns and the like, acked."""
    from_due: list[float] = field(default_factory=list)
    from_sending: list[float] = field(default_factory=list)
    lag: list[float] = field(default_factory=list)
    """By how much this program itself was behind with cards whose table was ready."""
    delivered: int = 0
    steps: int = 0
    memory: list[int] = field(default_factory=list)
    began: Busy | None = None
    ended: Busy | None = None

    @property
    def late_share(self) -> float:
        """The share of cards that came late, or never."""
        return (self.late + max(0, self.due - self.sent)) / max(1, self.due)

    @property
    def cores(self) -> tuple[float, float, float]:
        """How many cores the server, this program, and everything else on the machine had busy."""
        assert self.began is not None
        assert self.ended is not None
        span = self.ended.at - self.began.at
        server = (self.ended.server - self.began.server) / span
        client = (self.ended.client - self.began.client) / span
        machine = (self.ended.machine - self.began.machine) / span
        return server, client, max(0.0, machine - server - client)

    @property
    def growth(self) -> float | None:
        """How much memory the last third had, against the first; 0 is flat."""
        third = len(self.memory) // 3
        if not third:
            return None
        return float(np.mean(self.memory[-third:]) / np.mean(self.memory[:third])) - 1


class Acked(NamedTuple):
    """What the server has promised to have stored."""

    table: str
    number: int
    request: str


@dataclass(eq=False, slots=True)
class Figures:
    """Everything of a run."""

    window: Window
    """The one that is under way."""
    acked: list[Acked] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    closings: Counter[int] = field(default_factory=Counter)
    """Connections that the server has ended, by code."""
    failures: Counter[str] = field(default_factory=Counter)
    """Why sockets could not be opened; they were tried again."""
    faults: list[str] = field(default_factory=list)
    """What must not happen at all."""
    finished: list[str] = field(default_factory=list)
    """Tables whose sitting is over."""
    sockets: int = 0
    """Those that are open."""
