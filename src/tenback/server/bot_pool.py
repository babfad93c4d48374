"""Bots think in processes of their own: what crosses to them is what a seat may know."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing import active_children, get_context
from typing import TypeVar

from tenback.bots.registry import REGISTRY
from tenback.compiled_cache import is_kept
from tenback.processes import exit_with_parent
from tenback.rules import USUAL_EDITION, Begin, Deal, Move, Signal
from tenback.server.bot_questions import BotQuestion, choice_of, talk_of
from tenback.server.fair_queue import FairQueue, Priority, Requester
from tenback.table import Table

T = TypeVar("T")
Q = TypeVar("Q")

ANY_SEED = "0"
SOLVER = "tenback.solver.beams"
OURSELVES = Requester()
"""The server itself as a requester."""
MOST_DEATHS = 3
"""A bot over which this many processes have died gets no other: the table does without it."""


class BotPool:
    """The processes in which bots think; they are started when the first bot is needed.

    Questions wait here and not in the executor, which would answer them in order of arrival.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._queue = FairQueue(processes)

    def on_behalf_of(self, requester: Requester) -> "PoolClient":
        """Return a way to ask bots on behalf of somebody."""
        return PoolClient(self, requester)

    async def talk(
        self, question: BotQuestion, requester: Requester = OURSELVES
    ) -> tuple[Signal, ...]:
        """Return what a bot says."""
        return await self.ask(talk_of, question, requester)

    async def choose(self, question: BotQuestion, requester: Requester = OURSELVES) -> Move:
        """Return the move that a bot makes."""
        return await self.ask(choice_of, question, requester)

    async def ask(
        self,
        answer: Callable[[Q], T],
        question: Q,
        requester: Requester = OURSELVES,
        priority: Priority = Priority.USUAL,
    ) -> T:
        """Ask in a process; if it dies over the question, replace it and ask again.

        `BrokenProcessPool` is raised when the next ones die as well.
        """
        deaths = 0
        while True:
            await self._queue.enter(requester, priority)
            if self._pool is None:
                self._pool = _new_pool(self._processes)
            pool = self._pool
            try:
                return await self._ask_in(pool, answer, question, priority)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                    pool.shutdown(wait=False)
                deaths += 1
                if deaths == MOST_DEATHS:
                    raise

    async def _ask_in(
        self,
        pool: ProcessPoolExecutor,
        answer: Callable[[Q], T],
        question: Q,
        priority: Priority,
    ) -> T:
        """Ask in a process of a pool, and free the place in the queue once it has answered.

        A process finishes thinking even if nobody waits any more, and is busy until then.
        """
        try:
            answering = asyncio.get_running_loop().run_in_executor(pool, answer, question)
        except BaseException:
            self._queue.leave(priority)
            raise
        answering.add_done_callback(partial(self._answered, priority))
        return await asyncio.shield(answering)

    def _answered(self, priority: Priority, answering: asyncio.Future[T]) -> None:
        self._queue.leave(priority)
        if not answering.cancelled():
            answering.exception()  # whoever asked may have gone

    async def warm_up(self) -> None:
        """Compile what bots need for this machine, before somebody has to wait for it."""
        alone, pair = (Table(Deal(USUAL_EDITION(), seats, ANY_SEED)) for seats in (1, 2))
        pair.submit(Begin(0), seat=None)
        for bot in REGISTRY:
            if bot.compiled_module is not None and not is_kept(bot.compiled_module):
                for table in (pair, alone):
                    question = BotQuestion(bot.name, ANY_SEED, table.view(0))
                    await self.talk(question)
                    await self.choose(question)
        if not is_kept(SOLVER):
            await self.ask(_prepare_solver, None, priority=Priority.LOW)

    def close(self) -> None:
        """Shut the processes down, whatever they are thinking about."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():  # a server has no others
                process.terminate()


@dataclass(frozen=True, slots=True)
class PoolClient:
    """Asks bots on behalf of somebody."""

    pool: BotPool
    requester: Requester

    async def talk(self, question: BotQuestion) -> tuple[Signal, ...]:
        """Return what a bot says."""
        return await self.pool.talk(question, self.requester)

    async def choose(self, question: BotQuestion) -> Move:
        """Return the move that a bot makes."""
        return await self.pool.choose(question, self.requester)


def _prepare_solver(_: None) -> None:
    from tenback.solver.search import prepare

    prepare()


def _new_pool(processes: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(processes, get_context("spawn"), exit_with_parent)
