"""All connections of a process together: how many there are, and what they leave behind."""

import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tenback.server.metrics import Metrics

YOUNG, MIDDLE, NEVER = 2_000, 10, 1_000_000
"""Objects until Python looks for cycles among the youngest, and how often among older ones.

Looking through everything that ten thousand connections hold takes a second, in which nobody is
answered, and finds nothing while they are open.
"""
FEWEST = 5_000
"""Connections that may lie about, closed, before it is worth that second."""


class Crowd:
    """The connections of a process, by address."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._counts: Counter[str] = Counter()
        self._left = 0

    def of(self, address: str) -> int:
        """Return how many connections an address has."""
        return self._counts[address]

    @contextmanager
    def joined(self, address: str) -> Iterator[None]:
        """Count a connection while it is open."""
        self._counts[address] += 1
        self._metrics.connections.inc()
        try:
            yield
        finally:
            self._metrics.connections.dec()
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]
            self._left += 1

    def clear_away(self) -> None:
        """Collect what closed connections have left, once it is much beside what is open."""
        if self._left > max(FEWEST, self._counts.total() // 2):
            self._left = 0
            gc.collect()


def calm_collector() -> None:
    """Let Python look for cycles among young objects only; `clear_away` sees to the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
