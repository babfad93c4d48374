"""Runs: a study over a number of deals, with progress reports, saved to a file and resumable.

A report always covers the deals 0 … k without a gap: counting whatever finishes first would favor
short games, and those are the lost ones.
"""

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import Generic

from tenback import __version__
from tenback.arena.decisions import Decisions
from tenback.arena.engines import Engine, Play
from tenback.arena.errors import ArenaCode
from tenback.arena.study import C, PartResult, Study, does_not_add_up
from tenback.notation.files import read_file, write_file
from tenback.notation.json_form import Json, field, read_json
from tenback.rules import BadInput, Reason
from tenback.rules.chance import check_seed

FIRST_PART, FIRST_COMPILED_PART = 1, 1 << 12
"""How many deals a run begins with, until it knows how long they take."""
SECONDS_A_PART = 0.5
"""Long enough for the trip to a worker and back, short enough for somebody watching."""
SAVING = 5.0
"""The most seconds of work that a crash can lose."""


@dataclass(frozen=True, slots=True)
class RunProgress(Generic[C]):
    """The progress of a run: the tally of its first deals, and the seconds they took."""

    tally: C
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Run(Generic[C]):
    """Plays a study over a number of deals, on an engine."""

    study: Study[C]
    deals: int
    engine: Engine
    out: Path | None = None
    """The file for the result; if it holds an unfinished run, that run is resumed."""
    records: Path | None = None
    """The folder for records; a resumed run also writes those of deals it played earlier."""
    decisions: Callable[[Decisions], None] | None = None
    """Takes the decisions of each part, also of deals that a resumed run played earlier."""

    def progress_by_part(self) -> Generator[RunProgress[C]]:
        """Yield the progress at the start, then after each part."""
        known = self._recalled()
        yield known
        done = known.tally.deals
        is_kept = self.records is not None or self.decisions is not None
        again = self.study.to_keep(range(done)) if is_kept else []
        if done >= self.deals and not again:
            return
        if done < self.deals:
            self._save(known)
        with self.engine.open(self.study) as play:
            for _ in self._played(play, again):
                yield known
            if done < self.deals:
                yield from self._continued(play, known)

    def _continued(self, play: Play[C], known: RunProgress[C]) -> Iterator[RunProgress[C]]:
        """Yield the progress after each part, and save it now and then."""
        progress, begun = known, perf_counter()
        saved = begun
        try:
            for part in self._played(play, [range(known.tally.deals, self.deals)]):
                now = perf_counter()
                progress = RunProgress(progress.tally + part.tally, known.seconds + now - begun)
                yield progress  # before saving, so that the caller knows of everything saved
                if now - saved > SAVING:
                    self._save(progress)
                    saved = now
        finally:
            self._save(progress)

    def _played(self, play: Play[C], deals: Sequence[range]) -> Iterator[PartResult[C]]:
        """Yield the results of some deals, part by part, with their records written."""
        is_fast = self.study.is_compiled and self.records is None
        parts = Parts(deals, FIRST_COMPILED_PART if is_fast else FIRST_PART, self.study.fewest)
        for part in play(parts):
            parts.learn(part)
            for record in part.records:
                assert self.records is not None
                record.write(self.records, self.study.seed)
            if part.decisions is not None and self.decisions is not None:
                self.decisions(part.decisions)
            yield part

    def report(self, progress: RunProgress[C]) -> Json:
        """Return the result as JSON."""
        study, deals, seconds = self.study, progress.tally.deals, progress.seconds
        return {
            "version": __version__,
            **study.settings,
            "deals": deals,
            "seed": study.seed,
            **study.figures(progress.tally),
            "seconds": seconds,
            "deals_per_second": deals / seconds if seconds else None,
        }

    def _save(self, progress: RunProgress[C]) -> None:
        if self.out is not None:
            write_file(self.out, json.dumps(self.report(progress)) + "\n")

    def _recalled(self) -> RunProgress[C]:
        """Return the progress saved in the file, which must come from the same study."""
        if self.out is None or not self.out.exists():
            return RunProgress(self.study.nothing)
        found = _result_in(self.out)
        here = {
            "version": __version__,
            "files": None,
            **self.study.settings,
            "seed": self.study.seed,
        }
        for key, value in here.items():
            if found.get(key) != value:
                there, wanted = json.dumps(found.get(key)), json.dumps(value)
                template = "its {key} is {there}, not {wanted}"
                raise _no_result(self.out, Reason(template, key=key, there=there, wanted=wanted))
        try:
            tally, seconds = self.study.recall(found), found.get("seconds")
            if tally.deals != found.get("deals") or not isinstance(seconds, float):
                raise does_not_add_up()
            if not (isfinite(seconds) and seconds >= 0):
                raise does_not_add_up()
            return RunProgress(tally, seconds)
        except BadInput as error:
            raise _no_result(self.out, error) from None


class Parts:
    """Cuts the deals of a run into parts, sized by how long earlier parts took.

    The sizes change no result.
    """

    def __init__(self, deals: Sequence[range], size: int, fewest: int = 1) -> None:
        self._deals = deals
        self._size = max(size, fewest)
        self._fewest = fewest

    def __iter__(self) -> Iterator[range]:
        for deals in self._deals:
            first = deals.start
            while first < deals.stop:
                part = range(first, min(first + self._size, deals.stop))
                yield part
                first = part.stop

    def learn(self, part: PartResult[C]) -> None:
        """Adjust the size of the next parts to the time this one took, growing step by step."""
        fitting = int(SECONDS_A_PART * part.tally.deals / max(part.seconds, 1e-9))
        self._size = max(self._fewest, min(fitting, 2 * self._size))


def seed_in(path: Path) -> str | None:
    """Return the seed of the run whose result a file holds; None if there is no file."""
    return _result_in(path)["seed"] if path.exists() else None


def _result_in(path: Path) -> Json:
    try:
        found = read_json(read_file(path))
        check_seed(field(found, "seed", str))
    except BadInput as error:
        raise _no_result(path, error) from None
    return found


def _no_result(path: Path, reason: Reason | BadInput) -> BadInput:
    return BadInput(ArenaCode.BAD_RESULT, text=path, reason=reason)
