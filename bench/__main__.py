"""`make bench` measures speed as ratios within one run; `python -m bench simulator` one part.

`python -m bench load`, `soak`, `peers`, `calibration` and `search` are heavy, and not part of it:
see `--help`. So are `python -m bench.blunders`, `bench.last_chance`, `bench.puzzles` and
`bench.seconds`.
"""

import sys

from bench import (
    bots,
    crowd,
    envs,
    frames,
    load,
    page,
    referee,
    simulator,
    soak,
    solver,
)
from bench.calibration import __main__ as calibration
from bench.peers import comparison
from bench.search import __main__ as search

PARTS = {
    "referee": referee.referee,
    "end-test": referee.end_test,
    "simulator": simulator.simulator,
    "tables": simulator.tables,
    "solver": solver.solver,
    "bots": bots.bots,
    "envs": envs.envs,
    "page": page.page,
    "frames": frames.frames,
    "crowd": crowd.crowd,
}


def main() -> None:
    """Print the tables of the named parts, or of all."""
    if sys.argv[1:2] == ["load"]:
        load.load(sys.argv[2:])
    if sys.argv[1:2] == ["soak"]:
        soak.soak(sys.argv[2:])
    if sys.argv[1:2] == ["calibration"]:
        calibration.main(sys.argv[2:])
        return
    if sys.argv[1:2] == ["search"]:
        search.main(sys.argv[2:])
        return
    if sys.argv[1:2] == ["peers"]:
        comparison.compare(sys.argv[2:])
    for name in sys.argv[1:] or PARTS:
        if name not in PARTS:
            sys.exit(f"bench: there is no part {name}: there are {', '.join(PARTS)}")
        PARTS[name]()


if __name__ == "__main__":
    main()
