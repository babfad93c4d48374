"""What is counted and timed while tables are played at."""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from bench.load.processes import Busy

QUIET = 0.25
"""Cores that others may have in a second that counts as quiet; storing takes some of the kernel."""


class Cores(NamedTuple):
    """How many cores the server, this program, and everything else on the machine had busy.

    A database or Redis with processes of its own counts as everything else.
    """

    server: float
    client: float
    others: float

    @classmethod
    def between(cls, one: Busy, two: Busy) -> "Cores":
        """Return what was busy from one look to the next."""
        span = two.at - one.at
        server = (two.server - one.server) / span
        client = (two.client - one.client) / span
        return cls(server, client, max(0.0, (two.machine - one.machine) / span - server - client))


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
    never_sent: int = 0
    """Those of them whose table was not ready before the time was up."""
    plays: int = 0
    """Cards laid, and acked."""
    others: int = 0
    """Ends of turns and the like, acked."""
    dues: list[float] = field(default_factory=list)
    """When cards were due, in the order of the next."""
    from_due: list[float] = field(default_factory=list)
    """From due to ack; for cards that were never sent, to the end of the time."""
    from_sending: list[float] = field(default_factory=list)
    """From sending a card to its ack."""
    ends: list[float] = field(default_factory=list)
    """From sending the end of a turn to its ack."""
    deliveries: list[float] = field(default_factory=list)
    """From when a move was due to when each of the other seats has heard of it."""
    lag: list[float] = field(default_factory=list)
    """By how much this program itself was behind with cards whose table was ready."""
    delivered: int = 0
    steps: int = 0
    memory: list[int] = field(default_factory=list)
    looks: list[Busy] = field(default_factory=list)
    """How much was worked, a second apart."""

    def note_play(self, due: float, sent: float, acked: float) -> None:
        """Take note of a card that was laid."""
        self.plays += 1
        self.dues.append(due)
        self.from_due.append(acked - due)
        self.from_sending.append(acked - sent)

    @property
    def cores(self) -> Cores:
        """How many cores were busy."""
        return Cores.between(self.looks[0], self.looks[-1])

    @property
    def quiet(self) -> tuple[float, list[float]]:
        """Seconds in which the machine did little else, and the times of cards due in them."""
        spans = [
            (one.at, two.at)
            for one, two in pairwise(self.looks)
            if Cores.between(one, two).others <= QUIET
        ]
        begins = [begin for begin, _ in spans]
        found = []
        for due, took in zip(self.dues, self.from_due, strict=True):
            at = bisect_right(begins, due) - 1
            if at >= 0 and due < spans[at][1]:
                found.append(took)
        return sum(end - begin for begin, end in spans), found

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
