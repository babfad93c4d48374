"""Thinking a turn through: all plays are valued, the good ones are followed to the turn's end.

What counts is what a line is worth when the turn is over and nothing is drawn yet. What others say
on the way is not imagined: it would hang on cards that the seat has not seen.
"""

from dataclasses import dataclass

import numpy as np

from tenback.bots.network import LIBRARY, Network
from tenback.encoding import Array, after, as_bytes
from tenback.encoding.rows import SECTIONS
from tenback.fastsim.lines import imagine, kinds_of, show
from tenback.fastsim.tables import Setup

WEIGHTS = np.array([1.0, 0.1, 0.0, 0.0], np.float32)
"""How much the chance to win counts, and grades of closeness: where all is lost, lose well."""
GRAIN = 1e-5
"""Scores are rounded to this: sums of floats differ with the number of rows that are summed."""
NOTHING = -1.0


@dataclass(frozen=True, slots=True)
class Care:
    """How much is thought about."""

    breadth: int = 4
    """How many lines are followed at each table; with none, what looks best at once is done."""
    margin: float = 0.03
    """How much worse than the best a line may look to be followed."""


class Thinker:
    """Thinks about the turns of a setup with a network, at many tables at once."""

    def __init__(self, setup: Setup, network: Network, care: Care) -> None:
        self._setup = setup
        self._network = network
        self._care = care
        self._kinds = kinds_of(setup)

    def __call__(self, tables: Array) -> Array:
        """Return what the seats to move should do."""
        count = len(tables)
        nodes, roots, firsts = tables, np.arange(count), None
        stale = np.zeros(count, np.uint8)
        chosen, worth = np.zeros(count, np.int64), np.full(count, NOTHING)
        while True:
            rows, owners, actions = show(self._setup, nodes, stale)
            then = after(as_bytes(rows)[owners], actions, self._kinds, LIBRARY)
            scores = self._scores(then)
            roots, firsts = roots[owners], actions if firsts is None else firsts[owners]
            is_over = then[:, SECTIONS["is_over"].start] > 0
            if self._care.breadth == 0:
                is_over[:] = True
            best = best_of(roots, np.where(is_over, scores, NOTHING))
            best = best[scores[best] > worth[roots[best]]]
            chosen[roots[best]], worth[roots[best]] = firsts[best], scores[best]
            followed = self._followed(roots, scores, ~is_over)
            if len(followed) == 0:
                return chosen
            nodes = imagine(self._setup, nodes, owners[followed], actions[followed])
            stale = then[followed, SECTIONS["stale"].start]
            roots, firsts = roots[followed], firsts[followed]

    def _scores(self, rows: Array) -> Array:
        return np.round(self._network(rows, self._kinds) @ WEIGHTS / GRAIN) * GRAIN

    def _followed(self, roots: Array, scores: Array, is_open: Array) -> Array:
        """Return the best few open lines of each root, as far as they look good enough."""
        limits = np.full(roots.max(initial=0) + 1, NOTHING)
        np.maximum.at(limits, roots, scores - self._care.margin)
        lines = np.flatnonzero(is_open & (scores >= limits[roots]))
        lines = lines[np.lexsort((-scores[lines], roots[lines]))]
        ranks = np.arange(len(lines)) - np.searchsorted(roots[lines], roots[lines])
        return lines[ranks < self._care.breadth]


def best_of(roots: Array, scores: Array) -> Array:
    """Return the line of each root that scores best, the first of equals."""
    order = np.lexsort((-scores, roots))
    return order[np.unique(roots[order], return_index=True)[1]]
