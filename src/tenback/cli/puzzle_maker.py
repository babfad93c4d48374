"""Makes puzzles with a progress bar. An interrupted run resumes from its file."""

from dataclasses import dataclass
from pathlib import Path

import click

from tenback.analysis.puzzle_making import make_puzzles
from tenback.arena import read_setup
from tenback.cli.commands import progress_bar
from tenback.cli.texts import Texts
from tenback.notation.files import make_folder, read_file, unwritable
from tenback.puzzles import Puzzle, read_puzzle, write_puzzle


@dataclass(frozen=True, slots=True)
class PuzzleMaker:
    """Adds puzzles to a file until it has enough."""

    texts: Texts
    file: Path
    count: int

    def run(self, edition: str, seats: int | None, seed: str) -> None:
        """Search the deals of a seed, starting after the last one that yielded a puzzle."""
        setup = read_setup(edition, seats)
        known = self._known()
        origins = [each.origin for each in known if each.origin.seed == seed]
        first = max((origin.deal + 1 for origin in origins), default=0)
        bar = progress_bar(self.texts)
        task = bar.add_task("", total=self.count, completed=len(known), figures="")
        count = len(known)
        with bar:
            for found in make_puzzles(setup, seed, first=first):
                if count >= self.count:
                    break
                if found.puzzle is not None:
                    self._add(found.puzzle)
                    count += 1
                deals = self.texts("deals: {count}", count=found.deals)
                bar.update(task, completed=count, figures=deals)
        click.echo(
            self.texts(
                "{file}: {count} {count|puzzle|puzzles}",
                file=self.file,
                count=self.texts.count(count),
            )
        )

    def _known(self) -> list[Puzzle]:
        if not self.file.exists():
            return []
        return [read_puzzle(line) for line in read_file(self.file).splitlines()]

    def _add(self, puzzle: Puzzle) -> None:
        make_folder(self.file.parent)
        try:
            with self.file.open("a", encoding="utf-8") as file:
                file.write(write_puzzle(puzzle) + "\n")
        except OSError as error:
            raise unwritable(self.file, error) from None
