"""The commands `puzzle` and `puzzles`. They import heavy modules only when they run."""

from datetime import UTC, datetime
from pathlib import Path
from secrets import choice

import click

from tenback.cli.commands import BoundedInt, CliCommand, CliGroup
from tenback.cli.deals import edition_option
from tenback.cli.texts import Texts
from tenback.puzzles import Puzzle, shipped
from tenback.rules import USUAL_EDITION

MOST_PUZZLES = 9_999
SEED = "PZZ"


def puzzle_command(texts: Texts) -> click.Command:
    """Return the command `tenback puzzle`."""

    @click.command(
        "puzzle",
        cls=CliCommand,
        texts=texts,
        help=texts(
            "Find the best way to play a turn: a puzzle from a game between bots.\n\n"
            "Type the whole turn, like 22>u1 32>d2 end; an empty line shows the answer. "
            "Without an ID you get any puzzle, with --day the one that everybody gets "
            "today.\n\n"
            "\b\nExamples:  tenback puzzle\n           tenback puzzle --edition extreme --seats "
            "3\n           tenback puzzle --day"
        ),
    )
    @click.argument("puzzle_id", metavar="[ID]", required=False)
    @edition_option(texts)
    @click.option(
        "--seats", type=BoundedInt(texts, 1, 9), help=texts("Only with this many players.")
    )
    @click.option("--day", is_flag=True, help=texts("Today's puzzle."))
    def run(puzzle_id: str | None, edition: str | None, seats: int | None, day: bool) -> int:
        from tenback.cli.puzzle_solving import solve

        return solve(texts, _chosen(puzzle_id, edition, seats, is_of_day=day))

    return run


def _chosen(
    puzzle_id: str | None, edition: str | None, seats: int | None, *, is_of_day: bool
) -> Puzzle:
    if puzzle_id is not None:
        return shipped().find(puzzle_id)
    if is_of_day:
        return shipped().of_day(datetime.now(UTC).date())
    return choice(shipped().of(edition, seats))


def command(texts: Texts) -> click.Command:
    """Return the group `tenback puzzles`."""
    group = CliGroup(
        "puzzles",
        texts=texts,
        subcommand_metavar=texts("COMMAND …"),
        help=texts(
            "Make puzzles from games between bots. To solve one: tenback puzzle\n\n"
            "\b\nExample:  tenback puzzles make mine.jsonl --seats 2"
        ),
    )
    group.add_command(_make_command(texts))
    return group


def _make_command(texts: Texts) -> click.Command:
    @click.command(
        "make",
        cls=CliCommand,
        texts=texts,
        extra="lab",
        help=texts(
            "Look for puzzles and add them to FILE: turns in which one line is clearly "
            "better.\n\n"
            "Bots play the deals of a seed. Where the network likes one line of a turn much "
            "more than all others, games are played on from each line until the best one "
            "is ahead by at least five points and three standard errors. The same command "
            "resumes an unfinished search.\n\n"
            "\b\nExamples:  tenback puzzles make mine.jsonl --seats 2 --count 10\n           "
            "tenback puzzles make mine.jsonl --edition extreme --seats 3"
        ),
    )
    @click.argument("file", type=click.Path(path_type=Path))
    @edition_option(texts, default=USUAL_EDITION.name)
    @click.option(
        "--seats",
        type=BoundedInt(texts, 1, 9),
        help=texts("How many players. Default: the fewest possible"),
    )
    @click.option(
        "--count",
        type=BoundedInt(texts, 1, MOST_PUZZLES),
        default="10",
        help=texts("How many puzzles the file should end up with. Default: 10"),
    )
    @click.option(
        "--seed",
        default=SEED,
        metavar=texts("SEED"),
        help=texts("The seed of the deals. Default: {seed}", seed=SEED),
    )
    def run(file: Path, edition: str, seats: int | None, count: int, seed: str) -> None:
        from tenback.cli.puzzle_maker import PuzzleMaker

        PuzzleMaker(texts, file, count).run(edition, seats, seed)

    return run
