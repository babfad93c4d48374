"""Many tables that play whole turns: the pool lists lines, and the caller chooses among them.

Each table is stepped separately (`play_table`), so threads can share the tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from tenback.batch.draws import play_line
from tenback.batch.pool import layout_kinds
from tenback.batch.stepping import CHANCES, DEAL_AGAIN, RUN, deal_once
from tenback.batch.workers import Workers
from tenback.encoding.rows import ROW, write_line_row
from tenback.fastsim.actions import BEGIN
from tenback.fastsim.bits import whole
from tenback.fastsim.chance import word_of
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.sittings import left_of
from tenback.fastsim.tables import (
    ALL_LAID,
    LAYOUT,
    MOST_SEATS,
    NOBODY,
    RULES,
    RUNNING,
    TABLE,
    Array,
    Row,
    Setup,
)
from tenback.policies.lines import LINE, STACK, list_lines
from tenback.policies.policy import SILENT_PLAYER, TALKING_PLAYER
from tenback.policies.signals import opener
from tenback.policies.talking import act_and_talk

NOT_YET = -1
"""Used in place of a line's index: the table is still to be dealt its first deal."""

END_OF_TURN = np.dtype(
    [
        ("seat", "i1"),  # the seat that played the turn
        ("is_done", "u1"),  # whether the turn ended the game
        ("is_won", "u1"),  # whether that seat or its team has won
        ("left", "u1"),  # how many cards were left: the team's, or the loser's
    ]
)
"""The result of the line chosen last."""


@dataclass(frozen=True)
class TurnSetups:
    """The setups of the tables, as compiled code reads them."""

    rules: Array
    """The rules, one line per setup."""
    layouts: Array
    """The layouts of all setups, one setup after another."""
    spans: Array
    """Each setup's first and last bounds in `layouts`, and its first line in `kinds`."""
    setup_of: Array
    """The index of each table's setup."""
    kinds: Array
    """The kinds of all cards, for every layout that rows refer to."""

    @classmethod
    def of(cls, shares: Sequence[tuple[Setup, int]]) -> "TurnSetups":
        """Return setups that are shared out to the given numbers of tables."""
        setups, counts = zip(*shares, strict=True)
        kinds, first_kinds = layout_kinds(setups)
        layouts = [setup.layout_rows for setup in setups]
        bounds = np.cumsum([0, *map(len, layouts)])
        spans = [(*span, first) for span, first in zip(pairwise(bounds), first_kinds, strict=True)]
        return cls(
            rules=np.array([setup.rules for setup in setups], RULES),
            layouts=np.concatenate([*layouts, np.zeros(1, LAYOUT)]),
            spans=np.array(spans, np.int64),
            setup_of=np.repeat(np.arange(len(counts)), counts),
            kinds=kinds,
        )


def turn_run(seed: int, tables: int, silence: float) -> Array:
    """Return how the tables are dealt, as compiled code reads it, in an array of length 1."""
    run = np.zeros(1, RUN)
    run["seed"], run["stride"], run["starter"] = word_of(seed), tables, NOBODY
    run["silence"] = round(CHANCES * silence)
    return run


def turn_lineup(*, talks: bool) -> Array:
    """Return a lineup of players that are not compiled, either all talking or all silent."""
    return np.array([[(TALKING_PLAYER if talks else SILENT_PLAYER), 0]] * MOST_SEATS)


class TurnPool:
    """Tables of one or several setups that play whole turns, in several threads.

    Table i of n plays the deals i, i + n, i + 2n … of a run. For each table the pool lists up to
    `most` of the cheapest lines of the seat to move; the caller chooses one of them.
    """

    def __init__(
        self,
        shares: Sequence[tuple[Setup, int]],
        *,
        most: int,
        seed: int,
        threads: int = 1,
        silence: float = 0.0,
        talks: bool = True,
    ) -> None:
        self.setups = TurnSetups.of(shares)
        count = len(self.setups.setup_of)
        self.rows = np.zeros((count, most), ROW)
        """What the seat to move knows at the end of each line (see `tenback.encoding.rows`)."""
        self.counts = np.zeros(count, np.int64)
        """The number of valid lines of each table."""
        self.ends = np.zeros(count, END_OF_TURN)
        self.lines = np.zeros((count, most), LINE)
        self.tables = np.zeros(count, TABLE)
        self._stacks = np.zeros(count, STACK)
        self._run = turn_run(seed, count, silence)
        self._lineup = turn_lineup(talks=talks)
        self._parts = [
            slice(*bounds) for bounds in pairwise(np.linspace(0, count, threads + 1, dtype=int))
        ]
        self._workers = Workers(threads - 1)
        self.step(np.full(count, NOT_YET))

    def __len__(self) -> int:
        return len(self.tables)

    def step(self, places: Array) -> None:
        """Play the line of each table with the given index, and list the lines of the next turn."""
        setups = self.setups
        self._workers.share(
            play_tables,
            [
                (
                    setups.rules,
                    setups.layouts,
                    setups.spans,
                    self._run,
                    self._lineup,
                    setups.setup_of[part],
                    part.start,
                    places[part],
                    self.tables[part],
                    self._stacks[part],
                    self.lines[part],
                    self.rows[part],
                    self.counts[part],
                    self.ends[part],
                )
                for part in self._parts
            ],
        )


@compiled
def play_tables(
    rules: Any,
    layouts: Any,
    spans: Any,
    run: Any,
    lineup: Any,
    setup_of: Any,
    first: int,
    places: Any,
    tables: Any,
    stacks: Any,
    lines: Any,
    rows: Any,
    counts: Any,
    ends: Any,
) -> None:
    """Play the chosen line at each given table, and list the lines of its next turn."""
    for index in range(len(tables)):
        setup = setup_of[index]
        low, high, kinds = spans[setup]
        counts[index] = play_table(
            rules[setup],
            layouts[low:high],
            kinds,
            run[0],
            lineup,
            first + index,
            places[index],
            tables[index],
            stacks[index].moments,
            lines[index],
            rows[index],
            ends[index],
        )


@compiled
def play_table(
    rules: Row,
    layouts: Any,
    kinds: int,
    run: Row,
    lineup: Any,
    number: int,
    place: int,
    table: Row,
    moments: Any,
    lines: Any,
    rows: Any,
    end: Row,
) -> int:
    """Play a line, deal again if the game is over, list the next lines, and return their number."""
    move_on(rules, layouts, run, lineup, number, place, table, lines, end)
    count = list_lines(rules, table, moments, lines)
    for rank in range(count):
        write_line_row(rules, table, kinds + whole(table.layout), lines[rank], rows[rank])
    return count


@inlined
def move_on(
    rules: Row,
    layouts: Any,
    run: Row,
    lineup: Any,
    number: int,
    place: int,
    table: Row,
    lines: Any,
    end: Row,
) -> None:
    """Play a line, and deal again if the game is over."""
    end.is_done = 0
    if place == NOT_YET:
        deal_first_turn(rules, layouts, run, lineup, table, number)
    else:
        end.seat = table.seat
        play_line(rules, table, lines[place])
        if table.ending != RUNNING:
            write_end(rules, table, end)
            deal_first_turn(rules, layouts, run, lineup, table, table.number + run.stride)


@compiled
def deal_first_turn(
    rules: Row, layouts: Any, run: Row, lineup: Any, table: Row, number: int
) -> None:
    """Deal a table and choose who begins; deal again if the game is over at once."""
    while True:
        deal_once(rules, layouts, run, lineup, table, number)
        if table.seat == NOBODY:
            starter = opener(rules, table) if table.talkers & 1 else 0
            act_and_talk(rules, table, BEGIN + starter)
        if table.ending == RUNNING:
            return
        number += DEAL_AGAIN


@inlined
def write_end(rules: Row, table: Row, end: Row) -> None:
    """Write how a game ended, from the point of view of the seat that played last."""
    end.is_done = 1
    end.left = left_of(rules, table)
    end.is_won = table.winner == end.seat if rules.is_duel else table.ending == ALL_LAID
