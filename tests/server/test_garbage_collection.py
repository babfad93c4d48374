"""The remains of closed connections are collected once there are many."""

import gc
import weakref

from tenback.server.connection_counts import ConnectionCounts
from tenback.server.garbage_collection import FEWEST, FullCollection
from tenback.server.metrics import Metrics


class Knot:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.own = self


def test_what_many_closed_connections_leave_is_collected() -> None:
    counts = ConnectionCounts(Metrics())
    collection = FullCollection(counts)
    gc.collect()
    gc.disable()
    try:
        knot = weakref.ref(Knot())
        for _ in range(FEWEST):
            with counts.counting("a"):
                pass
        collection.run_if_due()
        assert knot() is not None
        with counts.counting("a"):
            pass
        collection.run_if_due()
        assert knot() is None
    finally:
        gc.enable()
