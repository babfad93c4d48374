"""Timing on machines that do other things at the same time."""

import time
from collections.abc import Callable

from rich.console import Console

CONSOLE = Console(highlight=False, width=110)


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """Return the shortest of several times that some work takes."""
    best = float("inf")
    for _ in range(times):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best
