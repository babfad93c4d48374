"""Thinks a turn through: lists the ways to play it to its end, and values those ends.

    table ─▶ when the turn began ─▶ lines ─▶ values of their ends ─▶ the best, through draws
                                                                       │
                       the next play ◀────── the best line ◀───────────┘

An end is worth what the network says, or its exact value where it is known how the rest goes. What
others would say on the way is never computed: it depends on cards that the seat has not seen.

The thinker is asked play by play. As long as nobody speaks, a turn reveals nothing new, so the line
found at its beginning still holds. Lines are remembered, so each turn is thought through once.

Where others speak after each card, what is left of the turn is thought through again, with half as
many draws each time. So a whole turn needs less than twice the draws of its first thought; where a
Silence hides what was said, the turn is thought about from its beginning once more. What limits it
is work, not time, because every process has to find the same line.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from hashlib import blake2b

import numpy as np

from tenback.batch.draws import play_lines, play_turns
from tenback.batch.lines import lines_of
from tenback.bots.memory import NO_LINE, LineMemory, keys_of
from tenback.bots.network import Network, worth
from tenback.encoding import Array, as_bytes, card_kinds
from tenback.encoding.rows import SECTIONS
from tenback.fastsim.actions import END
from tenback.fastsim.rewinding import turn_starts
from tenback.fastsim.tables import ALL_LAID, LONGEST_TURN, LOWEST_CARD, PILES, RUNNING, Setup
from tenback.policies.duel_endings import UNDECIDED, WON, outcomes_of, wins_of
from tenback.policies.endings import UNKNOWN, lefts_of

GRAIN = 1e-5
"""Scores are rounded to this fraction of themselves: float sums differ with the number of rows."""
NOTHING = -1.0
MORE_LINES = 512
"""How many lines are listed where the outcome can be known, and none of the usual lines wins."""
DRAWS_AT_ONCE = 16
"""How many draws of each line happen between two looks at the clock."""

IsLate = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage follows some lines through some more draws, to the end of the next turn."""

    lines: int
    """How many lines of each table are followed: the best so far."""
    draws: int
    may_be_late: bool = False
    """Whether the stage ends when time is up."""

    def later(self, played: int) -> "Stage":
        """Return the stage for what is left of a turn: every card laid in it halves the draws."""
        return replace(self, draws=self.draws >> played)


@dataclass(frozen=True, slots=True)
class Care:
    """How hard a thinker thinks."""

    lines: int = 24
    """How many lines of a turn are valued, the cheapest ones."""
    stages: tuple[Stage, ...] = ()
    turns: int = 1
    """How many turns are played after each draw: the next seat's, or more."""
    next_lines: int = 8
    """How many lines of each of these turns are valued."""
    margin: float = 0.1
    """How much worse than the best a line may look and still be followed."""
    trust: int = 0
    """How many draws the network's own value of a line counts as."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of several tables, with their values."""

    owners: Array
    """The table of each line."""
    plays: Array
    scores: Array
    is_known: Array
    """Whether the outcome of each line is known exactly."""
    is_won: Array
    """Whether each line is known to win."""

    def __getitem__(self, which: Array) -> "Lines":
        return Lines(*(getattr(self, name)[which] for name in self.__slots__))

    def __add__(self, others: "Lines") -> "Lines":
        pairs = ((getattr(self, name), getattr(others, name)) for name in self.__slots__)
        return Lines(*map(np.concatenate, pairs))


class Thinker:
    """Chooses turns with a network, at many tables of a setup at once."""

    def __init__(self, setup: Setup, network: Network, care: Care) -> None:
        self._setup = setup
        self._network = network
        self._care = care
        self._weights = np.array([1.0, *network.grades], np.float32)
        self._whole = float(self._weights.sum())
        self._kinds = card_kinds(setup)
        self._memory = LineMemory()

    def __call__(self, tables: Array, *, is_late: IsLate = bool) -> Array:
        """Return the actions of the seats to move; when time is up, the best found so far."""
        lines = self._best_lines(turn_starts(self._setup, tables), is_late)
        astray = np.flatnonzero(~_follows(tables, lines))
        if len(astray) > 0:  # the turn has left its line
            lines[astray] = self._best_lines(tables[astray], is_late)
        return _next_actions(tables, lines)

    def best_turns(self, tables: Array) -> Array:
        """Return the best line of each table where a turn begins, without the memory."""
        return self._think(tables, np.zeros(len(tables), np.uint64), bool)

    def _best_lines(self, tables: Array, is_late: IsLate) -> Array:
        """Return the best line of each table, remembered or new."""
        keys = keys_of(self._setup, tables)
        lines = self._memory.recall(keys)
        new = np.flatnonzero(lines["length"] == NO_LINE)
        if len(new) > 0:
            new_keys = [keys[index] for index in new]
            lines[new] = self._think(tables[new], _seeds(new_keys), is_late)
            self._memory.keep(new_keys, lines[new])
        return lines

    def _think(self, tables: Array, seeds: Array, is_late: IsLate) -> Array:
        """Return the best line of each table; the seeds are for the draws."""
        lines = self._valued(tables, self._care.lines)
        lines += self._more_lines(tables, lines)
        lines = self._followed(tables, lines, seeds, is_late)
        return lines.plays[best_of(lines.owners, lines.scores)]

    def _valued(self, tables: Array, most: int, *, only_known: bool = False) -> Lines:
        """Return the lines of tables, with the values of their ends."""
        rows, owners, plays = lines_of(self._setup, tables, most)
        lines = self._known(tables, owners, plays)
        if only_known:
            return lines[lines.is_known]
        unknown = np.flatnonzero(~lines.is_known)
        if len(unknown) > 0:
            lines.scores[unknown] = self._scores(as_bytes(rows[unknown]))
        return lines

    def _known(self, tables: Array, owners: Array, plays: Array) -> Lines:
        """Return lines with the exact values of their ends where these are known."""
        if self._setup.is_duel:
            outcomes = outcomes_of(self._setup, tables, owners, plays)
            is_won = outcomes == WON
            return Lines(owners, plays, self._whole * is_won, outcomes != UNDECIDED, is_won)
        left = lefts_of(self._setup, tables, owners, plays)
        scores = worth(left, left == 0, is_duel=False) @ self._weights
        return Lines(owners, plays, scores, left != UNKNOWN, left == 0)

    def _scores(self, rows: Array) -> Array:
        """Return the network's score of each row."""
        scores = np.log(self._network(rows, self._kinds) @ self._weights, dtype=np.float64)
        return np.exp(np.round(scores / GRAIN) * GRAIN)

    def _more_lines(self, tables: Array, lines: Lines) -> Lines:
        """Return more lines with known ends, for tables where they may make a difference."""
        is_near = np.bincount(lines.owners, lines.is_known, len(tables)) > 0
        is_won = np.bincount(lines.owners, lines.is_won, len(tables)) > 0
        roots = np.flatnonzero(is_near & ~is_won)
        more = lines[:0]
        if len(roots) > 0:
            more = self._valued(tables[roots], MORE_LINES, only_known=True)
            more = replace(more, owners=roots[more.owners])
        if self._setup.is_duel:
            more += self._known(tables, *wins_of(self._setup, tables))
        return more

    def _followed(self, tables: Array, lines: Lines, seeds: Array, is_late: IsLate) -> Lines:
        """Return the lines left after all stages, with their values by then."""
        if not self._care.stages:
            return lines
        played = tables["played"][lines.owners]
        parts = []
        for cards in np.unique(played).tolist():
            stages = [stage.later(cards) for stage in self._care.stages]
            parts.append(self._tested(tables, lines[played == cards], stages, seeds, is_late))
        return reduce(Lines.__add__, parts)

    def _tested(
        self,
        tables: Array,
        lines: Lines,
        stages: Sequence[Stage],
        seeds: Array,
        is_late: IsLate,
    ) -> Lines:
        """Return the lines left after some stages, with their values by then."""
        is_open = _may_be_best(lines, self._care.margin)
        totals, drawn = self._care.trust * lines.scores, 0
        for stage in stages:
            chosen = np.flatnonzero(is_open)
            ranks = _ranks(lines.owners[chosen], lines.scores[chosen])
            is_open[chosen[ranks >= stage.lines]] = False
            is_open &= np.bincount(lines.owners, is_open)[lines.owners] > 1
            chosen = np.flatnonzero(is_open)
            more = range(drawn, drawn + stage.draws)
            for first in range(more.start, more.stop, DRAWS_AT_ONCE):
                if len(chosen) == 0 or (stage.may_be_late and is_late()):
                    break
                draws = range(first, min(first + DRAWS_AT_ONCE, more.stop))
                totals[chosen] += self._prospects(tables, lines[chosen], seeds, draws)
                drawn = draws.stop
                lines = _scored(lines, chosen, totals[chosen] / (self._care.trust + drawn))
        return lines

    def _prospects(self, tables: Array, lines: Lines, seeds: Array, draws: range) -> Array:
        """Return the values of lines some turns later, summed over some draws."""
        later = play_lines(self._setup, tables, lines.owners, lines.plays, seeds, draws)
        for _ in range(self._care.turns - 1):
            running = np.flatnonzero(later["ending"] == RUNNING)
            found = self._valued(later[running], self._care.next_lines)
            best = best_of(found.owners, found.scores)
            play_turns(self._setup.rules, later, running, found.plays[best])
        seats = np.repeat(tables["seat"][lines.owners], len(draws))
        return self._worth(later, seats).reshape(-1, len(draws)).sum(1)

    def _worth(self, tables: Array, seats: Array) -> Array:
        """Return the value to seats of tables where a turn begins and is played well."""
        is_duel, found = self._setup.is_duel, np.zeros(len(tables))
        running = np.flatnonzero(tables["ending"] == RUNNING)
        if len(running) > 0:
            lines = self._valued(tables[running], self._care.next_lines)
            best = np.full(len(running), NOTHING)
            np.maximum.at(best, lines.owners, lines.scores)
            is_other = is_duel & (tables["seat"][running] != seats[running])
            found[running] = np.where(is_other, self._whole - best, best)
        over = np.flatnonzero(tables["ending"] != RUNNING)
        if len(over) > 0:
            found[over] = self._worth_of_ends(tables[over], seats[over])
        return found

    def _worth_of_ends(self, tables: Array, seats: Array) -> Array:
        """Return the value of finished games to seats."""
        is_duel, winners = self._setup.is_duel, tables["winner"]
        is_won = winners == seats if is_duel else tables["ending"] == ALL_LAID
        losers = 1 - winners if is_duel else np.zeros(len(tables), np.int8)
        left = np.take_along_axis(tables["left"], losers[:, None], axis=1)[:, 0]
        return worth(left, is_won, is_duel=is_duel) @ self._weights


def best_of(roots: Array, scores: Array) -> Array:
    """Return the best-scoring line of each root, on a tie the first."""
    order = np.lexsort((-scores, roots))
    return order[np.unique(roots[order], return_index=True)[1]]


def _may_be_best(lines: Lines, margin: float) -> Array:
    """Return which lines to follow: those nearly as good as the best, unless that one wins."""
    limits = np.full(lines.owners.max(initial=0) + 1, NOTHING)
    np.maximum.at(limits, lines.owners, lines.scores)
    is_sure = np.zeros(len(limits), np.bool_)
    best = lines.scores >= limits[lines.owners]
    np.logical_or.at(is_sure, lines.owners[best], lines.is_known[best])
    is_close: Array = lines.scores >= (limits - margin)[lines.owners]
    return is_close & ~is_sure[lines.owners]


def _scored(lines: Lines, chosen: Array, scores: Array) -> Lines:
    """Return lines with new scores for the chosen ones; others at their tables are ruled out."""
    found = np.where(np.isin(lines.owners, lines.owners[chosen]), NOTHING, lines.scores)
    found[chosen] = scores
    return replace(lines, scores=found)


def _ranks(roots: Array, scores: Array) -> Array:
    """Return the rank of each line among those of its root, best first."""
    order = np.lexsort((-scores, roots))
    ranks = np.empty(len(roots), np.int64)
    ordered = roots[order]
    ranks[order] = np.arange(len(roots)) - np.searchsorted(ordered, ordered)
    return ranks


def _begun(lines: Array) -> Array:
    """Return how many cards of the turn had been laid when each line was found."""
    return lines["played"] - lines["length"]


def _follows(tables: Array, lines: Array) -> Array:
    """Return whether the running turns have followed their lines so far."""
    found = np.ones(len(tables), np.bool_)
    for index in np.flatnonzero(tables["played"] > _begun(lines)):
        table, line = tables[index], lines[index]
        cards, piles = table["plays"][_begun(line) : table["played"]].astype(np.int64).T
        made = (cards - LOWEST_CARD) * PILES + piles
        found[index] = line["actions"][: line["length"]][: len(made)].tolist() == made.tolist()
    return found


def _next_actions(tables: Array, lines: Array) -> Array:
    """Return the next actions of the running turns' lines."""
    step = (tables["played"] - _begun(lines)).astype(np.int64)
    plays = np.take_along_axis(lines["actions"], step[:, None] % LONGEST_TURN, axis=1)[:, 0]
    return np.where(step < lines["length"], plays, END).astype(np.int64)


def _seeds(keys: Sequence[bytes]) -> Array:
    """Return a seed for each key, so that the draws depend only on what the seat knows.

    The number of a layout is left out: it depends on how many layouts the setup draws from.
    """
    layout = SECTIONS["layout"]
    known = (key[: layout.start] + key[layout.stop :] for key in keys)
    digests = (blake2b(key, digest_size=8).digest() for key in known)
    return np.array([int.from_bytes(digest, "little") for digest in digests], np.uint64)
