"""Many tables of several setups, played in step: candidates out, choices in."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from tenback.batch.workers import Workers
from tenback.encoding.candidates import MOST_CANDIDATES, list_candidates, write_row
from tenback.encoding.lines import kinds_of
from tenback.encoding.rows import ROW
from tenback.fastsim import Setup
from tenback.fastsim.actions import BEGIN, act
from tenback.fastsim.bits import whole
from tenback.fastsim.chance import below, word_of
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.sittings import left_of, will_anew
from tenback.fastsim.tables import ALL_LAID, NOBODY, RUNNING, TABLE, Array, Row
from tenback.policies.careful import choose_careful
from tenback.policies.signals import opener
from tenback.policies.talking import act_and_talk, deal_and_talk
from tenback.rules import Layout

CHANCES = 1 << 16
"""Chances are told to compiled code in parts of this."""
EVERYBODY = 31


CHOSEN, BEST, LINE, IS_DONE, LEFT, IS_WON, SEAT = range(7)
"""What is told of every step, a line each: which of all candidates was chosen and which looked best
(another, where chance decided); if that was for the sake of the play after it, which of all further
candidates that is, else nowhere; whether the sitting is over by it, and then how many cards were
left and whether the seat that moved, or its team, has won; which seat that was."""

NOWHERE = -1
NOTHING = np.zeros(0, np.float32)

Buffer = Callable[[tuple[int, ...], np.dtype[Any]], Array]


def plain(shape: tuple[int, ...], kind: np.dtype[Any]) -> Array:
    """Return an array in ordinary memory."""
    return np.zeros(shape, kind)


class Offer:
    """Rows, and the candidates of each: as arrays that `buffer` makes, for others to read."""

    def __init__(self, count: int, buffer: Buffer) -> None:
        self.rows = buffer((count,), ROW)
        self.listed = buffer((count, MOST_CANDIDATES), np.dtype(np.int16))
        """The candidates of each row; only the first ones count."""
        self.starts = buffer((count + 1,), np.dtype(np.int64))
        """Where the candidates of each row begin among those of all."""
        self.counts = np.zeros(count, np.int64)

    @property
    def candidates(self) -> int:
        """How many candidates there are in all."""
        return int(self.starts[-1])

    def settle(self) -> None:
        """Count the candidates up."""
        np.cumsum(self.counts, out=self.starts[1:])

    def part(self, rows: slice) -> tuple[Array, ...]:
        """Return the rows, candidates, counts and starts of some rows."""
        starts = self.starts[rows.start : rows.stop + 1]
        return self.rows[rows], self.listed[rows], self.counts[rows], starts


class Field:
    """Some tables of each of several setups, dealt anew for ever.

    `silence` is the share of tables at which every seat may be one that never talks; `buffer` makes
    the arrays that others read. With a rival, `careful` has one seat of every duel, by turns. Where
    the minimum owes another play, the best few, `breadth` of them, can be followed by one more.
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
        breadth: int = 0,
        buffer: Buffer = plain,
    ) -> None:
        self.setups = tuple(setup for setup, _ in setups)
        counts = [count for _, count in setups]
        self.count = count = sum(counts)
        self.setup_of = np.repeat(np.arange(len(counts)), counts)
        self.kinds, firsts = _kinds(self.setups)
        self.breadth = breadth
        self.offer = Offer(count, buffer)
        """What the seats to move can do."""
        self.further = Offer(count * breadth, buffer)
        """What they could do after some of it: `breadth` rows for each table."""
        self.told = buffer((SEAT + 1, count), np.dtype(np.int32))
        self._tables = np.zeros(count, TABLE)
        self._imagined = np.zeros(count if breadth > 0 else 0, TABLE)
        self._followed = np.zeros((count, breadth), np.int64)
        self._parts = _parts(counts, threads)
        self._workers = Workers(len(self._parts) - 1)
        silent = round(CHANCES * silence) if talks else -1
        self._deals = [
            (setup.layout_rows, word_of(seed), count, silent, has_rival) for setup in self.setups
        ]
        self._firsts = firsts
        self._share(start_tables, lambda part, setup: (*self._deals[setup], part.start))
        self.offer.settle()
        self._forget()

    def follow(self, scores: Array) -> None:
        """List what could come after the best few plays, where the minimum owes another one."""

        def needed(part: slice, _: int) -> tuple[Array, ...]:
            return scores, self._imagined[part], self._followed[part], *self._further(part)[:3]

        self._share(follow_plays, needed)
        self.further.settle()

    def step(self, scores: Array, further: Array = NOTHING, exploration: float = 0.0) -> Array:
        """Do what scores best at every table, or with some chance anything; list what comes next.

        `further` are the scores of what could come after what was followed. Tables whose sitting is
        over are dealt anew.
        """
        assert (len(scores), len(further)) == (self.offer.candidates, self.further.candidates)
        chance = round(CHANCES * exploration)

        def needed(part: slice, setup: int) -> tuple[Any, ...]:
            lines = self._followed[part], *self._further(part)[2:]
            return *self._deals[setup], chance, scores, further, *lines, self.told[:, part]

        self._share(choose_and_act, needed)
        self.offer.settle()
        self._forget()
        return self.told

    def _further(self, part: slice) -> tuple[Array, ...]:
        return self.further.part(slice(part.start * self.breadth, part.stop * self.breadth))

    def _forget(self) -> None:
        """Take back what was followed: it holds for one step."""
        self._followed[:] = NOWHERE
        self.further.counts[:] = 0
        self.further.settle()

    def _share(self, work: Any, needed: Callable[[slice, int], tuple[Any, ...]]) -> None:
        """Have some work done for all parts of the tables, with what it needs for a part."""
        self._workers.share(
            work,
            [
                (
                    *(self.setups[setup].rules, self._firsts[setup], self._tables[part]),
                    *(*self.offer.part(part), *needed(part, setup)),
                )
                for part, setup in self._parts
            ],
        )


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
    layout: int,
    tables: Any,
    rows: Any,
    listed: Any,
    counts: Any,
    starts: Any,
    layouts: Any,
    seed: Any,
    stride: int,
    silent: int,
    has_rival: bool,
    first: int,
) -> None:
    """Deal every table its first deal, and show it."""
    for index in range(len(tables)):
        table = tables[index]
        deal_talking(rules, layouts, table, seed, first + index, silent, has_rival)
        write_row(rules, table, layout + table.layout, rows[index])
        counts[index] = list_candidates(rules, table, listed[index])


@compiled
def follow_plays(
    rules: Row,
    layout: int,
    tables: Any,
    rows: Any,
    listed: Any,
    counts: Any,
    starts: Any,
    scores: Any,
    imagined: Any,
    followed: Any,
    further_rows: Any,
    further_listed: Any,
    further_counts: Any,
) -> None:
    """Imagine the best few plays of every table that owes another; list what could follow each.

    Nobody says anything in between: it would hang on cards that the seat has not seen. Of a play
    that ends the turn nothing is shown: cards would have been drawn.
    """
    breadth = followed.shape[1]
    for index in range(len(tables)):
        table, then = tables[index], imagined[index]
        is_owed = table.played + 1 < table.minimum
        best_few(scores, starts[index], counts[index] if is_owed else 0, followed[index])
        for rank in range(breadth):
            line, place = index * breadth + rank, followed[index, rank]
            further_counts[line] = 0
            if place == NOWHERE:
                continue
            action = whole(listed[index, place])
            imagined[index] = table
            then.talkers = 0
            act(rules, then, action)
            if then.ending == RUNNING and then.played == table.played + 1:
                row = further_rows[line]
                write_row(rules, then, layout + then.layout, row)
                row.stale = 1 << ((action & 3) ^ (2 * row.seat * row.is_duel))
                further_counts[line] = list_candidates(rules, then, further_listed[line])


@inlined
def best_few(scores: Any, start: int, count: int, found: Any) -> None:
    """Write which of some candidates score best, the best first, as far as there are any."""
    for rank in range(len(found)):
        found[rank] = NOWHERE
        for place in range(count):
            is_free = True
            for before in range(rank):
                is_free = is_free and found[before] != place
            best = found[rank]
            if is_free and (best == NOWHERE or scores[start + place] > scores[start + best]):
                found[rank] = place


@compiled
def choose_and_act(
    rules: Row,
    layout: int,
    tables: Any,
    rows: Any,
    listed: Any,
    counts: Any,
    starts: Any,
    layouts: Any,
    seed: Any,
    stride: int,
    silent: int,
    has_rival: bool,
    chance: int,
    scores: Any,
    further: Any,
    followed: Any,
    further_counts: Any,
    further_starts: Any,
    told: Any,
) -> None:
    """Do what scores best at every table, or with some chance anything; show what comes of it.

    Where plays were followed, only those are compared, each by the best of what follows, or by
    itself if it ends the turn. Where a sitting is over, the table is dealt anew.
    """
    breadth = followed.shape[1]
    for index in range(len(tables)):
        table, start = tables[index], starts[index]
        pick, line = 0, NOWHERE
        if breadth == 0 or followed[index, 0] == NOWHERE:
            for place in range(1, counts[index]):
                if scores[start + place] > scores[start + pick]:
                    pick = place
        else:
            best = -np.inf
            for rank in range(breadth):
                place, row = followed[index, rank], index * breadth + rank
                is_end = place != NOWHERE and further_counts[row] == 0
                if is_end and scores[start + place] > best:
                    best, pick, line = scores[start + place], place, NOWHERE
                for one in range(further_starts[row], further_starts[row + 1]):
                    if further[one] > best:
                        best, pick, line = further[one], place, one
        told[BEST, index] = start + pick
        told[LINE, index] = line
        if chance > 0 and below(table.will, 0, CHANCES) < chance:
            pick = below(table.will, 0, counts[index])
        told[CHOSEN, index] = start + pick
        seat = whole(table.seat)
        told[SEAT, index] = seat
        act_and_talk(rules, table, whole(listed[index, pick]))
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
        deal_and_talk(rules, layouts, table, seed, number, NOBODY)
        if table.seat == NOBODY:
            begin(rules, table)
        if has_rival:
            let_rival_play(rules, table)
        number += 1 << 40


@compiled
def let_rival_play(rules: Row, table: Row) -> None:
    """Let `careful` play as long as the move is its own: in every other deal that of seat 0."""
    while table.ending == RUNNING and table.seat == table.number & 1:
        act_and_talk(rules, table, choose_careful(rules, table))


@inlined
def begin(rules: Row, table: Row) -> None:
    """Let the best start begin, or where seat 0 is silent, seat 0."""
    act_and_talk(rules, table, BEGIN + (opener(rules, table) if table.talkers & 1 else 0))
