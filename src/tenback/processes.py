"""Processes: what they use of a machine, and children that do not outlive their parent."""

import gc
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread

THREADS_OF_LIBRARIES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
"""Environment variables that set the number of threads of the libraries under NumPy."""


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def use_one_thread_in_libraries() -> None:
    """Make numeric libraries use one thread: in new processes, and here if NumPy is not loaded yet.

    A bot multiplies small matrices. The threads of a library wait for each other by spinning: on
    busy cores two of them cost ten times the CPU of one.
    """
    for name in THREADS_OF_LIBRARIES:
        os.environ.setdefault(name, "1")


@contextmanager
def importing_much() -> Iterator[None]:
    """Do not look for garbage meanwhile: modules stay, and looking takes an eighth of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def exit_with_parent() -> None:
    """End this process at once when its parent ends; Ctrl-C is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _after_parent(lambda: os._exit(1))


def stop_with_parent() -> None:
    """Ask this process to stop when its parent ends, if it has one."""
    if parent_process() is not None:
        _after_parent(lambda: os.kill(os.getpid(), signal.SIGTERM))


def _after_parent(act: Callable[[], None]) -> None:
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        act()

    Thread(target=watch, daemon=True).start()
