"""Counts of how often chances were stated, and how often they came true."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tenback.fastsim.tables import Array

FITTED, JUDGED = "F1T", "CA11BRATE"
"""The seeds of the deals that maps are fitted to, and of those that maps are judged on."""
BINS = 200
PHASES = 3
"""Games are split into thirds, by the number of cards still to be laid."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The chances that a network stated at the beginning of turns, in bins, for each third."""

    setup: str
    network: str
    """The name of the network, with a digest of its weights."""
    seed: str
    games: int
    won: int
    """How many games were won; in a duel, by the seat that begins."""
    said: list[list[int]]
    """How often a chance in each bin was stated."""
    sums: list[list[float]]
    """The sum of the chances stated in each bin, from which its mean follows."""
    wins: list[list[int]]
    """How often the chances in each bin came true."""
    exact: list[list[int]]
    """With all cards known: how often a loss and a win were stated, and how often each was won."""

    @property
    def arrays(self) -> tuple[Array, Array, Array]:
        """For each bin in use: how often it was stated, its mean chance, how often it came true."""
        said, sums, wins = (np.array(part) for part in (self.said, self.sums, self.wins))
        return _filled(said.sum(0), sums.sum(0), wins.sum(0))

    def phase(self, index: int) -> tuple[Array, Array, Array]:
        """Return the same arrays for one third of the games."""
        return _filled(*(np.array(part[index]) for part in (self.said, self.sums, self.wins)))

    @property
    def decisions(self) -> int:
        """How many turns were counted."""
        return int(np.sum(self.said)) + sum(count for count, _ in self.exact)


def _filled(said: Array, sums: Array, wins: Array) -> tuple[Array, Array, Array]:
    is_said = said > 0
    return said[is_said], sums[is_said] / said[is_said], wins[is_said]


def write_counts(path: Path, counts: Iterable[Counts]) -> None:
    """Write all counts of a run."""
    lines = ",\n".join(json.dumps(asdict(each)) for each in counts)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def read_counts(paths: Iterable[Path]) -> list[Counts]:
    """Return the counts in some files; later counts of the same setup and seed win."""
    found: dict[Any, Counts] = {}
    for path in paths:
        for each in json.loads(path.read_text(encoding="utf-8")):
            counts = Counts(**each)
            found[counts.setup, counts.seed] = counts
    return list(found.values())
