"""Bots at tables on the server: they think in processes of their own, and get views alone."""

import asyncio
import os
from collections.abc import Container, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import connection, get_context, parent_process
from threading import Thread

from tenback.bots import Bot, make_bot
from tenback.bots.bot import Talker
from tenback.fastsim.compiling import is_kept
from tenback.notation import Record
from tenback.rules import USUAL_EDITION, Begin, Deal, Move, Name, Say, View
from tenback.rules.chance import seed_from
from tenback.table import Table

BotMove = tuple[int, Move]
ANY_SEED = "0"
COMPILED = {"careful": "tenback.policies.careful", "master": "tenback.bots.layers"}
"""Bots that need compiled code, each with a module that is compiled for it alone."""
MOST_DEATHS = 3
"""A bot over which so many processes have died gets no other: the table does without it."""


def moves_of(record: Record, bots: Mapping[int, str], seed: str) -> list[BotMove]:
    """Return what bots do now, by seat: words of all that have any, then one that is to move.

    In the opening each names who should begin (C4), and follows people who have.
    """
    table = Table.resume(record)
    found: list[BotMove] = []
    playing = {seat: make_bot(name, seed=seed) for seat, name in bots.items()}

    def do(seat: int, move: Move) -> None:
        table.submit(move, seat=seat)
        found.append((seat, move))

    for seat, bot in playing.items():
        if isinstance(bot, Talker):
            for signal in bot.talk(_view(table, seat)):
                do(seat, Say(seat, signal))
    turn = table.state.turn
    if turn is not None:
        if turn.seat in playing and table.state.outcome is None:
            do(turn.seat, playing[turn.seat].choose(_view(table, turn.seat)))
        return found
    for seat, bot in playing.items():
        if table.state.turn is None:
            choice = _starter(bot, _view(table, seat), playing)
            if table.state.named[seat] != choice.starter:
                do(seat, choice)
    return found


@cache
def talks(bot: str) -> bool:
    """Return whether a bot says anything: then it is asked after every move of anybody."""
    return isinstance(make_bot(bot, seed=ANY_SEED), Talker)


class BotPool:
    """The processes in which bots think; they are started when the first bot has to."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def moves_of(self, record: Record, bots: Mapping[int, str], about: str) -> list[BotMove]:
        """Return what bots do now; a process that dies over it is replaced, and asked again.

        `BrokenProcessPool` is raised when the next ones die as well.
        """
        seed, deaths = seed_from("bot", about), 0
        while True:
            if self._pool is None:
                self._pool = _new_pool(self._processes)
            pool, loop = self._pool, asyncio.get_running_loop()
            try:
                return await loop.run_in_executor(pool, moves_of, record, bots, seed)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                    pool.shutdown(wait=False)
                deaths += 1
                if deaths == MOST_DEATHS:
                    raise

    async def warm_up(self) -> None:
        """Have compiled for this machine what bots need, before somebody waits for it."""
        table = Table(Deal(USUAL_EDITION(), 2, ANY_SEED))
        table.submit(Begin(0), seat=None)
        for bot, module in COMPILED.items():
            if not is_kept(module):
                await self.moves_of(table.record(), {0: bot}, ANY_SEED)

    def close(self) -> None:
        """Let the processes go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _starter(bot: Bot, view: View, playing: Container[int]) -> Name:
    assert view.seat is not None
    people = (named for seat, named in enumerate(view.named) if seat not in playing)
    wish = next((named for named in people if named is not None), None)
    if wish is not None:
        return Name(view.seat, wish)
    choice = bot.choose(view)
    assert isinstance(choice, Name)
    return choice


def _view(table: Table, seat: int) -> View:
    return table.view(seat, is_past_shown=True)


def _new_pool(processes: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(processes, get_context("spawn"), _die_with_parent)


def _die_with_parent() -> None:
    """End when the server does, also when it was killed."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()
