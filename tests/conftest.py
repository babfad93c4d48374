"""How many tests run at a time, on how many threads, and how hard Hypothesis tries.

Hypothesis tries the same examples in every `make test`, fresh and many in a soak.
"""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from tenback.processes import use_one_thread_in_libraries

use_one_thread_in_libraries()  # tests run side by side
signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell may have ignored

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
    """Return twice as many as there are cores: tests of servers and browsers mostly wait."""
    return 2 * (os.cpu_count() or 1)
