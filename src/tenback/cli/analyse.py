"""The command `analyse`; what is heavy is loaded when it runs."""

from pathlib import Path

import click

from tenback.cli.commands import CliCommand, json_option, read_standard_input
from tenback.cli.solve import Seconds
from tenback.cli.texts import Texts
from tenback.notation import read_any_record
from tenback.notation.files import read_file
from tenback.notation.layouts import from_files


def command(texts: Texts) -> click.Command:
    """Return the command `tenback analyse`."""

    @click.command(
        "analyse",
        cls=CliCommand,
        texts=texts,
        extra="lab",
        help=texts(
            "Tell luck from skill in the record in FILE: - is standard input.\n\n"
            "For every decision it tells the chance to win before and after, what it gave away "
            "and which line was best, from what the player knew then; and how much every draw "
            "changed the chance. Chances are those of players as strong as the bot master.\n\n"
            "Of a lost game it also tells until when a win was still possible, all cards known.\n\n"
            "\b\n"
            "Examples:  tenback analyse friday.txt\n"
            "           tenback analyse friday.txt --annotate > annotated.txt\n"
            "           tenback analyse friday.txt --json"
        ),
    )
    @click.argument("file")
    @click.option(
        "--seconds",
        type=Seconds(texts),
        default="5",
        help=texts("How long to look for the last chance to win. Default: 5"),
    )
    @click.option(
        "--annotate",
        is_flag=True,
        help=texts("Print the record, with a comment at every move that cost something."),
    )
    @json_option(texts)
    def run(file: str, seconds: float, annotate: bool, as_json: bool) -> None:
        if annotate and as_json:
            raise click.UsageError(texts("either --json or --annotate, not both"))
        text = read_standard_input() if file == "-" else read_file(Path(file))
        record = read_any_record(text, from_files)
        from tenback.cli.analysis_report import AnalysisReport

        report = AnalysisReport.of(texts, record, seconds=None if annotate else seconds)
        if annotate:
            report.print_annotated()
        elif as_json:
            report.print_json()
        else:
            report.show()

    return run
