"""The command `benchmark`. It imports heavy modules only when it runs."""

from pathlib import Path

import click

from tenback.cli.commands import BoundedInt, CliCommand, json_option
from tenback.cli.simulate import MOST_DEALS, MOST_JOBS, PATH_TYPE
from tenback.cli.texts import Texts


def command(texts: Texts) -> click.Command:
    """Return the command `tenback benchmark`."""

    @click.command(
        "benchmark",
        cls=CliCommand,
        texts=texts,
        extra="lab",
        help=texts(
            "Measure a bot on the whole benchmark, which docs/benchmark.md describes.\n\n"
            "It plays with itself in all editions, without talk, among careful bots, with "
            "the bots of --with, and in duels; always on the same deals.\n\n"
            "\b\nExamples:  tenback benchmark careful\n           tenback benchmark "
            "my_bot.py:MyBot --with other.py:Other\n           tenback benchmark adept --with "
            "adept:mine.safetensors"
        ),
    )
    @click.argument("bot")
    @click.option(
        "--with",
        "others",
        metavar=texts("NAME"),
        multiple=True,
        help=texts("An unfamiliar bot to play with; may be given several times."),
    )
    @click.option(
        "--only",
        metavar=texts("TASKS"),
        help=texts("Measure only these tasks and editions, separated by commas."),
    )
    @click.option(
        "--deals",
        type=BoundedInt(texts, 1, MOST_DEALS),
        help=texts(
            "How many deals for each figure. Default: 1000, 200 for bots that are not compiled"
        ),
    )
    @click.option(
        "--jobs",
        type=BoundedInt(texts, 1, MOST_JOBS),
        help=texts("How many cores play. Default: all"),
    )
    @click.option(
        "--out",
        type=PATH_TYPE,
        metavar=texts("FILE"),
        help=texts("Save the figures to this file, as JSON; the same command resumes it."),
    )
    @click.option(
        "--markdown",
        "as_markdown",
        is_flag=True,
        help=texts("Print the figures as a table in Markdown, in English."),
    )
    @json_option(texts)
    def run(
        bot: str,
        others: tuple[str, ...],
        only: str | None,
        deals: int | None,
        jobs: int | None,
        out: Path | None,
        as_markdown: bool,
        as_json: bool,
    ) -> None:
        if as_markdown and as_json:
            raise click.UsageError(texts("either --json or --markdown, not both"))
        from tenback.cli.benchmark_runner import run_benchmark

        run_benchmark(
            texts,
            bot,
            others,
            only=only,
            deals=deals,
            jobs=jobs,
            out=out,
            as_markdown=as_markdown,
            as_json=as_json,
        )

    return run
