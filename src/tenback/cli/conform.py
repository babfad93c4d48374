"""The command `conform`: compares another referee with ours."""

import click
from rich.progress import Progress

from tenback.cli.commands import (
    BoundedInt,
    CliCommand,
    console,
    interrupt_once,
    json_option,
    print_json,
    progress_bar,
)
from tenback.cli.texts import Texts
from tenback.rules.chance import check_seed
from tenback.testing import CheckFailed, Difference, Program, Questions, first_difference

MOST_SITTINGS = 1_000_000
EXIT_DIFFERENT = 1


def command(texts: Texts) -> click.Command:
    """Return the command `tenback conform`."""

    @click.command(
        "conform",
        cls=CliCommand,
        texts=texts,
        context_settings={"ignore_unknown_options": True},
        help=texts(
            "Check another referee: start COMMAND, query it over the line protocol, and report "
            "the first answer that differs from ours.\n\n"
            "It is asked about all vectors and then about random games. The line protocol is "
            "that of tenback referee: one JSON object per line in, one per line out.\n\n"
            "\b\nExamples:  tenback conform tenback referee\n           tenback conform "
            "--games 1000 ./my-referee --quick"
        ),
    )
    @click.argument("words", metavar=texts("COMMAND …"), nargs=-1, required=True)
    @click.option(
        "--games",
        "sittings",
        type=BoundedInt(texts, 0, MOST_SITTINGS),
        default=100,
        help=texts("How many random games. Default: 100"),
    )
    @click.option(  # the name of --games in version 0.9
        "--sittings", "sittings", type=BoundedInt(texts, 0, MOST_SITTINGS), hidden=True
    )
    @click.option(
        "--seed", metavar=texts("SEED"), default="0", help=texts("The seed of the random games.")
    )
    @json_option(texts)
    def run(words: tuple[str, ...], sittings: int, seed: str, as_json: bool) -> int:
        try:
            questions = Questions(sittings, check_seed(seed))
            with Program(words) as program, interrupt_once(), progress_bar(texts) as bar:
                found = _watched(bar, program, questions)
        except CheckFailed as failure:
            raise click.UsageError(str(failure)) from None
        if as_json:
            difference = None if found is None else {"source": found.source, **found.as_json()}
            print_json({"agrees": found is None, "difference": difference})
        elif found is None:
            console().print(
                texts(
                    "No differences in the vectors, nor in {count} {count|game|games}.",
                    count=texts.count(sittings),
                )
            )
        else:
            console().print(str(found), soft_wrap=True)
        return 0 if found is None else EXIT_DIFFERENT

    return run


def _watched(bar: Progress, program: Program, questions: Questions) -> Difference | None:
    """Return the first difference, if any; the bar shows which source it is looked for in."""
    row = bar.add_task("", total=len(questions), figures="")
    for name, asked in questions.by_source():
        bar.update(row, figures=name)
        found = first_difference(program.ask, asked)
        if found is not None:
            return found
        bar.update(row, advance=1)
    return None
