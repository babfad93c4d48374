"""`python -m bench.seconds`: whether `master` with a time limit is weaker than without one.

Both play the same deals. Draws stand for the seconds, so that results are the same on any machine:
after all that `master` does without a limit, the last two lines get this many more. In a duel each
meets `careful`. Prints the difference in points with its standard error, and the 95 % bound below
which it is not. `--out` keeps every deal; the same command resumes.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from bench.timing import CONSOLE
from tenback.arena import read_setup
from tenback.batch.players import BatchPlayer, play_batched
from tenback.bots import STAND_IN
from tenback.bots.master import care_for, thinker_for
from tenback.bots.thinking import Care
from tenback.fastsim import Setup
from tenback.fastsim.chance import run_seed
from tenback.policies import Policy

SEED = "MASTERCHECK"
AT_ONCE = 8
"""How many deals are played together."""
ONE_SIDED = 1.645


def main(arguments: Sequence[str] | None = None) -> None:
    """Play more deals with both, until there are enough."""
    parser = argparse.ArgumentParser(prog="python -m bench.seconds")
    parser.add_argument("setup", help='such as "classic 2"')
    parser.add_argument("--draws", type=int, default=64)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    edition, seats = options.setup.split()
    setup = read_setup(edition, int(seats))
    pairs = json.loads(options.out.read_text(encoding="utf-8")) if options.out.exists() else []
    cares = care_for(setup), with_time(setup, options.draws)
    while len(pairs) < options.deals:
        count = min(AT_ONCE, options.deals - len(pairs))
        won = [wins(setup, care, len(pairs), count) for care in cares]
        pairs += np.stack(won, axis=1).tolist()
        options.out.write_text(json.dumps(pairs), encoding="utf-8")
    told(options.setup, np.array(pairs))


def with_time(setup: Setup, draws: int) -> Care:
    """Return how `master` thinks with a time limit that is up after some more draws."""
    care = care_for(setup, has_time=True)
    *usual, endless = care.stages
    return replace(care, stages=(*usual, replace(endless, draws=draws, may_be_late=False)))


def wins(
    setup: Setup, care: Care, first: int, count: int
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the share won of each deal; a duel is played with both colors, each going first."""
    thinker = BatchPlayer(thinker_for(setup, care), talks=True)
    seed = run_seed(SEED)
    if not setup.is_duel:
        players = [thinker] * setup.seats
        return play_batched(setup, players, seed=seed, first=first, count=count).won.astype(float)
    other, found = Policy.read(STAND_IN), np.zeros(count)
    for seat in range(2):
        pair = (thinker, other) if seat == 0 else (other, thinker)
        for starter in range(2):
            played = play_batched(setup, pair, seed=seed, first=first, count=count, starter=starter)
            found += (played.winner == seat) / 4
    return found


def told(setup: str, pairs: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    """Print the figures of the pairs."""
    usual, timed = 100 * pairs.mean(0)
    error = 100 * float((pairs[:, 1] - pairs[:, 0]).std(ddof=1)) / len(pairs) ** 0.5
    least = timed - usual - ONE_SIDED * error
    CONSOLE.print(
        f"{setup}, {len(pairs)} deals: without a limit {usual:.1f} %, with one {timed:.1f} %; "
        f"difference {timed - usual:+.1f} (standard error {error:.1f}), at least {least:+.1f}"
    )


if __name__ == "__main__":
    main()
