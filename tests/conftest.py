"""Sets how many tests run in parallel, on how many threads, and how hard Hypothesis tries.

Hypothesis tries the same examples in every `make test`, and many new ones in a soak.
"""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tenback.processes import use_one_thread_in_libraries

use_one_thread_in_libraries()  # tests run side by side
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have set it to be ignored

PAGE = Path(__file__).parent / "page"

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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let every xdist worker begin with its share of the page's tests, which take longest.

    A worker gets a contiguous part of all tests. The last tests should be short: while one worker
    plays through a long evening, the others would have nothing left to do.
    """
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    of_page = [item for item in items if PAGE in item.path.parents]
    others = [item for item in items if PAGE not in item.path.parents]
    if workers > 1:
        items[:] = [
            item
            for worker in range(workers)
            for tests in (of_page, others)
            for item in _share(tests, worker, workers)
        ]


def _share(tests: list[pytest.Item], worker: int, workers: int) -> list[pytest.Item]:
    first, behind = (len(tests) * number // workers for number in (worker, worker + 1))
    return tests[first:behind]
