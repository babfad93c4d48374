"""Processes: how many cores they may use, and children that do not outlive their parent."""

import os
import signal
from collections.abc import Callable
from multiprocessing import parent_process
from threading import Thread


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def exit_with_parent() -> None:
    """End this process at once when the one that has started it ends."""
    _after_parent(lambda: os._exit(1))


def stop_with_parent() -> None:
    """Ask this process to stop when the one that has started it ends, if there is one."""
    if parent_process() is not None:
        _after_parent(lambda: os.kill(os.getpid(), signal.SIGTERM))


def _after_parent(act: Callable[[], None]) -> None:
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        act()

    Thread(target=watch, daemon=True).start()
