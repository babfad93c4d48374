"""The commands `simulate` and `compare`. They import heavy modules only when they run."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tenback.cli.commands import BoundedInt, CliCommand, F, json_option
from tenback.cli.deals import edition_option
from tenback.cli.texts import Texts
from tenback.rules import USUAL_EDITION

MOST_DEALS = 999_999_999
MOST_JOBS = 1024
PATH_TYPE = click.Path(path_type=Path)


def simulate_command(texts: Texts) -> click.Command:
    """Return the command `tenback simulate`."""

    @click.command(
        "simulate",
        cls=CliCommand,
        texts=texts,
        extra="lab",
        help=texts(
            "Let bots play many deals, and report how often they win.\n\n"
            "A bot is random, greedy, greedy:5 (which also takes further steps of up to 5), "
            "careful (which searches its turn, talks and listens), adept (which has learned to "
            "value a table), master (which also tries its best turns with many draws), master:2 "
            "(which does so for 2 seconds), or your own as file.py:Name or package.module:Name. "
            "Ctrl-C prints the result so far. The same seed gives the same result, however many "
            "cores or machines play.\n\n"
            "In a duel, won and rate are those of seat 0.\n\n\b\n"
            "Examples:  tenback simulate --seats 2\n"
            "           tenback simulate --edition extreme --options min3 --deals 1000\n"
            "           tenback simulate --edition face-to-face --bot greedy --bot random"
        ),
    )
    @click.option(
        "--bot",
        "bots",
        metavar=texts("NAME"),
        multiple=True,
        help=texts("The bot for all seats, or one for each. Default: greedy"),
    )
    @_study_options(texts)
    @click.option(
        "--plot",
        type=PATH_TYPE,
        metavar=texts("FILE"),
        help=texts("Plot the cards left as a .png or .svg file."),
    )
    @click.option(
        "--parquet",
        type=PATH_TYPE,
        metavar=texts("FILE"),
        help=texts("Write every decision to this file, for learning, with a data card next to it."),
    )
    @click.option(
        "--records",
        type=PATH_TYPE,
        metavar=texts("FOLDER"),
        help=texts("Keep records of the games played."),
    )
    @click.option(
        "--keep",
        metavar=texts("WHICH"),
        help=texts("Which records: all, won, lost, or deals like 3,17,200-210. Default: all"),
    )
    @json_option(texts)
    def run(
        bots: tuple[str, ...],
        plot: Path | None,
        parquet: Path | None,
        records: Path | None,
        keep: str | None,
        as_json: bool,
        **options: Any,
    ) -> None:
        if keep is not None and records is None:
            raise click.UsageError(texts("--keep needs --records"))
        from tenback.cli.study_runner import StudyRunner

        runner = StudyRunner(texts=texts, as_json=as_json, **options)
        runner.simulate(bots, plot=plot, parquet=parquet, records=records, keep=keep)

    return run


def compare_command(texts: Texts) -> click.Command:
    """Return the command `tenback compare`."""

    @click.command(
        "compare",
        cls=CliCommand,
        texts=texts,
        extra="lab",
        help=texts(
            "Let two bots play the same deals, and report which one plays better.\n\n"
            "Every deal is played with A in all seats, and with B in all seats. In a duel "
            "the two meet four times on every deal: with both colors, and with each "
            "going first.\n\n\b\n"
            "Examples:  tenback compare careful greedy --seats 2 --deals 1000\n"
            "           tenback compare greedy:1 greedy:5 --edition classic+min3\n"
            "           tenback compare master careful --edition face-to-face --deals 10"
        ),
    )
    @click.argument("a")
    @click.argument("b")
    @_study_options(texts)
    @json_option(texts)
    def run(a: str, b: str, as_json: bool, **options: Any) -> None:
        from tenback.cli.study_runner import StudyRunner

        StudyRunner(texts=texts, as_json=as_json, **options).compare(a, b)

    return run


def _study_options(texts: Texts) -> Callable[[F], F]:
    """Return a decorator that adds the options shared by both commands."""

    def decorate(command: F) -> F:
        for option in (
            click.option(
                "--cluster",
                metavar=texts("ADDRESS"),
                help=texts("Play on a Ray cluster: host:port, auto, or local."),
            ),
            click.option(
                "--out",
                type=PATH_TYPE,
                metavar=texts("FILE"),
                help=texts("Save the result to this file, as JSON; the same command resumes it."),
            ),
            click.option(
                "--jobs",
                type=BoundedInt(texts, 1, MOST_JOBS),
                help=texts("How many cores play. Default: all"),
            ),
            click.option(
                "--seed", metavar=texts("SEED"), help=texts("The seed. Default: a new one")
            ),
            click.option(
                "--deals",
                type=BoundedInt(texts, 1, MOST_DEALS),
                default=10_000,
                help=texts("How many deals. Default: 10000"),
            ),
            click.option(
                "--seats",
                type=BoundedInt(texts, 1, 9),
                help=texts("How many players. Default: the fewest possible"),
            ),
            click.option(
                "--options",
                metavar=texts("OPTIONS"),
                multiple=True,
                help=texts("More options for the edition, like min3+hand-1."),
            ),
            edition_option(texts, default=USUAL_EDITION.name),
        ):
            command = option(command)
        return command

    return decorate
