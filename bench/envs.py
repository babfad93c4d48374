"""Compares the speed of our environments with Hanabi behind the same interfaces, in one run."""

import os
import time
import warnings
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
from rich.table import Table as Grid

from bench.timing import CONSOLE

TABLES, STEPS = 4096, 500
BLOCK, WARMING_UP, BLOCKS = 20, 4, 24
"""Steps per block, untimed blocks at first, until tables are in all stages of a game, and
blocks."""
TIMES = 10
SEED = 11

Rates = tuple[float, float]


def envs() -> None:
    """Time steps with random legal actions."""
    cores = min(2, os.cpu_count() or 1)
    grid = Grid("environment", "steps/s", "per second of processor time")
    vectors = f"Gymnasium, {TABLES:,} tables, Classic with 2"
    rows: dict[str, Callable[[], Rates]] = {
        f"{vectors}, 1 core": partial(vector_rates, 1),
        f"{vectors}, {cores} cores": partial(vector_rates, cores),
        f"{vectors}, {cores} cores, copied": partial(vector_rates, cores, copy=True),
        "Gymnasium, one table, Classic alone": gymnasium_rates,
        "PettingZoo, Classic with 2": pettingzoo_rates,
        "PettingZoo's Hanabi with 2": hanabi_rates,
        "OpenSpiel, Classic with 2": partial(spiel_rates, "tenback"),
        "OpenSpiel's Hanabi with 2": partial(spiel_rates, "hanabi"),
    }
    for name, rates in rows.items():
        try:
            grid.add_row(name, *(f"{rate:,.0f}" for rate in rates()))
        except ImportError as error:  # another package lacks something here
            grid.add_row(name, f"– ({error})")
    CONSOLE.print(
        "Steps per second with random legal actions, at best; masks and observations are made at "
        "every step. The last column is a mean, and depends little on what else the machine does.",
        grid,
    )


def timed(work: Callable[[], int]) -> Rates:
    """Return the best steps per second of some work, by the clock and by CPU time."""
    work()
    best, steps, spent = 0.0, 0, 0.0
    for _ in range(TIMES):
        begun, before = time.perf_counter(), time.process_time()
        made = work()
        spent += time.process_time() - before
        best, steps = max(best, made / (time.perf_counter() - begun)), steps + made
    return best, steps / spent


def vector_rates(threads: int, *, copy: bool = False) -> Rates:
    """Return the rates of many tables together, without the choice of the actions."""
    from tenback.envs import TableVectorEnv  # noqa: PLC0415
    from tenback.policies import Policy  # noqa: PLC0415

    tables = TableVectorEnv(TABLES, "classic", 2, threads=threads, copy=copy)
    tables.reset(seed=SEED)
    actions, policy = np.zeros(TABLES, np.int64), [Policy("random")]
    best, spent, steps = 0.0, 0.0, 0
    for block in range(BLOCKS):
        took = 0.0
        for _ in range(BLOCK):
            tables._pool.choose(policy, actions)
            begun, before = time.perf_counter(), time.process_time()
            tables.step(actions)
            took += time.perf_counter() - begun
            if block >= WARMING_UP:
                spent, steps = spent + time.process_time() - before, steps + TABLES
        if block >= WARMING_UP:
            best = max(best, BLOCK * TABLES / took)
    return best, steps / spent


def gymnasium_rates() -> Rates:
    """Return the rates of one table."""
    from tenback.envs import TableEnv  # noqa: PLC0415

    env, random = TableEnv(), Random(SEED)

    def play() -> int:
        _, info = env.reset(seed=SEED)
        for _ in range(STEPS):
            action = random.choice(np.flatnonzero(info["action_mask"]).tolist())
            _, _, is_over, _, info = env.step(np.int64(action))
            if is_over:
                _, info = env.reset()
        return STEPS

    return timed(play)


def pettingzoo_rates() -> Rates:
    """Return the rates of our PettingZoo environment."""
    from tenback.envs import tenback_v0  # noqa: PLC0415

    return _agents_rates(tenback_v0.env(seats=2))


def hanabi_rates() -> Rates:
    """Return the rates of PettingZoo's Hanabi, which needs the package shimmy."""
    from pettingzoo.classic import hanabi_v5  # noqa: PLC0415

    return _agents_rates(hanabi_v5.env())


def _agents_rates(env: Any) -> Rates:
    random = Random(SEED)

    def play() -> int:
        env.reset(seed=SEED)
        for _ in range(STEPS):
            observation, _, is_over, is_cut, _ = env.last()
            if is_over or is_cut:
                env.reset()
                observation, *_ = env.last()
            env.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        return STEPS

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return timed(play)


def spiel_rates(name: str) -> Rates:
    """Return the rates of decisions in an OpenSpiel game, including the chance nodes in between."""
    import pyspiel  # noqa: PLC0415

    import tenback.envs.spiel  # noqa: F401, PLC0415

    game = pyspiel.load_game(name)

    def play() -> int:
        random, decisions = Random(SEED), 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_tensor(state.current_player())
                decisions += 1
            state.apply_action(random.choice(state.legal_actions()))
        return decisions

    return timed(play)
