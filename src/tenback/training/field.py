"""Many tables of several setups, played in step: candidates out, choices in."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from tenback.encoding.rows import ROW
from tenback.fastsim import Setup
from tenback.fastsim.actions import BEGIN, act
from tenback.fastsim.bits import whole
from tenback.fastsim.candidates import MOST_CANDIDATES, list_candidates, write_row
from tenback.fastsim.careful import choose_careful
from tenback.fastsim.chance import below, word_of
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.crew import Crew
from tenback.fastsim.lines import kinds_of
from tenback.fastsim.runs import left_of
from tenback.fastsim.signals import opener
from tenback.fastsim.sittings import deal, will_anew
from tenback.fastsim.tables import ALL_LAID, NOBODY, RUNNING, TABLE, Array, Row
from tenback.rules import Layout

CHANCES = 1 << 16
"""Chances are told to compiled code in parts of this."""
EVERYBODY = 31


CHOSEN, BEST, IS_DONE, LEFT, IS_WON, SEAT = range(6)
"""What is told of every step, a line each: which of all candidates was chosen and which looked best
(another, where chance decided); whether the sitting is over by it, and then how many cards were
left and whether the seat that moved, or its team, has won; which seat that was."""


class Field:
    """Some tables of each of several setups, dealt anew for ever.

    `silence` is the share of tables at which every seat may be one that never talks; `buffer` makes
    the arrays that others read. With a rival, `careful` has one seat of every duel, by turns.
    """

    def __init__(
        self,
        setups: Sequence[tuple[Setup, int]],
        *,
        seed: int,
        threads: int,
        silence: float = 0.0,
        talks: bool = True,
        has_rival: bool = False,
        buffer: Callable[[tuple[int, ...], np.dtype[Any]], Array] | None = None,
    ) -> None:
        buffer = plain if buffer is None else buffer
        self.setups = tuple(setup for setup, _ in setups)
        counts = [count for _, count in setups]
        self.count = count = sum(counts)
        self.setup_of = np.repeat(np.arange(len(counts)), counts)
        self.kinds, firsts = _kinds(self.setups)
        self.rows = buffer((count,), ROW)
        self.listed = buffer((count, MOST_CANDIDATES), np.dtype(np.int16))
        """The candidates of each table; only the first ones count."""
        self.starts = buffer((count + 1,), np.dtype(np.int64))
        """Where the candidates of each table begin among those of all."""
        self.told = buffer((SEAT + 1, count), np.dtype(np.int32))
        self._tables = np.zeros(count, TABLE)
        self._counts = np.zeros(count, np.int64)
        self._parts = _parts(counts, threads)
        self._crew = Crew(len(self._parts) - 1)
        silent = round(CHANCES * silence) if talks else -1
        self._common = [
            (setup.rules, setup.layout_rows, word_of(seed), count, silent, has_rival, firsts[index])
            for index, setup in enumerate(self.setups)
        ]
        self._share(start_tables, 0)

    @property
    def candidates(self) -> int:
        """How many candidates there are at all tables together."""
        return int(self.starts[-1])

    def step(self, scores: Array, exploration: float) -> Array:
        """Do what scores best at every table, or with some chance anything; list what comes next.

        Tables whose sitting is over are dealt anew.
        """
        self._share(choose_and_act, round(CHANCES * exploration), scores)
        return self.told

    def _share(self, work: Any, chance: int, *scores: Array) -> None:
        self._crew.share(
            work,
            [
                (
                    *(*self._common[setup], part.start, chance, *scores, self._tables[part]),
                    *(self.starts[part.start : part.stop + 1], self.told[:, part]),
                    *(self.rows[part], self.listed[part], self._counts[part]),
                )
                for part, setup in self._parts
            ],
        )
        np.cumsum(self._counts, out=self.starts[1:])


def plain(shape: tuple[int, ...], kind: np.dtype[Any]) -> Array:
    """Return an array in ordinary memory."""
    return np.zeros(shape, kind)


def _kinds(setups: Sequence[Setup]) -> tuple[Array, list[int]]:
    """Return the commands of all cards in all layouts, and where each setup's layouts begin."""
    blocks: dict[tuple[Layout, ...], Array] = {}
    for setup in setups:
        blocks.setdefault(setup.layouts, kinds_of(setup))
    ends = np.cumsum([len(block) for block in blocks.values()])
    firsts = dict(zip(blocks, [0, *ends[:-1].tolist()], strict=True))
    return np.concatenate(list(blocks.values())), [firsts[setup.layouts] for setup in setups]


def _parts(counts: Sequence[int], threads: int) -> list[tuple[slice, int]]:
    """Return slices of tables, each of one setup, as many as threads or somewhat more."""
    parts, start, total = [], 0, sum(counts)
    for setup, count in enumerate(counts):
        pieces = max(1, round(threads * count / total))
        bounds = [start + count * piece // pieces for piece in range(pieces + 1)]
        parts += [(slice(first, last), setup) for first, last in pairwise(bounds)]
        start += count
    return parts


@compiled
def start_tables(
    rules: Row,
    layouts: Any,
    seed: Any,
    stride: int,
    silent: int,
    has_rival: bool,
    layout: int,
    first: int,
    chance: int,
    tables: Any,
    starts: Any,
    told: Any,
    rows: Any,
    listed: Any,
    counts: Any,
) -> None:
    """Deal every table its first deal, and show it."""
    for index in range(len(tables)):
        table = tables[index]
        deal_talking(rules, layouts, table, seed, first + index, silent, has_rival)
        write_row(rules, table, layout + table.layout, rows[index])
        counts[index] = list_candidates(rules, table, listed[index])


@compiled
def choose_and_act(
    rules: Row,
    layouts: Any,
    seed: Any,
    stride: int,
    silent: int,
    has_rival: bool,
    layout: int,
    first: int,
    chance: int,
    scores: Any,
    tables: Any,
    starts: Any,
    told: Any,
    rows: Any,
    listed: Any,
    counts: Any,
) -> None:
    """Do what scores best at every table, or with some chance anything; show what comes of it.

    Where a sitting is over, the table is dealt anew.
    """
    for index in range(len(tables)):
        table, start = tables[index], starts[index]
        pick = 0
        for place in range(1, counts[index]):
            if scores[start + place] > scores[start + pick]:
                pick = place
        told[BEST, index] = start + pick
        if chance > 0 and below(table.will, 0, CHANCES) < chance:
            pick = below(table.will, 0, counts[index])
        told[CHOSEN, index] = start + pick
        seat = whole(table.seat)
        told[SEAT, index] = seat
        act(rules, table, whole(listed[index, pick]))
        if has_rival:
            let_rival_play(rules, table)
        told[IS_DONE, index] = table.ending != RUNNING
        if table.ending != RUNNING:
            told[LEFT, index] = left_of(rules, table)
            told[IS_WON, index] = (
                table.winner == seat if rules.is_duel else table.ending == ALL_LAID
            )
            deal_talking(rules, layouts, table, seed, table.number + stride, silent, has_rival)
        write_row(rules, table, layout + table.layout, rows[index])
        counts[index] = list_candidates(rules, table, listed[index])


@compiled
def deal_talking(
    rules: Row, layouts: Any, table: Row, seed: Any, number: int, silent: int, has_rival: bool
) -> None:
    """Deal a table, draw who talks at it, and let somebody begin; again, if that is the end."""
    table.ending = NOBODY
    while table.ending != RUNNING:
        table.talkers = 0
        if silent >= 0 and not rules.is_duel:
            will_anew(table, seed, number)
            table.talkers = EVERYBODY
            if below(table.will, 1, CHANCES) < silent:
                table.talkers = below(table.will, 1, EVERYBODY + 1)
        deal(rules, layouts, table, seed, number, NOBODY)
        if table.seat == NOBODY:
            begin(rules, table)
        if has_rival:
            let_rival_play(rules, table)
        number += 1 << 40


@compiled
def let_rival_play(rules: Row, table: Row) -> None:
    """Let `careful` play as long as the move is its own: in every other deal that of seat 0."""
    while table.ending == RUNNING and table.seat == table.number & 1:
        act(rules, table, choose_careful(rules, table))


@inlined
def begin(rules: Row, table: Row) -> None:
    """Let the best start begin, or where seat 0 is silent, seat 0."""
    act(rules, table, BEGIN + (opener(rules, table) if table.talkers & 1 else 0))
