"""The processes in which bots think. They are sent only what a seat may know."""

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
SERVER_ITSELF = Requester()
"""The requester for the server's own work."""
MOST_DEATHS = 3
"""The number of processes that may die over one question before the bot is given up."""


class BotPool:
    """The processes in which bots think, started when the first bot is needed.

    Questions wait in a `FairQueue`, because the executor would answer them in order of arrival.
    """

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._queue = FairQueue(processes)

    def on_behalf_of(self, requester: Requester) -> "PoolClient":
        """Return a client that asks bots for a requester."""
        return PoolClient(self, requester)

    async def talk(
        self, question: BotQuestion, requester: Requester = SERVER_ITSELF
    ) -> tuple[Signal, ...]:
        """Return the signals a bot gives."""
        return await self.ask(talk_of, question, requester)

    async def choose(self, question: BotQuestion, requester: Requester = SERVER_ITSELF) -> Move:
        """Return the move a bot makes."""
        return await self.ask(choice_of, question, requester)

    async def ask(
        self,
        answer: Callable[[Q], T],
        question: Q,
        requester: Requester = SERVER_ITSELF,
        priority: Priority = Priority.USUAL,
    ) -> T:
        """Ask a process. If it dies over the question, replace it and ask again.

        Raises `BrokenProcessPool` if the next ones die as well.
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
        """Ask a process of a pool, and leave the queue once it has answered.

        A process finishes its work even if nobody is waiting anymore, and is busy until then.
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
            answering.exception()  # Whoever asked may be gone.

    async def warm_up(self) -> None:
        """Compile what bots need on this machine, before a player has to wait for it."""
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
        """Stop the processes, even in the middle of an answer."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():  # The server has no other child processes.
                process.terminate()


@dataclass(frozen=True, slots=True)
class PoolClient:
    """Asks bots on behalf of one requester."""

    pool: BotPool
    requester: Requester

    async def talk(self, question: BotQuestion) -> tuple[Signal, ...]:
        """Return the signals a bot gives."""
        return await self.pool.talk(question, self.requester)

    async def choose(self, question: BotQuestion) -> Move:
        """Return the move a bot makes."""
        return await self.pool.choose(question, self.requester)


def _prepare_solver(_: None) -> None:
    from tenback.solver.search import prepare

    prepare()


def _new_pool(processes: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(processes, get_context("spawn"), exit_with_parent)
