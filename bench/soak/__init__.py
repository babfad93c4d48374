"""`python -m bench soak` runs an hour of play, broken connections and abandoned tables."""

import asyncio
import resource
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec
import uvloop

from bench.load import machine, until_calm, until_ready
from bench.load.asking import Requests
from bench.load.checking import check_records, check_stored
from bench.load.figures import Figures, Window
from bench.load.pacing import Pacer, keep_alive
from bench.load.processes import HOST, Server
from bench.soak.people import abandon_tables, break_connections, come_together
from bench.soak.picture import draw
from bench.soak.samples import Sample, Soak, sample_of

MAKING_READY = 5
"""Samples at the beginning that do not count: caches fill, and the first sittings begin."""


def soak(arguments: Sequence[str]) -> None:
    """Run and draw the result; exit with 1 if anything was lost, with 2 if the server grew."""
    options = read_options(arguments)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if options.draw is not None:
        done = msgspec.json.decode(options.draw.read_bytes(), type=Soak)
    else:
        with tempfile.TemporaryDirectory(
            prefix="tenback-soak-", ignore_cleanup_errors=True
        ) as folder:
            done = uvloop.run(run(options, Path(folder)))
        options.into.parent.mkdir(parents=True, exist_ok=True)
        options.into.write_bytes(msgspec.json.format(msgspec.json.encode(done)))
    draw(options.picture, done)
    print(done.summary)
    sys.exit(1 if done.faults or done.lost else 0 if done.is_level else 2)


def read_options(arguments: Sequence[str]) -> Namespace:
    """Parse the command line."""
    parser = ArgumentParser("python -m bench soak", description="A server under play, for long.")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--sample", type=float, default=30, help="seconds of each sample")
    parser.add_argument("--tables", type=int, default=40, help="tables of four")
    parser.add_argument("--rate", type=float, default=20, help="cards a second, all tables")
    parser.add_argument("--breaks", type=float, default=0.5, help="broken connections a second")
    parser.add_argument("--abandoned", type=float, default=0.5, help="abandoned tables a second")
    parser.add_argument("--into", type=Path, default=Path("build/soak.json"))
    parser.add_argument("--picture", type=Path, default=Path("build/soak.svg"))
    parser.add_argument("--draw", type=Path, help="draw the figures of an earlier run again")
    return parser.parse_args(arguments)


async def run(options: Namespace, folder: Path) -> Soak:
    """Let players play, lose their connections and leave, and sample the server meanwhile."""
    database = folder / "soak.sqlite"
    url = f"sqlite:///{database}"
    server = Server(folder, {"TENBACK_DATABASE_URL": url, "TENBACK_BOT_PROCESSES": "1"})
    requests, figures = Requests(HOST, server.port), Figures(Window(options.rate))
    done = Soak(options.rate, options.tables, options.breaks, options.abandoned, machine())
    try:
        await until_ready(server, requests)
        await until_calm(server)
        companies = await come_together(options.tables, server, requests, figures)
        pacer = Pacer(companies, figures, server)
        beside = [
            asyncio.create_task(work)
            for work in (
                keep_alive(companies),
                break_connections(companies, options.breaks, done),
                abandon_tables(options.abandoned, server, requests, done),
            )
        ]
        while (seconds := options.sample * len(done.samples)) < options.seconds:
            window = await pacer.play(options.rate, options.sample)
            sample = sample_of(seconds + options.sample, window, server, database)
            done.samples.append(sample)
            tell(sample)
            for task in beside:
                if task.done():
                    task.result()
        await pacer.settle()
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await check_records(requests, figures)
        for company in companies:
            company.expect_the_end()
        server.kill()
        await asyncio.gather(*(company.close() for company in companies))
    finally:
        requests.close()
        server.stop()
    done.lost = await check_stored(url, figures)
    done.acked, done.finished = len(figures.acked), len(figures.finished)
    done.faults = [*figures.faults[:20], *server.complaints]
    done.is_level = done.grew_by(MAKING_READY) is None
    return done


def tell(sample: Sample) -> None:
    """Print a line of progress."""
    print(
        f"soak: {sample.seconds:.0f} s, {sample.memory_mib:.0f} MiB, {sample.handles} handles,"
        f" database {sample.database_mib:.1f} MiB, p99 {sample.ms_p99:.0f} ms,"
        f" {sample.other_cores:.1f} cores busy with other things",
        file=sys.stderr,
        flush=True,
    )
