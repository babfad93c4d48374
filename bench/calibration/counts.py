"""How often a chance was said, and how often it came true."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tenback.fastsim.tables import Array

FITTED, JUDGED = "F1T", "CA11BRATE"
"""The seeds whose deals maps are fitted to, and by which they are judged."""
BINS = 200
PHASES = 3
"""Thirds of the cards that are to be laid."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The chances that a network said at the beginning of turns, in bins, third by third."""

    setup: str
    network: str
    """Its name, and a digest of its weights."""
    seed: str
    games: int
    won: int
    """Of the games; in a duel, by the seat that begins."""
    said: list[list[int]]
    """How often a chance of each bin was said."""
    sums: list[list[float]]
    """What was said, added up: it gives the mean of each bin."""
    wins: list[list[int]]
    """How often it came true."""
    exact: list[list[int]]
    """Where all cards were known: how often a loss and a win were said, and won each time."""

    @property
    def arrays(self) -> tuple[Array, Array, Array]:
        """How often, what on average, and how often it came true: bins that were ever said."""
        said, sums, wins = (np.array(part) for part in (self.said, self.sums, self.wins))
        return _filled(said.sum(0), sums.sum(0), wins.sum(0))

    def phase(self, index: int) -> tuple[Array, Array, Array]:
        """Return the same of one third."""
        return _filled(*(np.array(part[index]) for part in (self.said, self.sums, self.wins)))

    @property
    def decisions(self) -> int:
        """How many turns were decided on."""
        return int(np.sum(self.said)) + sum(count for count, _ in self.exact)


def _filled(said: Array, sums: Array, wins: Array) -> tuple[Array, Array, Array]:
    is_said = said > 0
    return said[is_said], sums[is_said] / said[is_said], wins[is_said]


def write_counts(path: Path, counts: Iterable[Counts]) -> None:
    """Write all counts of a run."""
    lines = ",\n".join(json.dumps(asdict(each)) for each in counts)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def read_counts(paths: Iterable[Path]) -> list[Counts]:
    """Return the counts in some files; of the same setup and seed the last ones count."""
    found: dict[Any, Counts] = {}
    for path in paths:
        for each in json.loads(path.read_text(encoding="utf-8")):
            counts = Counts(**each)
            found[counts.setup, counts.seed] = counts
    return list(found.values())
