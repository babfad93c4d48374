"""Many tables of several setups, played in step: candidates out, choices in."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from tenback.encoding.rows import ROW
from tenback.fastsim import Setup
from tenback.fastsim.actions import BEGIN, act
from tenback.fastsim.bits import whole
from tenback.fastsim.candidates import MOST_CANDIDATES, list_candidates, write_row
from tenback.fastsim.chance import below, word_of
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.crew import Crew
from tenback.fastsim.runs import left_of
from tenback.fastsim.signals import opener
from tenback.fastsim.sittings import deal, will_anew
from tenback.fastsim.tables import ALL_LAID, NOBODY, RUNNING, TABLE, Array, Row

KIND_PLACES = 128
CHANCES = 1 << 16
"""Chances are told to compiled code in parts of this."""
EVERYBODY = 31


CHOSEN, BEST, IS_DONE, LEFT, IS_WON, SEAT = range(6)
"""What is told of every step, a line each: which of all candidates was chosen and which looked best
(another, where chance decided); whether the sitting is over by it, and then how many cards were
left and whether the seat that moved, or its team, has won; which seat that was."""


class Field:
    """Some tables of each of several setups, dealt anew for ever.

    `silence` is the share of tables at which every seat may be one that never talks.
    """

    def __init__(
        self,
        setups: Sequence[tuple[Setup, int]],
        *,
        seed: int,
        threads: int,
        silence: float = 0.0,
        talks: bool = True,
    ) -> None:
        self.setups = tuple(setup for setup, _ in setups)
        counts = [count for _, count in setups]
        self.count = count = sum(counts)
        self.setup_of = np.repeat(np.arange(len(counts)), counts)
        self.kinds, firsts = _kinds(self.setups)
        self.rows = np.zeros(count, ROW)
        self.owners = np.zeros(count * MOST_CANDIDATES, np.int32)
        self.actions = np.zeros(count * MOST_CANDIDATES, np.int16)
        self.told = np.zeros((SEAT + 1, count), np.int32)
        self._tables = np.zeros(count, TABLE)
        self._listed = np.zeros((count, MOST_CANDIDATES), np.int16)
        self._counts = np.zeros(count, np.int64)
        self._starts = np.zeros(count + 1, np.int64)
        self._parts = _parts(counts, threads)
        self._crew = Crew(len(self._parts) - 1)
        silent = round(CHANCES * silence) if talks else -1
        self._common = [
            (setup.rules, setup.layout_rows, word_of(seed), count, silent, firsts[index])
            for index, setup in enumerate(self.setups)
        ]
        self._share(start_tables, self._tables)
        self._show()

    @property
    def candidates(self) -> int:
        """How many candidates there are at all tables together."""
        return int(self._starts[-1])

    def step(self, scores: Array, exploration: float) -> Array:
        """Do what scores best at every table, or with some chance anything; list what comes next.

        Tables whose sitting is over are dealt anew.
        """
        chance = round(CHANCES * exploration)
        self._crew.share(
            choose_and_act,
            [
                (*self._common[setup], scores, self.actions, chance, self._tables[part])
                + (self._starts[part.start : part.stop + 1], self.told[:, part])
                for part, setup in self._parts
            ],
        )
        self._show()
        return self.told

    def _show(self) -> None:
        self._share(show_tables, self._tables, self.rows, self._listed, self._counts)
        np.cumsum(self._counts, out=self._starts[1:])
        self._crew.share(
            flatten,
            [
                (self._listed[part], self._starts[part.start : part.stop + 1], part.start)
                + (self.owners, self.actions)
                for part, _ in self._parts
            ],
        )

    def _share(self, work: Any, *columns: Array) -> None:
        self._crew.share(
            work,
            [
                (*self._common[setup], part.start, *(column[part] for column in columns))
                for part, setup in self._parts
            ],
        )


def _kinds(setups: Sequence[Setup]) -> tuple[Array, list[int]]:
    """Return the commands of all cards in all layouts, and where each setup's layouts begin."""
    blocks, firsts = [np.zeros((1, KIND_PLACES), np.uint8)], []
    for setup in setups:
        commands = setup.layout_rows["commands"]
        firsts.append(sum(map(len, blocks)) if len(commands) else 0)
        block = np.zeros((len(commands), KIND_PLACES), np.uint8)
        block[:, : commands.shape[1]] = commands
        blocks.append(block)
    return np.concatenate(blocks), firsts


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
    rules: Row, layouts: Any, seed: Any, stride: int, silent: int, layout: int, first: int, tables: Any
) -> None:
    """Deal every table its first deal."""
    for index in range(len(tables)):
        deal_talking(rules, layouts, tables[index], seed, first + index, silent)


@compiled
def show_tables(
    rules: Row,
    layouts: Any,
    seed: Any,
    stride: int,
    silent: int,
    layout: int,
    first: int,
    tables: Any,
    rows: Any,
    listed: Any,
    counts: Any,
) -> None:
    """Write what the seats to move know and can do."""
    for index in range(len(tables)):
        table = tables[index]
        write_row(rules, table, layout + table.layout, rows[index])
        counts[index] = list_candidates(rules, table, listed[index])


@compiled
def flatten(listed: Any, starts: Any, first: int, owners: Any, actions: Any) -> None:
    """Write the candidates of all tables into one line."""
    for index in range(len(listed)):
        start = starts[index]
        for place in range(starts[index + 1] - start):
            owners[start + place] = first + index
            actions[start + place] = listed[index, place]


@compiled
def choose_and_act(
    rules: Row,
    layouts: Any,
    seed: Any,
    stride: int,
    silent: int,
    layout: int,
    scores: Any,
    actions: Any,
    chance: int,
    tables: Any,
    starts: Any,
    told: Any,
) -> None:
    """Do what scores best at every table, or with some chance anything; deal anew what is over."""
    for index in range(len(tables)):
        table, start, stop = tables[index], starts[index], starts[index + 1]
        pick = start
        for place in range(start + 1, stop):
            if scores[place] > scores[pick]:
                pick = place
        told[BEST, index] = pick
        if chance > 0 and below(table.will, 0, CHANCES) < chance:
            pick = start + below(table.will, 0, stop - start)
        told[CHOSEN, index] = pick
        seat = whole(table.seat)
        told[SEAT, index] = seat
        act(rules, table, whole(actions[pick]))
        told[IS_DONE, index] = table.ending != RUNNING
        if table.ending != RUNNING:
            told[LEFT, index] = left_of(rules, table)
            told[IS_WON, index] = (
                table.winner == seat if rules.is_duel else table.ending == ALL_LAID
            )
            deal_talking(rules, layouts, table, seed, table.number + stride, silent)


@compiled
def deal_talking(
    rules: Row, layouts: Any, table: Row, seed: Any, number: int, silent: int
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
        number += 1 << 40


@inlined
def begin(rules: Row, table: Row) -> None:
    """Let the best start begin, or where seat 0 is silent, seat 0."""
    act(rules, table, BEGIN + (opener(rules, table) if table.talkers & 1 else 0))
