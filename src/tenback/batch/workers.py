"""Worker threads that share short jobs with their caller, thousands of times per second.

Waking a sleeping thread takes longer than stepping many tables. So a waiting thread first spins for
a moment, without the GIL, and only then sleeps. Spinning is only an optimization: the queues alone
decide who does what, so nothing breaks if the spinning stops too soon on a busy machine.
"""

from collections.abc import Callable, Sequence
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic
from numba.np import arrayobj

from tenback.fastsim.compiling import compiled

Job = tuple[int, Callable[[], None] | None]
JobResult = tuple[int, BaseException | None]

CALLED, DONE = 0, 1
"""The indices of the flags: the number of the last job handed over, and of the last job done."""

SPINS = 1 << 15
"""How often a flag is checked before the thread sleeps: a few hundredths of a millisecond."""


class Workers:
    """Threads that work alongside the caller's own; they end with this object."""

    def __init__(self, helpers: int) -> None:
        self._helpers = [_Helper() for _ in range(helpers)]

    def share(self, work: Callable[..., None], parts: Sequence[tuple[Any, ...]]) -> None:
        """Run a function on every part: the first here, each other part in a thread of its own."""
        own, *others = parts
        helpers = self._helpers[: len(others)]
        for helper, part in zip(helpers, others, strict=True):
            helper.call(partial(work, *part))
        try:
            work(*own)
        finally:
            errors = [helper.result() for helper in helpers]
        for error in errors:
            if error is not None:
                raise error

    def __del__(self) -> None:
        for helper in self._helpers:
            helper.call(None)


class _Helper:
    """A thread with a queue for jobs and one for results; two flags show the numbers of jobs."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._results: SimpleQueue[JobResult] = SimpleQueue()
        self._flags = np.zeros(2, np.int64)
        self._number = 0
        arguments = (self._jobs, self._results, self._flags)
        Thread(target=_help, args=arguments, daemon=True).start()

    def call(self, work: Callable[[], None] | None) -> None:
        """Hand over a job to the thread; None ends the thread."""
        self._number += 1
        self._jobs.put((self._number, work))
        self._flags[CALLED] = self._number

    def result(self) -> BaseException | None:
        """Wait for the current job, and return the exception that it raised, if any.

        The queue may still hold results of earlier jobs if waiting for them was interrupted.
        """
        spin_until(self._flags, DONE, self._number, SPINS)
        while (result := self._results.get())[0] != self._number:
            pass
        return result[1]


def _help(jobs: "SimpleQueue[Job]", results: "SimpleQueue[JobResult]", flags: Any) -> None:
    while True:
        number, work = jobs.get()
        if work is None:
            return
        error = None
        try:
            work()
        except BaseException as raised:
            error = raised
        results.put((number, error))
        flags[DONE] = number
        spin_until(flags, CALLED, number + 1, SPINS)


def _atomic_load(_: Any, flags: Any, index: Any) -> Any:
    """Return the type and code of `atomic_load`, a load that no compiler may optimize away."""

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = arrayobj.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.load_atomic(builder.gep(array.data, [arguments[1]]), "monotonic", 8)

    return types.int64(flags, types.int64), lower


atomic_load = intrinsic(_atomic_load)
"""Returns an array element as it is now, whichever thread wrote it."""


@compiled
def spin_until(flags: Any, which: int, number: int, spins: int) -> None:
    """Wait for a short time until a flag reaches a number."""
    while spins > 0 and atomic_load(flags, which) < number:
        spins -= 1
