"""The report of a run: a table for people, JSON for programs."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field

from rich.table import Table as Grid

from bench.load.figures import Figures, Spread, Window
from bench.load.options import Options
from bench.timing import CONSOLE

LONGEST_P99 = 100.0
"""The highest 99th percentile, in milliseconds, from when a card is due or a turn is ended to the
ack, and to the other seats."""
MOST_CPU = 0.45
"""Milliseconds of the server's CPU time for a card, with everything that comes with it."""
MOST_LATE = 0.01
MOST_MEMORY = 40 * 1024
"""Bytes of the server's memory for each socket."""
MIB = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """The summary of a period at one rate."""

    rate: float
    seconds: float
    due: int
    late: int
    never_sent: int
    plays_per_second: float
    moves_per_second: float
    steps_per_second: float
    delivered_per_second: float
    ms_from_due: Spread | None
    quiet_seconds: float
    """How long the machine did little else; the next field is about these seconds alone."""
    ms_from_due_when_quiet: Spread | None
    ms_from_sending: Spread | None
    ms_ends: Spread | None
    """The times from the end of a turn to its ack."""
    ms_deliveries: Spread | None
    """The times from a card or the end of a turn to its arrival at the other seats."""
    ms_client_lag: Spread | None
    ms_cpu_per_card: float
    server_cores: float
    client_cores: float
    other_cores: float
    memory_mib: tuple[float, float]
    """The memory at the beginning and at the end."""
    growth: float | None

    @classmethod
    def of(cls, window: Window) -> "Stretch":
        """Return the summary of a window."""
        cores, (quiet_seconds, when_quiet) = window.cores, window.quiet
        seconds = window.seconds
        return cls(
            rate=window.rate,
            seconds=seconds,
            due=window.due,
            late=window.late,
            never_sent=window.never_sent,
            plays_per_second=window.plays / seconds,
            moves_per_second=(window.plays + window.others) / seconds,
            steps_per_second=window.steps / seconds,
            delivered_per_second=window.delivered / seconds,
            ms_from_due=Spread.of(window.from_due),
            quiet_seconds=quiet_seconds,
            ms_from_due_when_quiet=Spread.of(when_quiet),
            ms_from_sending=Spread.of(window.from_sending),
            ms_ends=Spread.of(window.ends),
            ms_deliveries=Spread.of(window.deliveries),
            ms_client_lag=Spread.of(window.lag),
            ms_cpu_per_card=1000 * cores.server * seconds / max(1, window.plays),
            server_cores=cores.server,
            client_cores=cores.client,
            other_cores=cores.others,
            memory_mib=(window.memory[0] / MIB, window.memory[-1] / MIB),
            growth=window.growth,
        )

    @property
    def is_good(self) -> bool:
        """Whether the server kept up, for the players who move and for those who watch."""
        spreads = (self.ms_from_due, self.ms_ends, self.ms_deliveries)
        is_quick = all(spread is None or spread.p99 <= LONGEST_P99 for spread in spreads)
        return bool(self.due) and is_quick and self.late <= MOST_LATE * self.due


@dataclass(kw_only=True)
class Report:
    """All figures of a run."""

    options: Options
    machine: str
    sockets: int = 0
    memory_before: int = 0
    """The server's memory in bytes with all players and tables, but no socket."""
    memory_idle: int = 0
    """The server's memory in bytes with all sockets open and cards dealt, but nobody playing."""
    setup_seconds: dict[str, float] = field(default_factory=dict)
    stretches: list[Stretch] = field(default_factory=list)
    steps_per_transaction: float | None = None
    finished: int = 0
    replayed: int = 0
    acked: int = 0
    lost: int = 0
    unanswered: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    disconnects: dict[int, int] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)
    """Why sockets could not be opened at first."""
    complaints: list[str] = field(default_factory=list)
    """The errors in the server's log."""
    faults: list[str] = field(default_factory=list)
    fault_count: int = 0

    @property
    def memory_per_socket(self) -> float:
        """Bytes of the server's memory for each socket, with its share of the table."""
        return (self.memory_idle - self.memory_before) / max(1, self.sockets)

    @property
    def is_well(self) -> bool:
        """Whether nothing was lost and nothing went wrong, however long it took."""
        return not (self.lost or self.unanswered or self.fault_count or self.complaints)

    @property
    def is_bar_held(self) -> bool:
        """Whether the server met all limits at the first rate; higher rates may fail."""
        first, *_ = self.stretches
        return (
            first.is_good
            and first.ms_cpu_per_card <= MOST_CPU
            and self.memory_per_socket <= MOST_MEMORY
        )

    def note(self, figures: Figures) -> None:
        """Copy what was counted during the run."""
        self.finished, self.acked = len(figures.finished), len(figures.acked)
        self.refusals, self.disconnects = dict(figures.refusals), dict(figures.closings)
        self.failures = dict(figures.failures)
        self.fault_count, self.faults = len(figures.faults), figures.faults[:20]

    def as_data(self) -> dict[str, object]:
        """Return all figures, to be written as JSON."""
        return {
            **asdict(self),
            "stretches": [
                {**asdict(one), "is_good": one.is_good}
                | {
                    name: None if spread is None else spread._asdict()
                    for name, spread in (
                        ("ms_from_due", one.ms_from_due),
                        ("ms_from_due_when_quiet", one.ms_from_due_when_quiet),
                        ("ms_from_sending", one.ms_from_sending),
                        ("ms_ends", one.ms_ends),
                        ("ms_deliveries", one.ms_deliveries),
                        ("ms_client_lag", one.ms_client_lag),
                    )
                }
                for one in self.stretches
            ],
            "memory_per_socket": self.memory_per_socket,
            "is_well": self.is_well,
            "is_bar_held": self.is_bar_held,
        }


def show(report: Report) -> None:
    """Print a report."""
    options = report.options
    CONSOLE.print(
        f"{options.tables} tables of {options.seats} seats, {report.sockets} sockets, "
        f"{options.workers} worker(s), {_database(options)}; the rate counts {options.count}.",
        report.machine,
    )
    CONSOLE.print(_stretches(report.stretches))
    CONSOLE.print(_rest(report))
    if options.climb:
        CONSOLE.print(_breaking_point(report.stretches))
    for fault in report.faults + report.complaints:
        CONSOLE.print(f"WRONG: {fault}", style="red", markup=False)
    CONSOLE.print("Nothing was lost." if report.is_well else "SOMETHING IS WRONG.")
    CONSOLE.print("The bar held." if report.is_bar_held else "THE BAR DID NOT HOLD.")


def _database(options: Options) -> str:
    return "SQLite" if options.database_url is None else options.database_url.partition(":")[0]


def _stretches(stretches: Sequence[Stretch]) -> Grid:
    grid = Grid("", *(f"{one.rate:g}/s" for one in stretches))
    rows: dict[str, Callable[[Stretch], str]] = {
        "plays/s · moves/s acked": lambda s: f"{s.plays_per_second:.0f} · {s.moves_per_second:.0f}",
        "messages/s delivered": lambda s: f"{s.delivered_per_second:.0f}",
        "due to ack, ms: p50 p95": lambda s: _first(s.ms_from_due),
        "p99 max": lambda s: _last(s.ms_from_due),
        "seconds when others were quiet": lambda s: f"{s.quiet_seconds:.0f} of {s.seconds:.0f}",
        "  due to ack in them: p50 p95": lambda s: _first(s.ms_from_due_when_quiet),
        "  p99 max in them": lambda s: _last(s.ms_from_due_when_quiet),
        "sent to ack, ms: p50 p95": lambda s: _first(s.ms_from_sending),
        "  p99 max": lambda s: _last(s.ms_from_sending),
        "ends of turns to ack, ms: p50 p95": lambda s: _first(s.ms_ends),
        "  p99 max of those": lambda s: _last(s.ms_ends),
        "due to the other seats, ms: p50 p95": lambda s: _first(s.ms_deliveries),
        "  p99 max at them": lambda s: _last(s.ms_deliveries),
        "client behind, ms: p99 max": lambda s: _last(s.ms_client_lag),
        "late, of all due": lambda s: f"{s.late} {s.late / max(1, s.due):.2%}",
        "  never sent": lambda s: str(s.never_sent),
        f"server's CPU for a card, ms (bar {MOST_CPU})": lambda s: f"{s.ms_cpu_per_card:.3f}",
        "cores: server client others": lambda s: (
            f"{s.server_cores:.2f} {s.client_cores:.2f} {s.other_cores:.2f}"
        ),
        "server's memory, MiB": lambda s: f"{s.memory_mib[0]:.0f} → {s.memory_mib[1]:.0f}",
        "last third to first": lambda s: "" if s.growth is None else f"{s.growth:+.1%}",
    }
    for name, cell in rows.items():
        grid.add_row(name, *(cell(one) for one in stretches))
    return grid


def _rest(report: Report) -> Grid:
    grid = Grid("beside", "", "bar")
    per_socket = f"{report.memory_per_socket / 1024:.1f} KiB"
    grid.add_row("memory for a socket", per_socket, f"{MOST_MEMORY >> 10} KiB")
    before, idle = report.memory_before / MIB, report.memory_idle / MIB
    grid.add_row("memory, no socket → all idle", f"{before:.0f} → {idle:.0f} MiB", "")
    steps = report.steps_per_transaction
    grid.add_row("steps in a transaction", "?" if steps is None else f"{steps:.1f}", "")
    took = ", ".join(f"{name} {span:.0f} s" for name, span in report.setup_seconds.items())
    grid.add_row("setting up", took, "")
    grid.add_row(
        "acked, lost, unanswered", f"{report.acked}, {report.lost}, {report.unanswered}", "0"
    )
    grid.add_row("sittings over, replayed", f"{report.finished}, {report.replayed}", "")
    grid.add_row("refusals", _counts(report.refusals), "")
    grid.add_row("disconnects", _counts(report.disconnects), "0")
    grid.add_row("no socket at first", _counts(report.failures), "")
    return grid


def _breaking_point(stretches: Sequence[Stretch]) -> str:
    good = max((one.rate for one in stretches if one.is_good), default=0.0)
    bad = [one.rate for one in stretches if one.rate > good]
    return (
        f"Good up to {good:.0f} plays/s; "
        f"{f'it breaks at {min(bad):.0f}' if bad else 'it did not break'}: p99 from due to ack "
        f"above {LONGEST_P99:.0f} ms, or more than {MOST_LATE:.0%} late."
    )


def _first(spread: Spread | None) -> str:
    return "–" if spread is None else f"{spread.median:.1f} {spread.p95:.1f}"


def _last(spread: Spread | None) -> str:
    return "–" if spread is None else f"{spread.p99:.1f} {spread.longest:.1f}"


def _counts(those: dict[str, int] | dict[int, int]) -> str:
    return ", ".join(f"{name}: {count}" for name, count in those.items()) or "none"
