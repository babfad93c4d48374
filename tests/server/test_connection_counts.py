"""The connections of a process are counted by address."""

from tenback.server.connection_counts import ConnectionCounts
from tenback.server.metrics import Metrics


def test_connections_are_counted_by_address_while_they_are_open() -> None:
    counts = ConnectionCounts(Metrics())
    with counts.counting("a"), counts.counting("a"), counts.counting("b"):
        assert (counts.of("a"), counts.of("b"), counts.of("c")) == (2, 1, 0)
        assert (counts.open, counts.closed) == (3, 0)
    assert counts.of("a") == 0
    assert (counts.open, counts.closed) == (0, 3)
