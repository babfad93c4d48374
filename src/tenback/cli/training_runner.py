"""Runs a training with a progress bar, and reports the results."""

import sys
from contextlib import closing, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import click
import torch
from rich.console import Console

from tenback.arena.intervals import wilson
from tenback.cli.commands import console, interrupt_once, print_json, progress_bar
from tenback.cli.study_report import with_interval
from tenback.cli.texts import Texts
from tenback.cli.training_plot import draw
from tenback.processes import cores
from tenback.training.log import LogEntry
from tenback.training.run import FINAL, Measured, TrainingRun, find_device
from tenback.training.settings import Settings


@dataclass(frozen=True, kw_only=True)
class TrainingRunner:
    """A training, with the options of the command."""

    texts: Texts
    network: str
    folder: Path
    device: str | None
    threads: int | None
    seconds: float | None
    start: Path | None
    head_start: float | None
    eager: bool
    final: int | None
    plot: Path | None
    as_json: bool

    def run(self) -> None:
        """Train until done or Ctrl-C, and report the results so far."""
        settings = Settings.named(self.network)
        if self.final is not None and not all(settings.shares(self.final)):
            text = self.texts(
                "{deals} {deals|deal is|deals are} too few to cover every setup",
                deals=self.texts.count(self.final),
            )
            raise click.UsageError(text)
        run = self._run(settings)
        is_whole = self._watched(run)
        if self.plot is not None and run.log:
            draw(self.texts, self.plot, [self.folder])
        if self.as_json:
            print_json(run.card())
        else:
            self._show(run)
        if not is_whole:
            raise click.Abort

    def _run(self, settings: Settings) -> TrainingRun:
        threads, device = self.threads or cores(), find_device(self.device)
        torch.set_num_threads(threads)
        return TrainingRun(
            settings,
            self.folder,
            device=device,
            threads=threads,
            seconds=self.seconds,
            start=self.start,
            head_start=self.head_start or 0.0,
            compiles=device.type == "cuda" and not self.eager,  # no gain on a CPU
        )

    def _watched(self, run: TrainingRun) -> bool:
        """Train with a progress bar and a line per measurement. Return whether it was completed."""
        bar = progress_bar(self.texts)
        self._tell_what_is_known(run, bar.console)
        total = run.settings.plays if self.seconds is None else self.seconds
        # What a library prints is not part of the result.
        with redirect_stdout(sys.stderr), closing(run.entries()) as entries:
            try:
                with interrupt_once(), bar:
                    task = bar.add_task("", total=total, figures="")
                    for entry in entries:
                        done = entry.plays if self.seconds is None else entry.seconds
                        bar.update(task, completed=done, figures=self._figures(entry))
                        if entry.rates:
                            bar.console.print(self._line(entry), soft_wrap=True)
                    if self.final is not None:
                        run.measure(self.final, FINAL)
                        run.save()
            except KeyboardInterrupt:
                return False
        return True

    def _tell_what_is_known(self, run: TrainingRun, screen: Console) -> None:
        if plays := run.learner.plays:
            known = self.texts.count(plays)
            text = self.texts(
                "{folder} holds {plays} {plays|play|plays}", folder=self.folder, plays=known
            )
            screen.print(text, soft_wrap=True)

    def _figures(self, entry: LogEntry) -> str:
        """Return the current state of the training, in half a line."""
        return self.texts(
            "{seconds} s, loss {loss}, {left} left",
            seconds=self.texts.number(entry.seconds, ",.0f"),
            loss=self.texts.number(entry.loss, ".4f"),
            left=self.texts.number(entry.left, ".1f"),
        )

    def _line(self, entry: LogEntry) -> str:
        """Return a measurement in one line."""
        number = self.texts.number
        rates = ", ".join(
            f"{setup}: {number(100 * rate, '.2f')} %" for setup, rate in entry.rates.items()
        )
        return self.texts(
            "{plays} M plays, {seconds} s: {rates}",
            plays=number(entry.plays / 1e6, ",.1f"),
            seconds=number(entry.seconds, ",.0f"),
            rates=rates,
        )

    def _show(self, run: TrainingRun) -> None:
        """Print the results."""
        texts, screen = self.texts, console()
        if not run.learner.plays:
            return
        seconds = texts.number(run.seconds, ",.0f")
        time = texts("{seconds} s, {device}", seconds=seconds, device=run.learner.device_name)
        facts = {
            texts("network"): run.network_path,
            texts("plays"): texts.number(run.learner.plays),
            texts("time"): time,
            **({} if run.measured is None else self._rates(run.measured)),
        }
        for name, value in facts.items():
            screen.print(f"{name}: {value}", soft_wrap=True)

    def _rates(self, measured: Measured) -> dict[str, str]:
        """Return the win rate of every setup, with its interval."""
        found = {}
        for setup, rate in measured.rates.items():
            deals = measured.deals[setup]
            interval = wilson(round(rate * deals), deals)
            found[setup] = with_interval(self.texts, rate, interval)
        return found
