"""The number of open connections of a process, for each address."""

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
        """The number of connections closed so far."""

    @property
    def open(self) -> int:
        """The number of connections that are open now."""
        return self._open.total()

    def of(self, address: str) -> int:
        """Return the number of open connections of an address."""
        return self._open[address]

    @contextmanager
    def counting(self, address: str) -> Iterator[None]:
        """Count a connection as open inside the context."""
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
