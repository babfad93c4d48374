"""The command `analyse`. It imports heavy modules only when it runs."""

from pathlib import Path

import click

from tenback.cli.commands import BoundedInt, CliCommand, json_option, read_standard_input
from tenback.cli.solve import MOST_JOBS, Seconds
from tenback.cli.texts import Texts
from tenback.notation import Record, read_any_record
from tenback.notation.files import read_file
from tenback.notation.layouts import from_files

SECONDS = 0.5
"""How long to look for the last chance to win: most of what it brings (docs/analysis.md)."""


def command(texts: Texts) -> click.Command:
    """Return the command `tenback analyse`."""

    @click.command(
        "analyse",
        cls=CliCommand,
        texts=texts,
        extra="lab",
        help=texts(
            "Tell luck from skill in the record in FILE; - is standard input.\n\n"
            "For every decision it shows the chance to win before and after, what it gave away "
            "and which line was best, judged from what the player knew then; and how much every "
            "draw changed the chance. Chances are those of players as strong as the bot adept.\n\n"
            "For a lost game it also shows whether the cards could be won at all, and the last "
            "turn at which a win was still possible, with all cards known.\n\n"
            "With several files it shows what each seat gives away on average, and when.\n\n"
            "\b\n"
            "Examples:  tenback analyse friday.txt\n"
            "           tenback analyse friday.txt --annotate > annotated.txt\n"
            "           tenback analyse friday.txt --plot friday.png\n"
            "           tenback analyse records/*.txt --json"
        ),
    )
    @click.argument("files", metavar="FILE…", nargs=-1, required=True)
    @click.option(
        "--seconds",
        type=Seconds(texts),
        help=texts("How long to look for the last chance to win. Default: 0.5"),
    )
    @click.option(
        "--annotate",
        is_flag=True,
        help=texts("Print the record, with a comment at every move that cost something."),
    )
    @click.option(
        "--plot",
        type=click.Path(path_type=Path),
        metavar=texts("FILE"),
        help=texts("Plot the chance, turn by turn, as a .png or .svg file."),
    )
    @click.option(
        "--jobs",
        type=BoundedInt(texts, 1, MOST_JOBS),
        help=texts("Cores used to analyze several files. Default: all"),
    )
    @json_option(texts)
    def run(
        files: tuple[str, ...],
        seconds: float | None,
        annotate: bool,
        plot: Path | None,
        jobs: int | None,
        as_json: bool,
    ) -> None:
        if annotate and as_json:
            raise click.UsageError(texts("either --json or --annotate, not both"))
        if len(files) > 1 and (annotate or plot is not None):
            raise click.UsageError(texts("--annotate and --plot take one file"))
        if seconds is not None and (len(files) > 1 or annotate):
            raise click.UsageError(texts("--seconds takes one file, and no --annotate"))
        records = [_read(file) for file in files]
        if len(files) > 1:
            from tenback.cli.analyses_report import AnalysesReport

            several = AnalysesReport.of(texts, files, records, jobs=jobs)
            several.print_json() if as_json else several.show()
            return
        from tenback.cli.analysis_report import AnalysisReport

        if plot is not None:
            from tenback.arena.plots import check_plot

            check_plot(plot)
        if seconds is None and not annotate:
            seconds = SECONDS
        report = AnalysisReport.of(texts, records[0], seconds=seconds)
        if plot is not None:
            report.draw(plot)
        if annotate:
            report.print_annotated()
        elif as_json:
            report.print_json()
        else:
            report.show()

    return run


def _read(file: str) -> Record:
    text = read_standard_input() if file == "-" else read_file(Path(file))
    return read_any_record(text, from_files)
