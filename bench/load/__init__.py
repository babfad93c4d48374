"""`python -m bench load` plays whole sittings over real sockets, against a real server."""

import asyncio
import gc
import math
import os
import resource
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import msgspec
import uvloop

from bench.load.asking import RequestFailed, Requests, each
from bench.load.checking import check_records, check_stored
from bench.load.figures import Figures, Window
from bench.load.options import Options, read_options
from bench.load.pacing import Pacer, keep_alive
from bench.load.players import Company
from bench.load.processes import HOST, Server
from bench.load.report import Report, Stretch, show

STARTING = 60
"""Seconds that the server may take to get ready."""
AT_ONCE = 32
"""How many requests are sent, or companies sit down, at a time."""
RISE, FINE = 1.25, 1.06
"""The factor from one rate to the next while climbing, and when the limit is known well enough."""
ATTEMPTS = 2
"""How often a climb tries a rate: what else runs on the machine may spoil one attempt."""
MOST_STRETCHES = 20
DYING = 2.0
"""Seconds of play before the server is killed; everything it acked must be stored."""
WARMING, CALM = 240.0, 0.1
"""Seconds that bots may take to get ready, and the cores that an idle server may use."""
IDLING = 3.0
"""Seconds of idling before memory is measured."""


class SignedIn(msgspec.Struct):
    """The fields we need from the answer to signing in."""

    secret: str


class Opened(msgspec.Struct):
    """The fields we need from the answer to opening a table."""

    id: str


def load(arguments: Sequence[str]) -> None:
    """Run and print the report; exit with 1 if anything was lost, with 2 if it was slow."""
    options = read_options(arguments)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="tenback-load-", ignore_cleanup_errors=True) as folder:
        report = uvloop.run(run(options, Path(folder)))
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(report.as_data())).decode())
    else:
        show(report)
    sys.exit(1 if not report.is_well else 0 if report.is_bar_held else 2)


async def run(options: Options, folder: Path) -> Report:
    """Start a server, play on it, and check that everything was stored."""
    url = options.database_url or f"sqlite:///{folder / 'load.sqlite'}"
    server = Server(
        folder,
        {
            "TENBACK_DATABASE_URL": url,
            "TENBACK_REDIS_URL": options.redis_url or "",
            "TENBACK_WORKERS": str(options.workers),
        },
    )
    requests = Requests(HOST, server.port)
    report = Report(options=options, machine=machine())
    figures = Figures(Window(0))
    try:
        await until_ready(server, requests)
        await until_calm(server)
        tell(f"the server is process {server.pid}, port {server.port}, in {folder}")
        companies = await _gather(options, server, requests, figures, report)
        gc.disable()  # a collection would distort the times
        beating = asyncio.create_task(keep_alive(companies))
        pacer = Pacer(companies, figures, server)
        report.stretches = await play_stretches(options, pacer)
        report.unanswered = sum(company.unanswered for company in companies)
        figures.faults += [
            f"{company.table}: not all have heard the same"
            for company in companies
            if not company.is_settled
        ]
        report.steps_per_transaction = await _steps_per_transaction(requests)
        report.replayed = await check_records(requests, figures)
        report.note(figures)
        tell("killing the server while it plays")
        await pacer.play(options.rate, DYING)
        for company in companies:
            company.expect_the_end()
        server.kill()
        beating.cancel()
        await asyncio.gather(*(company.close() for company in companies))
    finally:
        requests.close()
        server.stop()
        report.complaints = server.complaints
    report.lost = await check_stored(url, figures)
    report.acked = len(figures.acked)
    return report


async def play_stretches(options: Options, pacer: Pacer) -> list[Stretch]:
    """Play at the given rate, or look for the highest rate with which the server keeps up."""
    stretches = list[Stretch]()
    rate: float | None = options.rate
    while rate is not None and len(stretches) < MOST_STRETCHES:
        tell(f"playing at {rate:.0f}/s for {options.seconds:g} s")
        window = await pacer.play(rate, options.seconds)
        await pacer.settle()  # the last answers belong to this rate
        stretches.append(Stretch.of(window))
        tried = [(one.rate, one.is_good) for one in stretches]
        rate = next_rate(tried) if options.climb else None
    return stretches


def next_rate(tried: Sequence[tuple[float, bool]]) -> float | None:
    """Return the rate to try next: up or down until the limit is passed, and then in between.

    >>> next_rate([(100, True)]), next_rate([(100, False)]), next_rate([(100, False)] * ATTEMPTS)
    (125.0, 100, 80.0)
    >>> next_rate([(100, True), *[(144, False)] * ATTEMPTS])
    120.0
    >>> next_rate([(100, True), *[(105, False)] * ATTEMPTS])
    """
    last, is_last_good = tried[-1]
    if not is_last_good and [rate for rate, _ in tried].count(last) < ATTEMPTS:
        return last
    good = max((rate for rate, is_good in tried if is_good), default=0.0)
    bad = min((rate for rate, _ in tried if rate > good), default=math.inf)
    if not good:
        return last / RISE
    if math.isinf(bad):
        return good * RISE
    return math.sqrt(good * bad) if bad / good > FINE else None


async def until_ready(server: Server, requests: Requests) -> None:
    """Wait until the server answers."""
    end = perf_counter() + STARTING
    while True:
        try:
            await requests.ask("GET", "/ready")
        except (OSError, RequestFailed, EOFError):
            if not server.is_running or perf_counter() > end:
                sys.exit(f"bench: the server does not start:\n{server.log.read_text()}")
            await asyncio.sleep(0.1)
        else:
            return


async def until_calm(server: Server) -> None:
    """Wait until the server is idle: its bots get ready after it starts."""
    end = perf_counter() + WARMING
    while perf_counter() < end:
        before = server.busy
        await asyncio.sleep(1.0)
        after = server.busy
        if after.server - before.server < CALM * (after.at - before.at):
            return


async def _gather(
    options: Options, server: Server, requests: Requests, figures: Figures, report: Report
) -> list[Company]:
    """Create players and tables, seat all players and deal."""

    async def come(number: int) -> str:
        answer = await requests.ask("POST", "/api/me", body={"name": f"Guest {number}"})
        return msgspec.json.decode(answer, type=SignedIn).secret

    async def open_table(company: Company) -> str:
        settings = {"edition": "classic", "seats": options.seats}
        secret = company.players[0].secret
        body = {"settings": settings}
        answer = await requests.ask("POST", "/api/tables", body=body, secret=secret)
        return msgspec.json.decode(answer, type=Opened).id

    async def enter(company_and_table: tuple[Company, str]) -> None:
        company, table = company_and_table
        await company.enter(table)

    took, seats = Stopwatch(report.setup_seconds), options.seats
    secrets = await each(range(options.tables * seats), come, AT_ONCE)
    took("people")
    companies = [
        Company(
            secrets[at : at + seats],
            port=server.port,
            figures=figures,
            does_end_turns_by_itself=options.count == "cards",
        )
        for at in range(0, len(secrets), seats)
    ]
    tables = await each(companies, open_table, AT_ONCE)
    took("tables")
    await asyncio.sleep(IDLING)
    report.memory_before = server.memory
    took("")
    await each(zip(companies, tables, strict=True), enter, AT_ONCE)
    took("sockets")
    beating = asyncio.create_task(keep_alive(companies))
    await each(companies, Company.sit, AT_ONCE)
    took("seats")
    await each(companies, Company.start, AT_ONCE)
    took("cards")
    await asyncio.sleep(IDLING)
    beating.cancel()
    report.memory_idle, report.sockets = server.memory, figures.sockets
    return companies


async def _steps_per_transaction(requests: Requests) -> float | None:
    """Return how many steps share a transaction on average, if the server counts both."""
    found: dict[str, float] = {}
    with suppress(RequestFailed):
        for line in (await requests.ask("GET", "/metrics")).decode().splitlines():
            name, _, value = line.rpartition(" ")
            if name in ("tenback_steps_total", "tenback_transactions_total"):
                found[name] = float(value)
    steps, transactions = found.get("tenback_steps_total"), found.get("tenback_transactions_total")
    return steps / transactions if steps and transactions else None


class Stopwatch:
    """Records how long several things took, one after another."""

    def __init__(self, notes: dict[str, float]) -> None:
        self._notes = notes
        self._since = perf_counter()

    def __call__(self, name: str) -> None:
        """Record the time since the last call under a name; without a name, drop it."""
        now = perf_counter()
        if name:
            self._notes[name] = now - self._since
            tell(f"{name}: {now - self._since:.1f} s")
        self._since = now


def machine() -> str:
    """Return a description of the machine, and how busy it already was."""
    load_average = ", ".join(f"{one:.2f}" for one in os.getloadavg())
    return f"{os.cpu_count()} cores; load average before: {load_average}."


def tell(text: str) -> None:
    """Print a line of progress."""
    print(f"load: {text}", file=sys.stderr, flush=True)
