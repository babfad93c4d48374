"""Counts and times taken while a run plays."""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from bench.load.processes import Busy

QUIET = 0.25
"""Cores that other processes may use in a second that counts as quiet; the kernel's share of
storing counts as theirs."""


class Cores(NamedTuple):
    """How many cores the server, this program and everything else on the machine kept busy.

    A database or Redis with processes of its own counts as everything else.
    """

    server: float
    client: float
    others: float

    @classmethod
    def between(cls, one: Busy, two: Busy) -> "Cores":
        """Return the cores that were busy between two samples."""
        span = two.at - one.at
        server = (two.server - one.server) / span
        client = (two.client - one.client) / span
        return cls(server, client, max(0.0, (two.machine - one.machine) / span - server - client))


class Spread(NamedTuple):
    """The distribution of some times, in milliseconds."""

    median: float
    p95: float
    p99: float
    longest: float

    @classmethod
    def of(cls, seconds: list[float]) -> "Spread | None":
        """Return the distribution of times in seconds; None if there are none."""
        if not seconds:
            return None
        return cls(*(1000 * float(at) for at in np.quantile(seconds, [0.5, 0.95, 0.99, 1])))


@dataclass(eq=False, slots=True)
class Window:
    """A period of play at one rate."""

    rate: float
    seconds: float = 0.0
    due: int = 0
    """How many cards were due."""
    late: int = 0
    """Due cards whose table was not ready; they were laid as soon as it was."""
    never_sent: int = 0
    """Late cards whose table was not ready before the time was up."""
    plays: int = 0
    """Cards that were laid and acked."""
    others: int = 0
    """Ends of turns and other messages that were acked."""
    dues: list[float] = field(default_factory=list)
    """When each card was due, in the order of `from_due`."""
    from_due: list[float] = field(default_factory=list)
    """Seconds from when a card was due to its ack; for cards never sent, to the end."""
    from_sending: list[float] = field(default_factory=list)
    """Seconds from sending a card to its ack."""
    ends: list[float] = field(default_factory=list)
    """Seconds from sending the end of a turn to its ack."""
    deliveries: list[float] = field(default_factory=list)
    """Seconds from when a move was due until each of the other seats received it."""
    lag: list[float] = field(default_factory=list)
    """How late this program itself was with cards whose table was ready."""
    delivered: int = 0
    steps: int = 0
    memory: list[int] = field(default_factory=list)
    looks: list[Busy] = field(default_factory=list)
    """Samples of CPU time, one second apart."""

    def note_play(self, due: float, sent: float, acked: float) -> None:
        """Record a card that was laid."""
        self.plays += 1
        self.dues.append(due)
        self.from_due.append(acked - due)
        self.from_sending.append(acked - sent)

    @property
    def cores(self) -> Cores:
        """How many cores were busy on average."""
        return Cores.between(self.looks[0], self.looks[-1])

    @property
    def quiet(self) -> tuple[float, list[float]]:
        """The seconds in which the machine did little else, and the times of cards due in them."""
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
        """The growth of memory from the first third to the last; 0 is none."""
        third = len(self.memory) // 3
        if not third:
            return None
        return float(np.mean(self.memory[-third:]) / np.mean(self.memory[:third])) - 1


class Acked(NamedTuple):
    """A request that the server has acked, and so must have stored."""

    table: str
    number: int
    request: str


@dataclass(eq=False, slots=True)
class Figures:
    """Everything recorded during a run."""

    window: Window
    """The current window."""
    acked: list[Acked] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    closings: Counter[int] = field(default_factory=Counter)
    """How many connections the server closed, by close code."""
    failures: Counter[str] = field(default_factory=Counter)
    """Why sockets could not be opened at first; opening them was retried."""
    faults: list[str] = field(default_factory=list)
    """Errors that must never happen."""
    finished: list[str] = field(default_factory=list)
    """The tables whose sitting is over."""
    sockets: int = 0
    """The number of open sockets."""
