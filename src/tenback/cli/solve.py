"""The command `solve`. It imports heavy modules only when it runs."""

import re
from pathlib import Path
from typing import Any

import click

from tenback.cli.commands import BoundedInt, CliCommand, json_option
from tenback.cli.deals import layout_option
from tenback.cli.positions import FIELDS_MAY_BEGIN_WITH_A_DASH, read_start
from tenback.cli.texts import Texts

LEAST_WIDTH, MOST_WIDTH = 32, 1 << 16
MOST_JOBS = 1024
MOST_SAMPLES = 999_999
SECONDS = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")


class Seconds(click.ParamType[float]):
    """A positive number of seconds, which may have decimals."""

    def __init__(self, texts: Texts) -> None:
        self.name = texts("number")
        self._texts = texts

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the seconds in a text, or refuse it."""
        text = str(value)
        if SECONDS.fullmatch(text) and float(text) > 0:
            return float(text)
        raise click.UsageError(
            self._texts("{text} is not a time in seconds like 10 or 0.5", text=repr(text)), ctx
        )


def command(texts: Texts) -> click.Command:
    """Return the command `tenback solve`."""

    @click.command(
        "solve",
        cls=CliCommand,
        texts=texts,
        extra="lab",
        help=texts(
            "Find a way to win, with all cards known, and print it as a record.\n\n"
            "The cards are those of a deal CODE, or of a POSITION of five fields; - reads "
            "either from standard input. If there is no way to win, it says so only when it "
            "is proven.\n\n"
            "With --samples the draw pile counts as unknown: it is shuffled many times, and "
            "you learn how often a win was found, and how the wins begin.\n\n"
            "The exit code is 0 if a win was found, otherwise 1.\n\n"
            "\b\nExamples:  tenback solve C2-4QX7M-0ZB2K-6\n           tenback solve 'classic "
            "96,1,100,100 97.98 99 0' --json\n           tenback solve E3-TENBA-CK-6 "
            "--samples 20 --seconds 1"
        ),
        context_settings=FIELDS_MAY_BEGIN_WITH_A_DASH,
    )
    @click.argument("words", metavar="CODE|POSITION", nargs=-1, required=True)
    @click.option(
        "--seconds",
        type=Seconds(texts),
        default="10",
        help=texts("How long to search; with --samples, for each order. Default: 10"),
    )
    @click.option(
        "--width",
        type=BoundedInt(texts, LEAST_WIDTH, MOST_WIDTH),
        help=texts("Search no wider than this. Default: as wide as time allows"),
    )
    @click.option(
        "--jobs",
        type=BoundedInt(texts, 1, MOST_JOBS),
        help=texts("How many cores search. Default: all"),
    )
    @click.option(
        "--samples",
        type=BoundedInt(texts, 1, MOST_SAMPLES),
        help=texts("Shuffle the draw pile this many times."),
    )
    @click.option("--seed", metavar=texts("SEED"), help=texts("The seed. Default: a new one"))
    @layout_option(texts)
    @click.option(
        "--out",
        type=click.Path(path_type=Path),
        metavar=texts("FILE"),
        help=texts("Where to keep the record. Default: print it"),
    )
    @json_option(texts)
    def run(
        words: tuple[str, ...],
        samples: int | None,
        seed: str | None,
        layout: str | None,
        out: Path | None,
        **options: Any,
    ) -> int:
        if samples is None and seed is not None:
            raise click.UsageError(texts("--seed needs --samples"))
        if samples is not None and out is not None:
            raise click.UsageError(texts("either --samples or --out, not both"))
        start = read_start(texts, words, layout)
        from tenback.cli.solver_runner import SolverRunner

        runner = SolverRunner(texts=texts, start=start, **options)
        return runner.solve(out) if samples is None else runner.sample(samples, seed)

    return run
