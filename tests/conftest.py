"""Sets how many tests run in parallel, and how hard Hypothesis tries.

Hypothesis tries the same examples in every `make test`, and many new ones in a soak.
"""

import gc
import os
import signal
from collections.abc import Generator
from itertools import chain, islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have set it to be ignored

TESTS = Path(__file__).parent
PAGE = TESTS / "page"
LONG = (
    TESTS / "server" / "test_faults.py",
    TESTS / "server" / "test_hosts.py",
    TESTS / "server" / "test_schemathesis.py",
    TESTS / "arena" / "test_cluster.py",
    TESTS / "test_install.py",
    TESTS / "test_handbook.py",
)
"""What takes long in one piece; the first of them mostly wait."""

settings.register_profile(
    "default",
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "soak", settings.get_profile("default"), max_examples=5000, derandomize=False
)
settings.load_profile("default")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return twice the number of cores: tests of servers and browsers mostly wait."""
    return 2 * (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage, now and later: what is collected here stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let every xdist worker begin with what takes longest: whole files, then tests of the page.

    A worker gets a contiguous part of all tests. The last tests should be short: while one worker
    plays through a long story, the others would have nothing left to do.
    """
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers == 1:
        return
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for number, path in enumerate(LONG):
        parts[number % workers] += [item for item in items if item.path == path]
    of_page = [item for item in items if PAGE in item.path.parents]
    for worker, part in enumerate(parts):
        part.extend(of_page[_share(len(of_page), worker, workers)])
    chosen = {item for part in parts for item in part}
    others = iter([item for item in items if item not in chosen])
    for worker, part in enumerate(parts):
        share = _share(len(items), worker, workers)
        part.extend(islice(others, max(0, share.stop - share.start - len(part))))
    items[:] = [*chain(*parts), *others]


def _share(count: int, worker: int, workers: int) -> slice:
    """Return which of so many tests are a worker's, as xdist cuts them."""
    return slice(count * worker // workers, count * (worker + 1) // workers)
