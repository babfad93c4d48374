"""The command-line options of a load run."""

from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Options:
    """How many players a run has, on which server, and how fast they play."""

    tables: int
    seats: int
    rate: float
    seconds: float
    database_url: str | None
    redis_url: str | None
    workers: int
    count: str
    climb: bool
    json: bool


def read_options(arguments: Sequence[str]) -> Options:
    """Parse the command line."""
    parser = ArgumentParser("python -m bench load", description="Whole sittings over real sockets.")
    parser.add_argument("--tables", type=int, default=2500)
    parser.add_argument("--seats", type=int, default=4, choices=range(2, 6))
    parser.add_argument("--rate", type=float, default=1250, help="plays a second, all tables")
    parser.add_argument("--seconds", type=float, default=60, help="for each rate")
    parser.add_argument("--database-url", help="an empty database; else SQLite in a new folder")
    parser.add_argument("--redis-url")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--count",
        choices=("cards", "moves"),
        default="cards",
        help="what the rate counts: cards laid, with ends of turns on top, or both",
    )
    parser.add_argument(
        "--climb", action="store_true", help="find the highest rate it can keep up with"
    )
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    return Options(**vars(parser.parse_args(arguments)))
