"""Decides when cards are due: at fixed times, whether or not the server keeps up.

Every tenth table plays 5 to 15 times as fast as the others on average. So games end and begin every
minute, while most sockets are as quiet as those of people who think. No two of the others keep the
same pace for long, or all their games would end at once.
"""

import asyncio
from collections.abc import Sequence
from heapq import heapify, heapreplace
from time import perf_counter
from typing import Any

from bench.load.company import PacedCompany
from bench.load.figures import Figures, Window
from bench.load.players import Company
from bench.load.processes import ServerProcess

QUICK_EVERY, LEAST_QUICK, MOST_QUICK = 10, 5, 15
SLOWEST, PACES = 0.5, 100
"""The slowest pace, and how many paces there are up to 1.5, for tables that play slowly."""
REST = 2.0
"""Seconds that a company rests between sittings."""
SHORTEST_SLEEP = 0.001
PING_ROUND = 14.0
"""Seconds in which every socket is checked; a player silent for that long sends `ping`."""
SETTLING = 10.0
"""Seconds to wait for the last answers."""


class Pacer:
    """Tells companies when to lay a card."""

    def __init__(
        self, companies: Sequence[PacedCompany[Any]], figures: Figures, server: ServerProcess
    ) -> None:
        self._companies = companies
        self._figures = figures
        self._server = server
        weights = [quickness(at) for at in range(len(companies))]
        total = sum(weights)
        self._periods = [total / weight for weight in weights]
        """For each company, how many cards all tables lay for each card at this table."""
        self._turns = [
            (at / len(companies) * period, at) for at, period in enumerate(self._periods)
        ]
        heapify(self._turns)
        self._resting: set[PacedCompany[Any]] = set()
        for company in companies:
            company.on_over = self._resting.add

    async def play(self, rate: float, seconds: float) -> Window:
        """Have cards laid at a rate for some seconds; return the figures."""
        window = self._figures.window = Window(rate)
        begun = perf_counter()
        looking = asyncio.create_task(self._look(window))
        number, last = 0, int(rate * seconds)
        while number < last:
            due = begun + number / rate
            while due <= perf_counter() and number < last:
                self._next(rate).is_due(due)
                number += 1
                due = begun + number / rate
            await asyncio.sleep(max(SHORTEST_SLEEP, due - perf_counter()))
        window.looks.append(self._server.busy)
        window.seconds = perf_counter() - begun
        looking.cancel()
        return window

    def _next(self, rate: float) -> PacedCompany[Any]:
        """Return the company whose card is due; virtual time advances by one with each card."""
        while True:
            when, at = self._turns[0]
            company = self._companies[at]
            if company not in self._resting:
                heapreplace(self._turns, (when + self._periods[at], at))
                return company
            self._resting.remove(company)
            heapreplace(self._turns, (when + rate * REST, at))

    async def _look(self, window: Window) -> None:
        """Sample the server's memory and the CPU times until cancelled."""
        while True:
            window.memory.append(self._server.memory)
            window.looks.append(self._server.busy)
            await asyncio.sleep(1.0)

    async def settle(self) -> None:
        """Wait for the last answers."""
        for company in self._companies:
            company.forget_what_is_owed()
        end = perf_counter() + SETTLING
        while perf_counter() < end:
            await asyncio.sleep(0.2)
            if all(company.is_settled for company in self._companies):
                break


def quickness(number: int) -> float:
    """Return how fast a company plays; companies that play slowly have 1 on average.

    >>> [quickness(number) for number in (0, 1, 9, 10, 20, 99, 100, 110)]
    [5, 0.51, 0.59, 6, 7, 1.49, 15, 5]
    """
    turn, aside = divmod(number, QUICK_EVERY)
    if aside:
        return SLOWEST + number % PACES / PACES
    return LEAST_QUICK + turn % (MOST_QUICK - LEAST_QUICK + 1)


async def keep_alive(companies: Sequence[Company]) -> None:
    """Make every silent player ping in time, until cancelled."""
    players = [player for company in companies for player in company.players]
    share = PING_ROUND / len(players)
    at, begun = 0, perf_counter()
    while True:
        await asyncio.sleep(0.05)
        now = perf_counter()
        while begun + at * share < now:
            players[at % len(players)].ping_if_silent(now - PING_ROUND)
            at += 1
