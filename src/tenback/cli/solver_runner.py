"""Runs the solver with a progress bar, then reports what it found."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from errno import EISDIR
from os import strerror
from pathlib import Path
from time import perf_counter

import click

from tenback.arena.intervals import wilson
from tenback.cli.commands import console, interrupt_once, print_json, progress_bar
from tenback.cli.deals import new_seed
from tenback.cli.study_report import with_interval
from tenback.cli.texts import Texts
from tenback.notation import write_position, write_record
from tenback.notation.files import make_folder, unwritable, write_file
from tenback.processes import cores
from tenback.rules import Deal, State
from tenback.rules.chance import check_seed
from tenback.solver import Answer, Samples, SearchProgress, Verdict, sample, solve
from tenback.table import Table

FOUND, NOT_FOUND = 0, 1
"""The exit codes."""

Show = Callable[[int, str], None]
"""Shows the number of steps done, with a text."""


@dataclass(frozen=True, kw_only=True)
class SolverRunner:
    """A run of the solver, with the options of the command."""

    texts: Texts
    start: Deal | State
    seconds: float
    width: int | None
    jobs: int | None
    as_json: bool

    def solve(self, out: Path | None) -> int:
        """Search for a win and report the result. Returns the exit code."""
        if out is not None:
            _check_place(out)
        try:
            with interrupt_once():
                answer = self._watched()
        except KeyboardInterrupt:
            click.echo(self.texts("none found so far"), err=True)
            raise click.Abort from None
        if self.as_json:
            print_json(
                {
                    "position": write_position(self._state),
                    "verdict": answer.verdict,
                    "moves": [str(move) for move in answer.moves],
                    "width": answer.width,
                    "seconds": answer.seconds,
                }
            )
        else:
            click.echo(self._sentence(answer), err=True)
        if answer.verdict is not Verdict.WON:
            return NOT_FOUND
        if out is not None:
            write_file(out, self._record(answer))
        elif not self.as_json:
            click.echo(self._record(answer), nl=False)
        return FOUND

    def sample(self, count: int, seed: str | None) -> int:
        """Solve many orders of the draw pile and report the result. Returns the exit code."""
        seed = new_seed() if seed is None else check_seed(seed.upper())
        samples, begun, is_interrupted = Samples(), perf_counter(), False
        results = sample(
            self._state,
            count,
            seed=seed,
            seconds=self.seconds,
            jobs=self._jobs,
            widest=self.width,
        )
        try:
            with interrupt_once(), closing(results), _bar(self.texts, total=count) as show:
                for samples in results:
                    begun = begun if samples.answers else perf_counter()
                    show(len(samples.answers), self._share(samples))
        except KeyboardInterrupt:
            is_interrupted = True
        seconds = perf_counter() - begun
        if self.as_json:
            print_json(self._samples_as_json(samples, seed, seconds))
        else:
            self._print_samples(samples, seed, seconds)
        if is_interrupted:
            raise click.Abort
        return FOUND if samples.count(Verdict.WON) else NOT_FOUND

    @property
    def _state(self) -> State:
        return self.start.start() if isinstance(self.start, Deal) else self.start

    @property
    def _jobs(self) -> int:
        return self.jobs or cores()

    def _watched(self) -> Answer:
        """Solve with a progress bar, which counts the cards that the widest beam has laid."""
        state = self._state
        cards = sum(map(len, (*state.hands, *state.draw_piles)))
        with _bar(self.texts, total=cards) as show:

            def tell(progress: SearchProgress) -> None:
                seconds = self.texts.number(progress.seconds, ".1f")
                template = "width {width}, {seconds} s"
                show(progress.laid, self.texts(template, width=progress.width, seconds=seconds))

            return solve(
                state,
                seconds=self.seconds,
                jobs=self._jobs,
                widest=self.width,
                on_progress=tell,
            )

    def _record(self, answer: Answer) -> str:
        """Return the record of the win that was found."""
        table = Table(self.start)
        for move in answer.moves:
            table.submit(move, seat=None)
        return write_record(table.record())

    def _sentence(self, answer: Answer) -> str:
        """Describe the answer and the search in one sentence."""
        texts, width = self.texts, answer.width
        seconds = texts.number(answer.seconds, ".2f")
        match answer.verdict, width:
            case Verdict.WON, int():
                return texts(
                    "a win, found at width {width} in {seconds} s", width=width, seconds=seconds
                )
            case Verdict.WON, None:
                return texts("it is already won")
            case Verdict.IMPOSSIBLE, int():
                return texts("impossible: the search was exhaustive ({seconds} s)", seconds=seconds)
            case Verdict.IMPOSSIBLE, None:
                return texts("impossible: it is already lost")
            case _, int():
                return texts(
                    "none found in {seconds} s, up to width {width}", width=width, seconds=seconds
                )
            case _:
                return texts("none found in {seconds} s: too short for any width", seconds=seconds)

    def _share(self, samples: Samples) -> str:
        """Return the share of orders with a win, with its interval."""
        won, of = samples.count(Verdict.WON), len(samples.answers)
        return with_interval(self.texts, won / of if of else None, wilson(won, of))

    def _print_samples(self, samples: Samples, seed: str, seconds: float) -> None:
        """Print the results for the samples, and how the wins begin."""
        texts, screen = self.texts, console()
        facts = (
            (texts("position"), write_position(self._state)),
            (texts("seed"), seed),
            (texts("orders"), texts.number(len(samples.answers))),
            (texts("won"), texts.number(samples.count(Verdict.WON))),
            (texts("rate"), self._share(samples)),
            (texts("impossible"), texts.number(samples.count(Verdict.IMPOSSIBLE))),
            (texts("none found"), texts.number(samples.count(Verdict.UNKNOWN))),
            (texts("time"), f"{texts.number(seconds, '.1f')} s"),
        )
        for name, value in facts:
            screen.print(f"{name}: {value}", soft_wrap=True)
        if samples.first_moves:
            screen.print(f"{texts('the wins begin with')}:")
        for move, count in samples.first_moves:
            screen.print(f"{move!s:>10} {texts.number(count):>7}")

    def _samples_as_json(self, samples: Samples, seed: str, seconds: float) -> dict[str, object]:
        won, of = samples.count(Verdict.WON), len(samples.answers)
        return {
            "position": write_position(self._state),
            "seed": seed,
            "samples": of,
            "won": won,
            "rate": won / of if of else None,
            "interval": wilson(won, of),
            "impossible": samples.count(Verdict.IMPOSSIBLE),
            "unknown": samples.count(Verdict.UNKNOWN),
            "first_moves": {str(move): count for move, count in samples.first_moves},
            "seconds": seconds,
        }


def _check_place(path: Path) -> None:
    """Check before the search that the record can be written afterwards."""
    make_folder(path.parent)
    if path.is_dir():
        raise unwritable(path, IsADirectoryError(EISDIR, strerror(EISDIR)))


@contextmanager
def _bar(texts: Texts, *, total: int) -> Iterator[Show]:
    """Yield a function that updates a progress bar. The bar appears with the first update."""
    bar = progress_bar(texts)
    task = bar.add_task("", total=total, figures="")

    def show(completed: int, figures: str) -> None:
        bar.start()
        bar.update(task, completed=completed, figures=figures)

    try:
        yield show
    finally:
        bar.stop()
