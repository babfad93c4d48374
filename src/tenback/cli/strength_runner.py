"""Measures the strength of bots with a progress bar, saving results so that runs can resume."""

import sys
from contextlib import closing, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import click

from tenback.arena import Local
from tenback.arena.runs import SAVING
from tenback.arena.strength import (
    MEASURED_EDITIONS,
    STORED,
    WITH,
    Cell,
    CellResult,
    cells_of,
    measure,
    read_results,
    sorted_by_cell,
    write_results,
)
from tenback.bots import BOTS, Recipe
from tenback.cli.commands import console, interrupt_once, progress_bar
from tenback.cli.strength_report import compact, how_measured, print_results, sheets, show
from tenback.cli.texts import Texts
from tenback.processes import cores


@dataclass(frozen=True, kw_only=True)
class StrengthRunner:
    """A measurement, with the options of the command."""

    texts: Texts
    only: str | None
    bots: str | None
    seats: int | None
    deals: int | None
    jobs: int | None
    into: Path | None
    again: bool
    as_json: bool

    def run(self) -> None:
        """Measure until done, Ctrl-C or an error. Save and report whatever was measured."""
        wanted, results = self._wanted(), read_results(self._path)
        if self.again:
            results = {cell: result for cell, result in results.items() if cell not in wanted}
        todo = {
            cell: deals
            for cell, deals in wanted.items()
            if cell not in results or results[cell].tally.deals < deals
        }
        is_interrupted = self._measure(todo, results)
        results = {result.cell: result for result in sorted_by_cell(results.values())}
        if self.as_json:
            print_results(BOTS, results)
        else:
            screen = console()
            show(screen, sheets(self.texts, results))
            screen.print(how_measured(self.texts, results), soft_wrap=True)
        if is_interrupted:
            raise click.Abort

    @property
    def _path(self) -> Path:
        return STORED if self.into is None else self.into

    def _wanted(self) -> dict[Cell, int]:
        """Return the requested cells with their numbers of deals. Refuses unknown bots."""
        editions = MEASURED_EDITIONS if self.only is None else self.only.split(",")
        lineups = None if self.bots is None else self.bots.split(",")
        with redirect_stdout(sys.stderr):
            for lineup in lineups or ():
                for bot in lineup.split(WITH):
                    Recipe.read(bot)
        cells = cells_of(editions, lineups, self.seats)
        return {cell: self.deals or cell.usual_deals for cell in cells}

    def _measure(self, todo: dict[Cell, int], results: dict[Cell, CellResult]) -> bool:
        """Measure one cell after another. Return whether the user interrupted."""
        if not todo:
            return False
        write_results(self._path, results)  # fails now instead of after an hour
        try:
            # What a bot or a library prints is not part of the result.
            with redirect_stdout(sys.stderr), interrupt_once():
                self._watch(todo, results)
        except KeyboardInterrupt:
            return True
        finally:
            write_results(self._path, results)
        return False

    def _watch(self, todo: dict[Cell, int], results: dict[Cell, CellResult]) -> None:
        """Measure with a progress bar, and save the results from time to time."""
        engine, saved, before = Local(self.jobs or cores()), monotonic(), 0
        with progress_bar(self.texts) as bar:
            task = bar.add_task("", total=sum(todo.values()), figures="")
            for cell, deals in todo.items():
                with closing(measure(cell, deals, engine, results.get(cell))) as growing:
                    for result in growing:
                        results[cell] = result
                        done = before + result.tally.deals
                        bar.update(task, completed=done, figures=self._figures(result))
                        if monotonic() - saved > SAVING:
                            write_results(self._path, results)
                            saved = monotonic()
                before += deals

    def _figures(self, result: CellResult) -> str:
        cell, tally = result.cell, result.tally
        name = " – ".join(cell.bots) if cell.is_duel else f"{cell.seats} {cell.lineup}"
        share = compact(self.texts, tally.rate, tally.interval)
        return f"{cell.edition} {name} {share} %"
