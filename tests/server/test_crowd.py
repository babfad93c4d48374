"""Connections are counted by address, and what they leave is cleared away when it is much."""

import gc
import weakref

from tenback.server.crowd import FEWEST, Crowd
from tenback.server.metrics import Metrics


class Knot:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.own = self


def test_connections_are_counted_by_address() -> None:
    crowd = Crowd(Metrics())
    with crowd.joined("a"), crowd.joined("a"), crowd.joined("b"):
        assert (crowd.of("a"), crowd.of("b"), crowd.of("c")) == (2, 1, 0)
    assert crowd.of("a") == 0


def test_what_many_closed_connections_leave_is_cleared_away() -> None:
    crowd = Crowd(Metrics())
    gc.collect()
    gc.disable()
    try:
        knot = weakref.ref(Knot())
        for _ in range(FEWEST):
            with crowd.joined("a"):
                pass
        crowd.clear_away()
        assert knot() is not None
        with crowd.joined("a"):
            pass
        crowd.clear_away()
        assert knot() is None
    finally:
        gc.enable()
