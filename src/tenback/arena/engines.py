"""Engines play the parts of a study, and return the results in order."""

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Protocol, TypeVar

from tenback.arena.errors import ArenaCode
from tenback.arena.study import C, PartResult, Study, play_part
from tenback.processes import exit_with_parent, use_one_thread_in_libraries
from tenback.rules import BadInput

AHEAD = 4
"""How many parts are handed out per worker, so that no worker waits for a slow part."""

Pending = TypeVar("Pending")
T = TypeVar("T")
Play = Callable[[Iterable[range]], Iterator[PartResult[C]]]
"""Plays parts, and yields their results in order."""


class Engine(Protocol):
    """Something that can play the parts of a study."""

    def open(self, study: Study[C]) -> AbstractContextManager[Play[C]]:
        """Get everything ready to play; leaving the context stops what is running."""


@dataclass(frozen=True, slots=True)
class Local:
    """Plays on this machine: in threads if the study is compiled, else in processes."""

    jobs: int = 1

    @contextmanager
    def open(self, study: Study[C]) -> Iterator[Play[C]]:
        """Compile what needs compiling, and start the workers."""
        if study.is_compiled:
            study.play(range(0))
        if self.jobs == 1:
            yield partial(map, partial(play_part, study))
            return
        try:
            with (_threads if study.is_compiled else worker_processes)(self.jobs) as pool:
                start = partial(submit, pool, partial(play_part, study))
                yield partial(results_in_order, start, Future.result, most=AHEAD * self.jobs)
        except BrokenProcessPool:
            raise BadInput(ArenaCode.WORKER_DIED) from None


def submit(pool: Executor, work: Callable[[range], T], part: range) -> Future[T]:
    """Submit a part to the pool; a process started for it never receives Ctrl-C."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        return pool.submit(work, part)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(work, part)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def results_in_order(
    submit: Callable[[range], Pending],
    await_result: Callable[[Pending], T],
    parts: Iterable[range],
    *,
    most: int,
) -> Iterator[T]:
    """Yield results in the order of their parts, with at most `most` parts under way."""
    pending = deque[Pending]()
    for part in parts:
        pending.append(submit(part))
        if len(pending) == most:
            yield await_result(pending.popleft())
    while pending:
        yield await_result(pending.popleft())


@contextmanager
def _threads(jobs: int) -> Iterator[Executor]:
    pool = ThreadPoolExecutor(jobs)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def worker_processes(jobs: int) -> Iterator[Executor]:
    """Open a process pool whose processes end at once when it is left early."""
    use_one_thread_in_libraries()
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_serve)
    try:
        yield pool
    except BaseException:
        for process in tuple((pool._processes or {}).values()):
            process.terminate()  # from Python 3.14 on: pool.terminate_workers()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _serve() -> None:
    """Keep a worker's output out of the results, and end the worker with its parent process."""
    sys.stdout = sys.stderr
    exit_with_parent()
