"""Solves a table with an unknown draw pile in many random orders of the pile."""

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import islice
from threading import Event

from tenback.rules import State
from tenback.rules.chance import Chance
from tenback.solver.answers import Answer, Samples
from tenback.solver.search import Search, check_solvable, map_in_order, prepare


def sample(
    state: State,
    count: int,
    *,
    seed: str,
    seconds: float,
    jobs: int = 1,
    widest: int | None = None,
) -> Generator[Samples]:
    """Solve a table in `count` random orders of its draw pile, and yield the answers so far.

    The first result is empty; another one follows after each order. The seed determines the orders.
    Each order gets the full number of seconds. If none runs out of time, the result does not depend
    on the jobs or the machine.
    """
    check_solvable(state)
    prepare()
    stopped = Event()
    attempt = partial(_solve, stopped=stopped, seconds=seconds, widest=widest)
    orders = islice(orders_of(state, seed), count)
    answers = map_in_order(attempt, orders, jobs=jobs, stop=stopped.set)
    samples = Samples()
    yield samples
    with closing(answers):
        for answer in answers:
            samples = Samples((*samples.answers, answer))
            yield samples


def orders_of(state: State, seed: str) -> Iterator[State]:
    """Yield the table with its draw pile in random order, endlessly."""
    chance = Chance("draw-pile", seed)
    while True:
        yield replace(state, draw_piles=tuple(map(chance.shuffled, state.draw_piles)))


def _solve(state: State, *, stopped: Event, seconds: float, widest: int | None) -> Answer:
    return Search(state, seconds=seconds, widest=widest, stopped=stopped).run()
