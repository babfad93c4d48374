"""How many connections a process has open, for each address."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from tenback.server.metrics import Metrics


class ConnectionCounts:
    """The connections of a process, by address."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._open: Counter[str] = Counter()
        self.closed = 0
        """How many have been closed so far."""

    @property
    def open(self) -> int:
        """How many are open now."""
        return self._open.total()

    def of(self, address: str) -> int:
        """Return how many connections an address has open."""
        return self._open[address]

    @contextmanager
    def counting(self, address: str) -> Iterator[None]:
        """Count a connection while it is open."""
        self._open[address] += 1
        self._metrics.connections.inc()
        try:
            yield
        finally:
            self._metrics.connections.dec()
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
            self.closed += 1
