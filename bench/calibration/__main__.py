"""`python -m bench.calibration play | fit | tell`: see the package."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import torch

from bench.calibration.counts import FITTED, JUDGED, Counts, read_counts, write_counts
from bench.calibration.fitting import draw, fitted, table_of, write_maps
from bench.calibration.playing import counted
from tenback.arena import read_setup
from tenback.bots.master import network_for
from tenback.bots.network import Network, shipped
from tenback.training.run import find_device

SETUPS = (
    *(
        f"{edition} {seats}"
        for edition in ("classic", "extreme", "on-fire")
        for seats in range(1, 6)
    ),
    "face-to-face 2",
)
GAMES = 20_000


def main(arguments: Sequence[str]) -> None:
    """Run one of the three commands."""
    parser = argparse.ArgumentParser(prog="python -m bench.calibration")
    parts = parser.add_subparsers(required=True)
    play = parts.add_parser("play", help="play deals, and count what is said and what comes true")
    play.add_argument("--out", type=Path, required=True, help="the file that gets the counts")
    play.add_argument("--games", type=int, default=GAMES, help=f"of each seed; {GAMES} by default")
    play.add_argument("--setup", action="append", help='such as "classic 3"; all by default')
    play.add_argument(
        "--network",
        action="append",
        type=Path,
        default=[],
        help="a file to use instead of the network of the same name that ships",
    )
    play.add_argument("--device", default=None, help="cuda or cpu; the fastest by default")
    play.set_defaults(does=_play)
    fit = parts.add_parser("fit", help="write the maps that ship with the networks")
    tell = parts.add_parser("tell", help="print how far off chances are, and draw it")
    for part, does in ((fit, _fit), (tell, _tell)):
        part.add_argument("files", type=Path, nargs="+", help="counts; the last ones count")
        part.set_defaults(does=does)
    tell.add_argument("--plot", type=Path, help="an .svg or .png for the reliability diagram")
    options = parser.parse_args(arguments)
    options.does(options)


def _fit(options: argparse.Namespace) -> None:
    write_maps(fitted(read_counts(options.files)))


def _tell(options: argparse.Namespace) -> None:
    fits = fitted(read_counts(options.files))
    print(table_of(fits))
    if options.plot is not None:
        draw(fits, options.plot)


def _play(options: argparse.Namespace) -> None:
    device = find_device(options.device)
    torch.set_float32_matmul_precision("high")
    given = {network.card["name"]: network for network in map(Network, options.network)}
    found: list[Counts] = []
    for name in options.setup or SETUPS:
        edition, seats = name.split()
        setup = read_setup(edition, int(seats))
        network = given.get(network_for(setup)) or shipped(network_for(setup))
        for seed in (FITTED, JUDGED):
            begun = perf_counter()
            counts = counted(setup, network, games=options.games, seed=seed, device=device)
            found.append(counts)
            write_counts(options.out, found)
            rate = f"{100 * counts.won / counts.games:.1f} % won"
            print(name, seed, rate, counts.decisions, f"{perf_counter() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
