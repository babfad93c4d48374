"""Tunes Python's garbage collector for many long-lived connections.

A full collection over ten thousand connections takes a second, in which nobody is answered, and
finds nothing as long as they are open.
"""

import gc

from tenback.server.connection_counts import ConnectionCounts

YOUNG, MIDDLE, NEVER = 10_000, 10, 1_000_000
"""How many new objects trigger a young collection, and how rarely older ones are collected."""
FEWEST = 5_000
"""The closed connections that may stay in memory before a full collection is worth a second."""


def collect_young_only() -> None:
    """Limit automatic collection to young objects; `FullCollection` handles the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


class FullCollection:
    """Frees what closed connections leave behind, once that is a lot compared to the open ones."""

    def __init__(self, connections: ConnectionCounts) -> None:
        self._connections = connections
        self._closed_before = 0

    def run_if_due(self) -> None:
        """Collect everything if enough connections have closed since the last time."""
        closed = self._connections.closed
        if closed - self._closed_before > max(FEWEST, self._connections.open // 2):
            self._closed_before = closed
            gc.collect()
