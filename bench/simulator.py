"""Times the compiled simulator: against the referee, against its limit, and on several cores."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any

import numpy as np
from rich.table import Table as Grid

from bench.timing import CONSOLE, seconds
from tenback.batch import Buffers, TablePool, moves, play
from tenback.fastsim import Setup, start
from tenback.fastsim.actions import END
from tenback.fastsim.chance import GAP, below
from tenback.fastsim.compiling import compiled
from tenback.notation import read_edition
from tenback.policies import Policy
from tenback.rules import State, apply, legal_moves

SETUPS = (("classic", 2), ("classic", 5), ("classic+min3", 2), ("extreme", 2), ("face-to-face", 2))
SECONDS = 0.5
"""About how many seconds one measurement takes."""
SAMPLE = 300
TABLES = 4096
STEPS = 200
SEED = 11


def simulator() -> None:
    """Time whole sittings of compiled policies."""
    cores = min(2, os.cpu_count() or 1)
    grid = Grid(
        "edition", "seats", "policy", "sittings/s", "limit", "of it", f"{cores} cores", "referee ×"
    )
    for edition, seats in SETUPS:
        setup = Setup(read_edition(edition), seats)
        for name in ("random", "greedy"):
            policy = [Policy(name)]
            count = fitting_count(setup, policy)
            one = count / seconds(partial(run, setup, policy, count))
            with ThreadPoolExecutor(cores) as pool:
                both = seconds(partial(run_everywhere, pool, cores, setup, policy, count))
            limit = chance_alone(setup, policy)
            plain = referee_rate(setup) if name == "random" else None
            grid.add_row(
                edition,
                str(seats),
                name,
                f"{one:,.0f}",
                f"{limit:,.0f}",
                f"{one / limit:.0%}",
                f"{cores * count / both / one:.2f}×",
                "" if plain is None else f"{one / plain:,.0f}×",
            )
    CONSOLE.print(
        "Whole sittings, compiled, on one core. The limit is what the chance of the same sittings "
        "costs in arithmetic and memory: a deck laid out, as many cards drawn from it, as many "
        "choices made, nothing judged. The last column is against the plain referee.",
        grid,
    )


def run(setup: Setup, policies: Sequence[Policy], count: int, first: int = 0) -> None:
    """Play some deals on one core."""
    play(setup, policies, seed=SEED, first=first, count=count)


def run_everywhere(
    pool: ThreadPoolExecutor, cores: int, setup: Setup, policies: Sequence[Policy], count: int
) -> None:
    """Play some deals on each core."""
    list(pool.map(lambda core: run(setup, policies, count, core * count), range(cores)))


def fitting_count(setup: Setup, policies: Sequence[Policy]) -> int:
    """Return how many deals take about as long as a measurement should."""
    run(setup, policies, 10)
    return int(1000 * SECONDS / seconds(partial(run, setup, policies, 1000))) + 1


def chance_alone(setup: Setup, policies: Sequence[Policy]) -> float:
    """Return how many sittings per second are possible if only randomness costs time."""
    cards = choices = 0
    for number in range(SAMPLE):
        begun = start(setup, seed=SEED, number=number)
        state = begun
        made = moves(setup, policies, seed=SEED, number=number)
        for move in made:
            state = apply(state, move)[0]
        cards += sum(map(len, begun.hands)) + undrawn(begun) - undrawn(state)
        choices += len(made) if policies[0].name == "random" else 0
    per_sitting = cards / SAMPLE, choices / SAMPLE
    deck, streams = np.zeros(98, np.uint8), np.zeros(1, np.uint64)
    count = 100_000
    roll(1, deck, streams, *per_sitting)
    return count / seconds(partial(roll, count, deck, streams, *per_sitting))


def undrawn(state: State) -> int:
    """Return how many cards are still to be drawn."""
    return sum(map(len, state.draw_piles))


@compiled
def roll(count: int, deck: Any, streams: Any, cards: float, choices: float) -> int:
    """Shuffle as many cards, and draw as many choices, as some sittings need."""
    drawn = 0
    for _ in range(count):
        streams[0] += GAP
        for place in range(len(deck)):
            deck[place] = place + 2
        for place in range(int(cards)):
            pick = place % 98 + below(streams, 0, 98 - place % 98)
            deck[place % 98], deck[pick] = deck[pick], deck[place % 98]
        for _ in range(int(choices)):
            drawn += below(streams, 0, 23)
    return drawn


def referee_rate(setup: Setup) -> float:
    """Return how many random sittings per second the plain referee plays."""
    starts = [start(setup, seed=SEED, number=number) for number in range(SAMPLE)]

    def sit() -> None:
        random = Random(7)
        for begun in starts:
            state = begun
            while state.outcome is None:
                state = apply(state, random.choice(legal_moves(state)))[0]

    return SAMPLE / seconds(sit)


def tables() -> None:
    """Time many tables side by side: random legal actions, with masks and rows written."""
    cores = min(2, os.cpu_count() or 1)
    grid = Grid(
        "edition",
        "seats",
        "plays/s with masks",
        "and rows",
        f"{cores} cores",
        "and rows",
    )
    for edition, seats in SETUPS:
        setup = Setup(read_edition(edition), seats)
        rates = [
            laying_rate(setup, threads, with_rows=with_rows)
            for threads in (1, cores)
            for with_rows in (False, True)
        ]
        grid.add_row(edition, str(seats), *(f"{rate:,.0f}" for rate in rates))
    CONSOLE.print(
        f"Cards laid a second at {TABLES:,} tables side by side, each doing a random legal action.",
        grid,
    )


def laying_rate(setup: Setup, threads: int, *, with_rows: bool) -> float:
    """Return how many cards per second are laid at many tables."""
    buffers = Buffers.make(TABLES, with_rows=with_rows)
    tables = TablePool([(setup, TABLES)], seed=SEED, buffers=buffers, threads=threads)
    actions = np.zeros(TABLES, np.int64)
    policies = [Policy("random")]

    def step() -> int:
        tables.choose(policies, actions)
        tables.step(actions)
        return int(np.count_nonzero(actions < END))

    laid = sum(step() for _ in range(STEPS))
    return laid / seconds(lambda: [step() for _ in range(STEPS)], times=20)
