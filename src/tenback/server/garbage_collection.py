"""Python's garbage collector, tuned for many long-lived connections.

Looking through everything that ten thousand connections hold takes a second, during which
nobody is answered, and finds nothing while they are open.
"""

import gc

from tenback.server.connection_counts import ConnectionCounts

YOUNG, MIDDLE, NEVER = 10_000, 10, 1_000_000
"""Objects until Python looks for cycles among the youngest, and how often among older ones."""
FEWEST = 5_000
"""Closed connections that may stay in memory before a full collection is worth that second."""


def collect_young_only() -> None:
    """Let Python look for cycles among young objects only; `FullCollection` handles the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


class FullCollection:
    """Collects what closed connections have left, once it is a lot compared to what is open."""

    def __init__(self, connections: ConnectionCounts) -> None:
        self._connections = connections
        self._closed_before = 0

    def run_if_due(self) -> None:
        """Collect everything if enough connections were closed since the last time."""
        closed = self._connections.closed
        if closed - self._closed_before > max(FEWEST, self._connections.open // 2):
            self._closed_before = closed
            gc.collect()
