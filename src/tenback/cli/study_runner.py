"""Runs studies with a progress bar, and reports the results."""

import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing, nullcontext, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenback.arena import (
    Cluster,
    DuelComparison,
    Engine,
    Keep,
    Lineup,
    Local,
    Run,
    RunProgress,
    Simulation,
    TeamComparison,
    read_setup,
    seed_in,
)
from tenback.arena.study import C
from tenback.bots import SIMPLE_BOT, Recipe
from tenback.cli.commands import console, interrupt_once, print_json, progress_bar
from tenback.cli.deals import new_seed
from tenback.cli.errors import CliCode
from tenback.cli.study_report import brief, draw, show
from tenback.cli.texts import Texts
from tenback.fastsim import Setup
from tenback.notation import bad_option, from_files, read_edition
from tenback.notation.files import make_folder
from tenback.processes import cores
from tenback.rules import BadInput, TenbackError
from tenback.rules.chance import check_seed

if TYPE_CHECKING:
    from tenback.arena.parquet import DecisionFile


@dataclass(frozen=True, kw_only=True)
class StudyRunner:
    """A study, with the options that both commands share."""

    texts: Texts
    edition: str
    options: tuple[str, ...]
    seats: int | None
    deals: int
    seed: str | None
    jobs: int | None
    cluster: str | None
    out: Path | None
    as_json: bool

    def simulate(
        self,
        bots: Sequence[str],
        *,
        plot: Path | None,
        parquet: Path | None,
        records: Path | None,
        keep: str | None,
    ) -> None:
        """Let bots play, and report how well they did."""
        setup = self._setup(len(bots) if len(bots) > 1 else None)
        lineup = Lineup.of(setup, _recipes(bots or (SIMPLE_BOT,)))
        choice = None if records is None else Keep.read(keep or "all")
        study = Simulation(lineup, self._seed(), choice, has_decisions=parquet is not None)
        if choice is not None and choice.last >= self.deals:
            last, given = self.deals - 1, choice.last
            text = self.texts(
                "there is no deal {given}: the deals are 0 to {last}", given=given, last=last
            )
            raise click.UsageError(text)
        if records is not None:
            make_folder(records)
        engine = self._engine()
        with nullcontext() if parquet is None else self._decision_file(parquet, study) as file:
            take = None if file is None else file.write
            self._play(Run(study, self.deals, engine, self.out, records, take), plot)

    def _decision_file(self, path: Path, study: Simulation) -> "DecisionFile":
        try:
            from tenback.arena.parquet import DecisionFile
        except ModuleNotFoundError as error:
            raise BadInput(
                CliCode.MISSING_EXTRA, command="simulate --parquet", module=error.name, extra="data"
            ) from None
        return DecisionFile(path, study, self.deals)

    def compare(self, a: str, b: str) -> None:
        """Let two bots play the same deals, and report which one did better."""
        setup, (one, other) = self._setup(None), _recipes((a, b))
        if setup.is_duel:
            duels = DuelComparison(setup, (one, other), self._seed())
            self._play(Run(duels, self.deals, self._engine(), self.out))
        else:
            pairs = TeamComparison(setup, (one, other), self._seed())
            self._play(Run(pairs, self.deals, self._engine(), self.out))

    def _setup(self, seats: int | None) -> Setup:
        """Return the setup. `seats` applies unless --seats is given."""
        spelled, at, layout = self.edition.partition("@")
        more = [option for text in self.options if text for option in re.split("[+,]", text)]
        for option in more:
            if "@" in option:  # would start a layout
                raise bad_option(read_edition(spelled), option)
        text = "+".join([spelled, *more]) + at + layout
        return read_setup(text, self.seats or seats, from_files)

    def _seed(self) -> str:
        """Return the given seed, or that of the result to resume, or a new one."""
        if self.seed is not None:
            return check_seed(self.seed.upper())
        return (self.out and seed_in(self.out)) or new_seed()

    def _engine(self) -> Engine:
        if self.cluster is None:
            return Local(self.jobs or cores())
        if self.jobs is not None:
            raise click.UsageError(self.texts("either --jobs or --cluster, not both"))
        return Cluster(self.cluster)

    def _play(self, run: Run[C], plot: Path | None = None) -> None:
        """Run until done, Ctrl-C or an error. Report whatever was played."""
        if plot is not None:
            from tenback.arena.plots import check_plot

            check_plot(plot)
        progress, trouble = self._watched(run)
        if plot is not None:
            draw(self.texts, run, progress, plot)
        if not self.as_json:
            show(self.texts, console(), run, progress)
        elif not isinstance(trouble, TenbackError):
            print_json(run.report(progress))
        if isinstance(trouble, KeyboardInterrupt):
            raise click.Abort
        if trouble is not None:
            raise trouble

    def _watched(self, run: Run[C]) -> tuple[RunProgress[C], BaseException | None]:
        """Run with a progress bar. Return the progress, and the exception that stopped the run."""
        bar = progress_bar(self.texts)
        # What a bot or a library prints is not part of the result.
        with redirect_stdout(sys.stderr), closing(run.progress_by_part()) as progress_by_part:
            first = progress = next(progress_by_part)
            known = first.tally.deals
            if known:
                bar.console.print(self._what_is_known(known), soft_wrap=True)
            try:
                with interrupt_once(), bar:
                    task = bar.add_task("", total=run.deals, completed=known, figures="")
                    for progress in progress_by_part:
                        figures = brief(self.texts, progress, since=first)
                        bar.update(task, completed=progress.tally.deals, figures=figures)
            except KeyboardInterrupt as interrupt:
                return progress, interrupt
            except TenbackError as error:
                if progress is first:
                    raise
                return progress, error
        return progress, None

    def _what_is_known(self, known: int) -> str:
        deals = self.texts.count(known)
        if known < self.deals:
            return self.texts(
                "{file} holds {deals} {deals|deal|deals}: resuming", file=self.out, deals=deals
            )
        return self.texts(
            "{file} already holds {deals} {deals|deal|deals}", file=self.out, deals=deals
        )


def _recipes(bots: Iterable[str]) -> list[Recipe]:
    """Return the recipes of bots, keeping their output apart from the result."""
    with redirect_stdout(sys.stderr):
        return [Recipe.read(bot) for bot in bots]
