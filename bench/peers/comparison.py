"""`python -m bench peers` compares how many cards per second different servers can handle."""

import asyncio
import gc
import resource
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import uvloop
from rich.table import Table as Grid

from bench import load
from bench.load.asking import each
from bench.load.figures import Figures, Window
from bench.load.options import Options, read_options
from bench.load.pacing import Pacer
from bench.load.processes import HOST
from bench.load.report import LONGEST_P99, Stretch
from bench.peers import boardgame_io
from bench.peers.boardgame_io import STORAGES, Peer, PeerCompany
from bench.timing import CONSOLE

STARTING = 60.0
"""Seconds that a server may take to get ready."""
TENBACK = "tenback"
LEAST_RATIOS = {"memory": 2.0, "flatfile": 6.0}
"""How many times more cards Tenback should handle than boardgame.io, by the latter's storage."""


@dataclass(frozen=True)
class Carried:
    """The load that a server can handle."""

    name: str
    stretches: list[Stretch]
    memory_per_socket: float

    @property
    def best(self) -> Stretch | None:
        """The stretch with the highest rate at which the server kept up."""
        return max((one for one in self.stretches if one.is_good), key=_rate, default=None)


def compare(arguments: Sequence[str]) -> None:
    """Find the highest rate that each server keeps up with; exit with 2 if a ratio is too low."""
    parser = ArgumentParser("python -m bench peers", description=compare.__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=480, help="where to begin, plays a second")
    parser.add_argument("--seconds", type=float, default=20, help="for each rate")
    parser.add_argument("--workers", type=int, default=1, help="processes of Tenback")
    names = (TENBACK, *STORAGES)
    parser.add_argument("--only", choices=names, nargs="+", default=names, help="some of them")
    chosen = vars(parser.parse_args(arguments))
    only = chosen.pop("only")
    options = read_options([f"--{name}={value}" for name, value in chosen.items()] + ["--climb"])
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    ours = uvloop.run(_tenback(options)) if TENBACK in only else None
    storages = [storage for storage in STORAGES if storage in only]
    if storages:
        boardgame_io.install()
    peers = {storage: uvloop.run(_peer(options, storage)) for storage in storages}
    CONSOLE.print(_grid(ours, peers))
    ratios = {} if ours is None else {name: _ratio(ours, peer) for name, peer in peers.items()}
    sys.exit(0 if all(ratio >= LEAST_RATIOS[name] for name, ratio in ratios.items()) else 2)


async def _tenback(options: Options) -> Carried:
    with tempfile.TemporaryDirectory(prefix="tenback-load-", ignore_cleanup_errors=True) as folder:
        report = await load.run(options, Path(folder))
    gc.enable()
    if not report.is_well:
        sys.exit(f"bench: something is wrong: {report.faults + report.complaints}")
    return Carried(
        f"Tenback, fsync before ack, {options.workers} worker(s)",
        report.stretches,
        report.memory_per_socket,
    )


async def _peer(options: Options, storage: str) -> Carried:
    figures = Figures(Window(0))
    with tempfile.TemporaryDirectory(prefix="peer-load-", ignore_cleanup_errors=True) as folder:
        peer = Peer(Path(folder), storage)
        try:
            await _listening(peer)
            load.tell(f"boardgame.io with {storage} is process {peer.pid}, port {peer.port}")
            before = peer.memory
            companies = [
                PeerCompany(number, port=peer.port, figures=figures)
                for number in range(options.tables)
            ]
            await each(companies, PeerCompany.enter, load.AT_ONCE)
            await each(companies, PeerCompany.start, load.AT_ONCE)
            await asyncio.sleep(load.IDLING)
            memory = (peer.memory - before) / max(1, figures.sockets)
            gc.disable()
            stretches = await load.play_stretches(options, Pacer(companies, figures, peer))
            gc.enable()
            for company in companies:
                company.close()
        finally:
            peer.stop()
    if figures.faults:
        load.tell(f"{len(figures.faults)} faults, the first: {figures.faults[0]}")
    return Carried(f"boardgame.io, {storage}", stretches, memory)


async def _listening(peer: Peer) -> None:
    end = perf_counter() + STARTING
    while True:
        try:
            _, writer = await asyncio.open_connection(HOST, peer.port)
        except OSError:
            if not peer.is_running or perf_counter() > end:
                sys.exit(f"bench: boardgame.io does not start:\n{peer.log.read_text()}")
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return


def _grid(ours: Carried | None, peers: dict[str, Carried]) -> Grid:
    grid = Grid(
        "",
        "cards/s",
        f"p99 ms (≤ {LONGEST_P99:.0f})",
        "late",
        "CPU ms a card",
        "cores: server client others",
        "KiB a socket",
        "ratio",
        "bar",
    )
    for storage, one in (*([] if ours is None else [("", ours)]), *peers.items()):
        best = one.best or one.stretches[-1]
        is_good, p99 = best.is_good, 0.0 if best.ms_from_due is None else best.ms_from_due.p99
        grid.add_row(
            one.name,
            f"{best.rate:.0f}" if is_good else f"under {best.rate:.0f}",
            f"{p99:.0f}",
            f"{best.late / max(1, best.due):.1%}",
            f"{best.ms_cpu_per_card:.2f}",
            f"{best.server_cores:.2f} {best.client_cores:.2f} {best.other_cores:.2f}",
            f"{one.memory_per_socket / 1024:.0f}",
            f"{_ratio(ours, one):.1f}×" if ours is not None and storage else "",
            f"{LEAST_RATIOS[storage]:.0f}×" if storage else "",
        )
    return grid


def _ratio(ours: Carried, other: Carried) -> float:
    """Return our cards per second divided by another server's, which are 0 if it never kept up."""
    if ours.best is None:
        return 0.0
    return float("inf") if other.best is None else ours.best.rate / other.best.rate


def _rate(stretch: Stretch) -> float:
    return stretch.rate
