"""A report on several analyses: file by file, and each seat's averages."""

from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from rich.table import Table as Grid

from tenback.analysis import PHASES, Analysis, Summary, analyse, summarize
from tenback.arena.engines import worker_processes
from tenback.arena.errors import ArenaCode
from tenback.cli.analysis_report import analysis_as_json
from tenback.cli.commands import console, print_json, progress_bar
from tenback.cli.texts import Texts
from tenback.notation import Record
from tenback.processes import cores
from tenback.rules import BadInput


@dataclass(frozen=True)
class AnalysesReport:
    """The analyses of several files, and how to show them."""

    texts: Texts
    files: Sequence[str]
    analyses: Sequence[Analysis]

    @classmethod
    def of(
        cls, texts: Texts, files: Sequence[str], records: Sequence[Record], *, jobs: int | None
    ) -> "AnalysesReport":
        """Analyze records on several cores."""
        bar, analyses = progress_bar(texts), []
        task = bar.add_task("", total=len(records), figures="")
        with bar:
            for analysis in _analysed(records, min(jobs or cores(), len(records))):
                analyses.append(analysis)
                bar.update(task, completed=len(analyses))
        return cls(texts, files, analyses)

    def show(self) -> None:
        """Print a line for each file, then each seat's averages."""
        screen = console()
        screen.print(self._files())
        summary = summarize(self.analyses)
        screen.print(self._seats(summary))
        start, end = (self._percent(chance) for chance in (summary.start, summary.end))
        count = self.texts.number(summary.sittings)
        template = (
            "games: {count}, chance of seat 1 at the start {start}, won {end}"
            if self._has_duels
            else "games: {count}, chance at the start {start}, won {end}"
        )
        screen.print(self.texts(template, count=count, start=start, end=end))

    def print_json(self) -> None:
        """Print everything as JSON."""
        summary = summarize(self.analyses)
        print_json(
            {
                "files": [
                    {"file": file, **analysis_as_json(analysis)}
                    for file, analysis in zip(self.files, self.analyses, strict=True)
                ],
                "summary": {
                    "games": summary.sittings,
                    "start": summary.start,
                    "end": summary.end,
                    "seats": [
                        {
                            "seat": seat.seat,
                            "games": seat.sittings,
                            "given_away": seat.given_away,
                            "by_phase": dict(zip(PHASES, seat.by_phase, strict=True)),
                            "luck": seat.luck,
                        }
                        for seat in summary.seats
                    ],
                },
            }
        )

    @property
    def _has_duels(self) -> bool:
        """Whether chances are those of the first seat; in a team they are everybody's."""
        return any(analysis.is_duel for analysis in self.analyses)

    def _files(self) -> Grid:
        texts = self.texts
        chance = texts("chance of seat 1" if self._has_duels else "chance")
        headings = (chance, texts("given away"), texts("luck"), texts("at the end"))
        grid = _grid(texts("file"), *headings)
        for file, analysis in zip(self.files, self.analyses, strict=True):
            given = sum(share.given_away for share in analysis.shares)
            luck = sum(share.luck for share in analysis.shares)
            start, end = (self._percent(chance) for chance in (analysis.start, analysis.end))
            grid.add_row(file, start, self._points(given), self._points(luck, "+.0f"), end)
        return grid

    def _seats(self, summary: Summary) -> Grid:
        """Return what each seat gives away per game, by phase, in points."""
        texts = self.texts
        phases = (texts("early"), texts("middle"), texts("late"))
        grid = _grid(texts("seat"), *phases, texts("given away"), texts("luck"))
        for seat in summary.seats:
            given = (self._points(share, ".1f") for share in (*seat.by_phase, seat.given_away))
            grid.add_row(str(seat.seat + 1), *given, self._points(seat.luck, "+.1f"))
        return grid

    def _percent(self, chance: float) -> str:
        return f"{self.texts.number(100 * chance, '.0f')} %"

    def _points(self, chance: float, form: str = ".0f") -> str:
        return self.texts.number(100 * chance, form)


def _grid(first: str, *figures: str) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    grid.add_column(first, overflow="fold")
    for heading in figures:
        grid.add_column(heading, justify="right")
    return grid


def _analysed(records: Sequence[Record], jobs: int) -> Iterator[Analysis]:
    """Yield analyses in the order of their records."""
    if jobs == 1:
        yield from map(analyse, records)
        return
    try:
        with worker_processes(jobs) as pool:
            yield from pool.map(analyse, records)
    except BrokenProcessPool:
        raise BadInput(ArenaCode.WORKER_DIED) from None
