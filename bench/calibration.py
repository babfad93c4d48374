"""`python -m bench calibration [SITTINGS [EDITION SEATS]]`: what is said, and what comes true.

`adept` plays deals of a seed that is kept for this. When a turn begins, the chance of its best line
is noted, as an analysis tells it; when the sitting is over, whether it was won.
"""

from collections.abc import Sequence

import numpy as np
from rich.table import Table as Grid

from bench.timing import CONSOLE
from tenback.analysis.chances import valued_lines
from tenback.analysis.puzzle_making import digest_of
from tenback.arena import read_setup
from tenback.batch import TablePool
from tenback.batch.pool import Buffers
from tenback.bots.master import AT_ONCE, network_for, thinker_for
from tenback.fastsim import Setup, run_seed
from tenback.fastsim.tables import Array
from tenback.policies.policy import TALKING_PLAYER

SEED = "CA11BRATE"
"""For this alone: no network was trained on its deals, and none is chosen by them."""
BINS = 10
SITTINGS = 200
SETUPS = (
    *(("classic", seats) for seats in range(1, 6)),
    *(("extreme", seats) for seats in range(1, 6)),
    *(("on-fire", seats) for seats in range(1, 6)),
    ("face-to-face", 2),
)


def calibration(arguments: Sequence[str]) -> None:
    """Print, for each setup, how far what is said is from what happens."""
    sittings = int(arguments[0]) if arguments else SITTINGS
    setups = [(arguments[1], int(arguments[2]))] if len(arguments) > 2 else SETUPS
    grid = Grid("setup", "network", "decisions", "said %", "won %", "error", title="calibration")
    for edition, seats in setups:
        setup = read_setup(edition, seats)
        said, won = measured(setup, sittings)
        network = network_for(setup)
        error = 100 * expected_error(said, won)
        means = (f"{100 * values.mean():.1f}" for values in (said, won))
        name = f"{network} {digest_of(network)}"
        grid.add_row(str(setup), name, str(len(said)), *means, f"{error:.1f}")
    CONSOLE.print(grid)


def measured(setup: Setup, sittings: int) -> tuple[Array, Array]:
    """Return what was said at the beginning of every turn, and whether it was won."""
    pool = TablePool(
        [(setup, sittings)],
        seed=run_seed(SEED),
        buffers=Buffers.make(sittings, with_masks=False, with_rows=False),
        lineups=np.full((2, setup.seats, 2), (TALKING_PLAYER, 0), np.int64),
        repeats=False,
    )
    thinker = thinker_for(setup, AT_ONCE)
    actions = np.zeros(sittings, np.int64)
    tables: list[Array] = []
    seats: list[Array] = []
    said: list[Array] = []
    while len(running := pool.running) > 0:
        begins = running[pool.tables["played"][running] == 0]
        if len(begins) > 0:
            owners, _, chances = valued_lines(setup, pool.tables[begins])
            best = np.zeros(len(begins))
            np.maximum.at(best, owners, chances)
            tables.append(begins)
            seats.append(pool.tables["seat"][begins].copy())
            said.append(best)
        actions[running] = thinker(pool.tables[running])
        pool.step(actions)
    which, seat = np.concatenate(tables), np.concatenate(seats)
    is_won = pool.buffers.winner[which] == seat if setup.is_duel else pool.buffers.won[which]
    return np.concatenate(said), is_won.astype(np.float64)


def expected_error(said: Array, won: Array) -> float:
    """Return the expected calibration error: how far bins of chances are off, weighed by size."""
    bins = np.minimum((said * BINS).astype(np.int64), BINS - 1)
    gaps = np.bincount(bins, said - won, BINS)
    return float(np.abs(gaps).sum() / len(said))
