"""The command `bots`. It imports heavy modules only when it runs."""

from pathlib import Path
from typing import Any

import click

from tenback.cli.commands import BoundedInt, CliCommand, json_option
from tenback.cli.simulate import MOST_DEALS, MOST_JOBS, PATH_TYPE
from tenback.cli.texts import Texts


def command(texts: Texts) -> click.Command:
    """Return the command `tenback bots`."""

    @click.command(
        "bots",
        cls=CliCommand,
        texts=texts,
        extra="lab",
        help=texts(
            "Show our bots and how strong they are, or every figure for one of them.\n\n"
            "NAME is a bot, or a mixed team: careful+greedy is greedy in the last seat and "
            "careful in all others.\n\n"
            "--measure computes the missing figures. Ctrl-C keeps what has been played; the "
            "same command resumes.\n\n"
            "\b\nExamples:  tenback bots\n           tenback bots careful\n           tenback "
            "bots --measure --only classic --bots greedy --into my.json"
        ),
    )
    @click.argument("name", required=False)
    @click.option("--measure", is_flag=True, help=texts("Measure the figures that are missing."))
    @click.option(
        "--only",
        metavar=texts("EDITIONS"),
        help=texts("Measure only these editions, separated by commas; add options with +."),
    )
    @click.option(
        "--bots",
        metavar=texts("NAMES"),
        help=texts("Measure only these bots and mixed teams, like careful,greedy+careful."),
    )
    @click.option(
        "--seats", type=BoundedInt(texts, 1, 9), help=texts("Measure only with this many seats.")
    )
    @click.option(
        "--deals",
        type=BoundedInt(texts, 1, MOST_DEALS),
        help=texts("How many deals for each figure. Default: 10000, fewer for slow bots"),
    )
    @click.option(
        "--jobs",
        type=BoundedInt(texts, 1, MOST_JOBS),
        help=texts("How many cores play. Default: all"),
    )
    @click.option(
        "--into",
        type=PATH_TYPE,
        metavar=texts("FILE"),
        help=texts("Where the figures are kept. Default: with the program"),
    )
    @click.option(
        "--again",
        is_flag=True,
        help=texts("Discard what was measured before, for example after a change."),
    )
    @click.option(
        "--markdown",
        type=PATH_TYPE,
        metavar=texts("FILE"),
        help=texts("Update the tables in a file like docs/bots.md."),
    )
    @json_option(texts)
    def run(
        name: str | None, measure: bool, markdown: Path | None, as_json: bool, **options: Any
    ) -> None:
        _check(texts, name, measure=measure, markdown=markdown, as_json=as_json, **options)
        if measure:
            from tenback.cli.strength_runner import StrengthRunner

            StrengthRunner(texts=texts, as_json=as_json, **options).run()
            return
        from tenback.cli.strength_report import show_stored, update_document

        if markdown is None:
            show_stored(texts, name, as_json=as_json)
        else:
            update_document(markdown)

    return run


def _check(texts: Texts, name: str | None, *, measure: bool, **options: Any) -> None:
    """Refuse options that cannot be combined."""
    markdown, as_json = options.pop("markdown"), options.pop("as_json")
    if markdown is not None and (name is not None or measure or as_json):
        raise click.UsageError(
            texts("--markdown cannot be combined with NAME, --measure or --json")
        )
    if measure and name is not None:
        raise click.UsageError(
            texts("either NAME or --measure, not both: use --bots to choose which bots to measure")
        )
    for option, value in options.items():
        if not measure and value:
            raise click.UsageError(texts("--{option} needs --measure", option=option))
