"""For an unknown order of the draw pile: solving it in many random orders."""

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
    """Solve a number of orders of the draw pile; yield an empty result, then one after each.

    The seed decides the orders. Each gets the full seconds; as long as those suffice, neither the
    jobs nor the machine make a difference.
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
    """Yield the same table with its draw pile in one random order after another, endlessly."""
    chance = Chance("draw-pile", seed)
    while True:
        yield replace(state, draw_piles=tuple(map(chance.shuffled, state.draw_piles)))


def _solve(state: State, *, stopped: Event, seconds: float, widest: int | None) -> Answer:
    return Search(state, seconds=seconds, widest=widest, stopped=stopped).run()
