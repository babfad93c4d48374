"""Self-play at many tables: candidates out, scores in, the best or something else done."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tenback.batch import Buffers, TablePool
from tenback.batch.pool import Allocate
from tenback.batch.stepping import CHANCES
from tenback.encoding.candidates import MOST_CANDIDATES, list_candidates
from tenback.encoding.rows import ROW, write_row
from tenback.fastsim import Setup
from tenback.fastsim.actions import act
from tenback.fastsim.bits import whole
from tenback.fastsim.chance import below
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.tables import MOST_SEATS, RUNNING, TABLE, Array, Row
from tenback.policies.policy import CAREFUL, SILENT_PLAYER, TALKING_PLAYER

CHOSEN, BEST, LINE, IS_DONE, LEFT, IS_WON, SEAT = range(7)
"""What is told of every step, a line each: which of all candidates was chosen and which looked best
(another, where chance decided); if that was for the sake of the play after it, which of all further
candidates that is, else nowhere; whether the sitting is over by it, and then how many cards were
left and whether the seat that moved, or its team, has won; which seat that was."""

NOWHERE = -1
NOTHING = np.zeros(0, np.float32)


class CandidateBatch:
    """Rows, and the candidates of each."""

    def __init__(self, rows: Array, listed: Array, counts: Array, starts: Array) -> None:
        self.rows = rows
        self.listed = listed
        """The candidates of each row; only the first `counts` are meant."""
        self.counts = counts
        self.starts = starts
        """Where the candidates of each row begin among those of all."""

    @classmethod
    def make(cls, count: int, allocate: Allocate) -> "CandidateBatch":
        """Return room for the candidates of so many rows."""
        return cls(
            allocate((count,), ROW),
            allocate((count, MOST_CANDIDATES), np.dtype(np.int16)),
            np.zeros(count, np.int64),
            allocate((count + 1,), np.dtype(np.int64)),
        )

    @property
    def candidates(self) -> int:
        """How many candidates there are in all."""
        return int(self.starts[-1])

    def count_up(self) -> None:
        """Compute where the candidates of each row begin."""
        np.cumsum(self.counts, out=self.starts[1:])

    def part(self, rows: slice) -> tuple[Array, ...]:
        """Return the rows, candidates, counts and starts of some rows."""
        starts = self.starts[rows.start : rows.stop + 1]
        return self.rows[rows], self.listed[rows], self.counts[rows], starts


class SelfPlay:
    """Some tables of each of several setups, dealt again and again, whose seats are asked for.

    `silence` is the share of deals at which every seat may be one that never talks; `allocate`
    makes the arrays that others read. With a rival, `careful` has one seat of every duel, by turns.
    Where the minimum owes another play, the best few, `breadth` of them, can be followed by one
    more.
    """

    def __init__(
        self,
        shares: Sequence[tuple[Setup, int]],
        *,
        seed: int,
        threads: int,
        silence: float = 0.0,
        talks: bool = True,
        has_rival: bool = False,
        breadth: int = 0,
        allocate: Allocate = np.zeros,
    ) -> None:
        count = sum(count for _, count in shares)
        self.breadth = breadth
        self.candidates = CandidateBatch.make(count, allocate)
        """What the seats to move can do."""
        self.further = CandidateBatch.make(count * breadth, allocate)
        """What they could do after some of it: `breadth` rows for each table."""
        self.told = allocate((SEAT + 1, count), np.dtype(np.int32))
        buffers = Buffers.make(count, with_masks=False, with_rows=False)
        self._buffers = replace(
            buffers,
            rows=self.candidates.rows,
            listed=self.candidates.listed,
            counts=self.candidates.counts,
        )
        self.pool = TablePool(
            shares,
            seed=seed,
            buffers=self._buffers,
            threads=threads,
            lineups=_lineups(talks=talks, has_rival=has_rival),
            silence=silence,
        )
        self._is_duel = self.pool.setups[0].is_duel
        self._actions = np.zeros(count, np.int64)
        self._imagined = np.zeros(count if breadth > 0 else 0, TABLE)
        self._followed = np.zeros((count, breadth), np.int64)
        self.candidates.count_up()
        self._forget()

    def follow(self, scores: Array) -> None:
        """List what could come after the best few plays, where the minimum owes another one."""
        self.pool.share(
            follow_plays,
            lambda part: (
                part.rules,
                part.first_layout,
                part.tables,
                *self.candidates.part(part.lines)[1:],
                scores,
                self._imagined[part.lines],
                self._followed[part.lines],
                *self._further(part.lines)[:3],
            ),
        )
        self.further.count_up()

    def step(self, scores: Array, further: Array = NOTHING, exploration: float = 0.0) -> Array:
        """Do what scores best at every table, or with some chance anything; list what comes next.

        `further` are the scores of what could come after what was followed. Tables whose sitting is
        over are dealt again.
        """
        assert (len(scores), len(further)) == (self.candidates.candidates, self.further.candidates)
        chance = round(CHANCES * exploration)
        self.pool.share(
            pick_candidates,
            lambda part: (
                part.tables,
                *self.candidates.part(part.lines)[1:],
                chance,
                scores,
                further,
                self._followed[part.lines],
                *self._further(part.lines)[2:],
                self._actions[part.lines],
                self.told[:, part.lines],
            ),
        )
        self.pool.step(self._actions, are_legal=True)
        self._tell_ends()
        self.candidates.count_up()
        self._forget()
        return self.told

    def _tell_ends(self) -> None:
        ends, told = self._buffers, self.told
        told[IS_DONE], told[LEFT] = ends.is_done, ends.left
        told[IS_WON] = ends.winner == told[SEAT] if self._is_duel else ends.won

    def _further(self, part: slice) -> tuple[Array, ...]:
        return self.further.part(slice(part.start * self.breadth, part.stop * self.breadth))

    def _forget(self) -> None:
        """Take back what was followed: it holds for one step."""
        self._followed[:] = NOWHERE
        self.further.counts[:] = 0
        self.further.count_up()


def _lineups(*, talks: bool, has_rival: bool) -> Array:
    """Return who plays which seat, as compiled code reads it; a rival changes seats every deal."""
    learner = (TALKING_PLAYER if talks else SILENT_PLAYER), 0
    rival = CAREFUL, 0
    if has_rival:
        return np.array([[rival, learner], [learner, rival]])
    return np.array([[learner] * MOST_SEATS] * 2)


@compiled
def follow_plays(
    rules: Row,
    layout: int,
    tables: Any,
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

    Nobody says anything in between: it would depend on cards that the seat has not seen. Of a play
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
def pick_candidates(
    tables: Any,
    listed: Any,
    counts: Any,
    starts: Any,
    chance: int,
    scores: Any,
    further: Any,
    followed: Any,
    further_counts: Any,
    further_starts: Any,
    actions: Any,
    told: Any,
) -> None:
    """Write the action that scores best at every table, or with some chance any.

    Where plays were followed, only those are compared, each by the best of what follows, or by
    itself if it ends the turn.
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
        if chance > 0 and below(table.seat_streams, 0, CHANCES) < chance:
            pick = below(table.seat_streams, 0, counts[index])
        told[CHOSEN, index] = start + pick
        told[SEAT, index] = table.seat
        actions[index] = listed[index, pick]
