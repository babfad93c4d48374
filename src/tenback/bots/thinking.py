"""Thinking a turn through: all plays are valued, the good ones are followed to the turn's end.

What counts is what a line is worth when the turn is over and nothing is drawn yet. What others say
on the way is left out: it would depend on cards that the seat has not seen. The best lines can then
be tried one turn further, in worlds drawn at random.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from tenback.bots.network import ARRAYS, Network, worth
from tenback.bots.worlds import play_ahead, play_in_worlds
from tenback.encoding import Array, after, as_bytes, card_kinds
from tenback.encoding.candidates import candidates_of
from tenback.encoding.rows import SECTIONS
from tenback.fastsim.actions import ACTIONS
from tenback.fastsim.tables import ALL_LAID, RUNNING, Setup

GRAIN = 1e-5
"""Scores are rounded to this part of themselves: sums of floats differ with the number of rows that
are summed."""
NOTHING = -1.0

IsLate = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Care:
    """How much is thought about."""

    breadth: int = 4
    """How many lines are followed at each table; with none, what looks best at once is done."""
    margin: float = 0.03
    """How much worse than the best a line may look to be followed."""
    worlds: int = 0
    """In how many worlds the best lines are tried out."""
    finalists: int = 3
    """How many lines that is, each with another first move."""


@dataclass(frozen=True, slots=True)
class Ends:
    """Lines that have reached the end of their turn."""

    roots: Array
    firsts: Array
    scores: Array
    tables: Array
    """The tables before the last action of each, or which of some nodes those are."""
    actions: Array
    stale: Array

    def __getitem__(self, which: Array) -> "Ends":
        return Ends(*(getattr(self, name)[which] for name in self.__slots__))

    @classmethod
    def joined(cls, parts: "list[Ends]") -> "Ends":
        """Return all lines of several lots."""
        columns = ([getattr(part, name) for part in parts] for name in cls.__slots__)
        return cls(*map(np.concatenate, columns))


class Thinker:
    """Thinks about the turns of a setup with a network, at many tables at once."""

    def __init__(self, setup: Setup, network: Network, care: Care) -> None:
        self._setup = setup
        self._network = network
        self._care = care
        self._weights = np.array([1.0, *network.grades], np.float32)
        self._whole = float(self._weights.sum())
        self._kinds = card_kinds(setup)

    def __call__(self, tables: Array, *, seed: int = 0, is_late: IsLate = bool) -> Array:
        """Return what the seats to move should do; the best so far, when it is late.

        The seed is for the worlds that are drawn.
        """
        ends = self._ends(tables, is_late)
        finalists = ends[_best_firsts(ends, self._care.finalists)]
        is_open = np.bincount(finalists.roots)[finalists.roots] > 1
        scores = finalists.scores.copy()
        if self._care.worlds > 0 and is_open.any() and not is_late():
            scores[is_open] = self._tried_out(finalists[is_open], seed, is_late)
        return finalists.firsts[best_of(finalists.roots, scores)]

    def _ends(self, tables: Array, is_late: IsLate) -> Ends:
        """Follow the good lines of every table to the end of the turn."""
        nodes, stale = tables, np.zeros(len(tables), np.uint8)
        roots, firsts = np.arange(len(tables)), None
        found: list[Ends] = []
        while len(nodes) > 0:
            then, owners, actions = self._candidates(nodes, stale)
            scores = self._scores(then)
            roots, firsts = roots[owners], actions if firsts is None else firsts[owners]
            is_over = then[:, SECTIONS["is_over"].start] > 0
            if self._care.breadth == 0 or is_late():
                is_over[:] = True
            lines = Ends(roots, firsts, scores, owners, actions, stale[owners])
            ended = lines[np.flatnonzero(is_over)]
            found.append(replace(ended, tables=nodes[ended.tables]))
            followed = self._followed(roots, scores, ~is_over)
            nodes = play_ahead(self._setup, nodes, owners[followed], actions[followed])
            stale = then[followed, SECTIONS["stale"].start]
            roots, firsts = roots[followed], firsts[followed]
        return Ends.joined(found)

    def _candidates(self, tables: Array, stale: Array) -> tuple[Array, Array, Array]:
        """Return what the seats to move would know after each candidate, whose it is, and what."""
        rows, owners, actions = candidates_of(self._setup, tables, stale)
        return after(as_bytes(rows)[owners], actions, self._kinds, ARRAYS), owners, actions

    def _scores(self, rows: Array) -> Array:
        scores = np.log(self._network(rows, self._kinds) @ self._weights, dtype=np.float64)
        return np.exp(np.round(scores / GRAIN) * GRAIN)

    def _followed(self, roots: Array, scores: Array, is_open: Array) -> Array:
        """Return the best few open lines of each root, as far as they look good enough."""
        limits = np.full(roots.max(initial=0) + 1, NOTHING)
        np.maximum.at(limits, roots, scores - self._care.margin)
        lines = np.flatnonzero(is_open & (scores >= limits[roots]))
        return lines[_ranks(roots[lines], scores[lines]) < self._care.breadth]

    def _tried_out(self, ends: Ends, seed: int, is_late: IsLate) -> Array:
        """Return what lines are worth on average, one turn later, in worlds drawn at random."""
        totals, worlds = np.zeros(len(ends.roots)), 0
        dice = np.random.default_rng(seed)
        while worlds < self._care.worlds and not (worlds and is_late()):
            lots = dice.integers(1 << 63, size=ends.roots.max() + 1, dtype=np.uint64)[ends.roots]
            tables = play_in_worlds(self._setup, ends.tables, ends.actions, ends.stale, lots)
            totals += self._prospects(tables, ends.tables["seat"])
            worlds += 1
        return totals / worlds

    def _prospects(self, tables: Array, seats: Array) -> Array:
        """Return what tables are worth to seats that have just moved there."""
        found = np.zeros(len(tables))
        running = tables["ending"] == RUNNING
        if running.any():
            nodes = tables[running]
            then, owners, _ = self._candidates(nodes, np.zeros(len(nodes), np.uint8))
            best = np.full(len(nodes), NOTHING)
            np.maximum.at(best, owners, self._scores(then))
            found[running] = best
        if self._setup.is_duel:
            is_other = running & (tables["seat"] != seats)
            found[is_other] = self._whole - found[is_other]
        found[~running] = self._worth(tables[~running], seats[~running])
        return found

    def _worth(self, tables: Array, seats: Array) -> Array:
        """Return what sittings that are over are worth to seats."""
        is_duel, winners = self._setup.is_duel, tables["winner"]
        is_won = winners == seats if is_duel else tables["ending"] == ALL_LAID
        losers = 1 - winners if is_duel else np.zeros(len(tables), np.int8)
        left = np.take_along_axis(tables["left"], losers[:, None], axis=1)[:, 0]
        return worth(left, is_won, is_duel=is_duel) @ self._weights


def best_of(roots: Array, scores: Array) -> Array:
    """Return the line of each root that scores best, the first of equals."""
    order = np.lexsort((-scores, roots))
    return order[np.unique(roots[order], return_index=True)[1]]


def _best_firsts(ends: Ends, count: int) -> Array:
    """Return the best line for each first move, of the best few first moves of each root."""
    firsts = best_of(ends.roots * (ACTIONS + 1) + ends.firsts, ends.scores)
    return firsts[_ranks(ends.roots[firsts], ends.scores[firsts]) < count]


def _ranks(roots: Array, scores: Array) -> Array:
    """Return the place of each line among those of its root, the best first."""
    order = np.lexsort((-scores, roots))
    ranks = np.empty(len(roots), np.int64)
    ordered = roots[order]
    ranks[order] = np.arange(len(roots)) - np.searchsorted(ordered, ordered)
    return ranks
