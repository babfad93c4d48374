"""Many tables side by side; what is legal and known there goes into the caller's buffers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np

from tenback.batch.stepping import (
    CHANCES,
    RUN,
    choose_actions,
    reset_tables,
    show_tables,
    step_tables,
)
from tenback.batch.workers import Workers
from tenback.encoding.rows import ROW
from tenback.encoding.scheme import card_kinds
from tenback.fastsim.actions import ACTIONS, move_of
from tenback.fastsim.chance import word_of
from tenback.fastsim.errors import SimulatorCode
from tenback.fastsim.replica import starter_of
from tenback.fastsim.states import state_of
from tenback.fastsim.tables import RUNNING, TABLE, Array, Row, Setup
from tenback.notation import write_position
from tenback.policies.choosing import compiled_policies
from tenback.policies.policy import CALLER, Policy
from tenback.rules import BadInput, Layout, Refused, State

Allocate = Callable[[tuple[int, ...], np.dtype[Any]], Array]
"""Returns an array of zeros, in any kind of memory."""


@dataclass(frozen=True)
class Buffers:
    """What a pool writes into, one line per table. The caller owns it all.

    Masks and rows may have no lines: then they are not written.
    """

    masks: Array
    """1 for each action that is legal now; see `tenback.fastsim.actions`."""
    rows: Array
    """What the seat to move (in the opening, seat 0) may know; see `tenback.encoding.rows`."""
    seats: Array
    """The seat to move; −1 in the opening, when the action says who begins."""
    is_done: Array
    """Whether the last step ended the game. A table that repeats is dealt again."""
    left: Array
    """How many cards were left at the end: the team's, or the loser's."""
    winner: Array
    """The winner of the duel that ended; −1 where a team plays."""
    won: Array
    """Whether the team had laid all its cards."""

    @classmethod
    def make(
        cls,
        count: int,
        *,
        with_masks: bool = True,
        with_rows: bool = True,
        allocate: Allocate = np.zeros,
    ) -> "Buffers":
        """Return fresh buffers for a number of tables."""
        lines = [count if wanted else 0 for wanted in (with_masks, with_rows)]
        return cls(*(allocate(*form) for form in _forms(count, *lines).values()))

    def check(self, count: int) -> None:
        """Refuse buffers that do not fit the number of tables."""
        lines = [count if np.shape(column)[:1] != (0,) else 0 for column in (self.masks, self.rows)]
        for name, (shape, kind) in _forms(count, *lines).items():
            check_buffer(name, getattr(self, name), shape, kind)

    def columns(self, part: slice = slice(None)) -> tuple[Array, ...]:
        """Return every buffer, or the lines of some tables in each."""
        return tuple(getattr(self, field.name)[part] for field in fields(self))


def _forms(count: int, masks: int, rows: int) -> dict[str, tuple[tuple[int, ...], np.dtype[Any]]]:
    """Return the shape and type of every buffer."""
    return {
        "masks": ((masks, ACTIONS), np.dtype(np.uint8)),
        "rows": ((rows,), ROW),
        "seats": ((count,), np.dtype(np.int8)),
        "is_done": ((count,), np.dtype(np.bool_)),
        "left": ((count,), np.dtype(np.uint8)),
        "winner": ((count,), np.dtype(np.int8)),
        "won": ((count,), np.dtype(np.bool_)),
    }


def check_buffer(name: str, buffer: Array, shape: tuple[int, ...], kind: np.dtype[Any]) -> None:
    """Refuse an array of the wrong shape or type, a non-contiguous one, or a read-only one."""
    is_array = isinstance(buffer, np.ndarray)
    is_whole = is_array and buffer.flags.c_contiguous and buffer.flags.writeable
    if not is_whole or buffer.shape != shape or buffer.dtype != kind:
        found = f"{buffer.dtype}{buffer.shape}" if is_array else type(buffer).__name__
        raise BadInput(
            SimulatorCode.BAD_BUFFER, name=name, wanted=f"{np.dtype(kind)}{shape}", text=found
        )


@dataclass(frozen=True, slots=True)
class Part:
    """Some tables of one setup: what one thread works on."""

    setup: Setup
    rules: Row
    layouts: Array
    first_layout: int
    """Where the setup's layouts start among those of the pool."""
    lines: slice
    tables: Array
    columns: tuple[Array, ...]
    """Their lines in the buffers."""


class TablePool:
    """Compiled tables of one or several setups, stepped together, in threads.

    Table i of n plays the deals `first` + i, `first` + i + n … of a run; without `repeats` only the
    first of them. There are two lineups, for even and for odd deals, as compiled code reads them
    (`policies.policy`). Compiled players move by themselves, and a step returns once every table
    waits for somebody else. By default the caller moves for all seats. `silence` is the share of
    deals in which any seat may be one that never talks.

    A finished table is dealt again in the same step, or with `deals_late` in the next, which
    ignores the action. With `forfeits` an illegal action forfeits the game.

    What happens at a table depends on the seed and the actions, not on the number of threads.
    """

    def __init__(
        self,
        shares: Sequence[tuple[Setup, int]],
        *,
        seed: int,
        buffers: Buffers | None = None,
        threads: int = 1,
        first: int = 0,
        lineups: Array | None = None,
        starter: int | None = None,
        silence: float = 0.0,
        repeats: bool = True,
        deals_late: bool = False,
        forfeits: bool = False,
    ) -> None:
        self.setups = tuple(setup for setup, _ in shares)
        counts = [count for _, count in shares]
        self.setup_of = np.repeat(np.arange(len(counts)), counts)
        """Which of the setups each table has."""
        self.kinds, first_layouts = layout_kinds(self.setups)
        """The commands of all cards in all layouts that this pool's rows refer to."""
        self.tables = np.zeros(sum(counts), TABLE)
        self.buffers = Buffers.make(len(self)) if buffers is None else buffers
        self.buffers.check(len(self))
        self._first = first
        self.refused = np.zeros(len(self), np.bool_)
        """Where the last step got an illegal action."""
        seats = max(setup.seats for setup in self.setups)
        self._lineups = np.full((2, seats, 2), CALLER) if lineups is None else lineups
        run = np.zeros(1, RUN)
        run["seed"], run["stride"] = word_of(seed), len(self) if repeats else 0
        run["starter"] = starter_of(self.setups[0], starter)
        run["silence"] = round(CHANCES * silence)
        run["deals_late"], run["forfeits"] = deals_late and repeats, forfeits
        run["alternates"] = not np.array_equal(*self._lineups)
        self._run: Row = run[0]
        self._parts = [
            Part(
                setup=self.setups[setup],
                rules=self.setups[setup].rules,
                layouts=self.setups[setup].layout_rows,
                first_layout=first_layouts[setup],
                lines=lines,
                tables=self.tables[lines],
                columns=self.buffers.columns(lines),
            )
            for lines, setup in _cut(counts, threads)
        ]
        self._workers = Workers(len(self._parts) - 1)
        self.reset()

    def __len__(self) -> int:
        return len(self.tables)

    @property
    def running(self) -> Array:
        """The tables whose games are still running."""
        return np.flatnonzero(self.tables["ending"] == RUNNING)

    def reset(self, *, seed: int | None = None) -> None:
        """Deal every table its first deal; a seed switches to another run."""
        if seed is not None:
            self._run["seed"] = word_of(seed)
        self.share(
            reset_tables,
            lambda part: (
                *self._dealing(part),
                part.tables,
                self._first + part.lines.start,
                *part.columns,
            ),
        )

    def step(self, actions: Array, *, are_legal: bool = False) -> None:
        """Do an action at every table; deal again where a game is over.

        An illegal action is refused, unless it forfeits the game: its table stays as it is and the
        others go on. Nothing is checked if the caller knows that all actions are legal.
        """
        check_buffer("actions", actions, (len(self),), np.dtype(np.int64))
        self.share(
            step_tables,
            lambda part: (
                *self._dealing(part),
                part.tables,
                actions[part.lines],
                self.refused[:0] if are_legal else self.refused[part.lines],
                *part.columns,
            ),
        )
        if not (are_legal or self._run["forfeits"]) and self.refused.any():
            first, *others = np.flatnonzero(self.refused).tolist()
            raise self.refusal(first, int(actions[first]), count=1 + len(others))

    def show(self) -> None:
        """Write again what is legal and known, after tables were replaced from outside."""
        self.share(
            show_tables,
            lambda part: (part.rules, part.first_layout, part.tables, *part.columns[:3]),
        )

    def choose(self, policies: Sequence[Policy], actions: Array) -> None:
        """Write what compiled policies would do at every table: opponents, or a baseline."""
        check_buffer("actions", actions, (len(self),), np.dtype(np.int64))
        self.share(
            choose_actions,
            lambda part: (
                part.rules,
                compiled_policies(policies, part.setup.seats),
                part.tables,
                actions[part.lines],
            ),
        )

    def share(self, work: Any, arguments: Callable[[Part], tuple[Any, ...]]) -> None:
        """Run compiled work on all parts of the tables, in threads."""
        self._workers.share(work, [arguments(part) for part in self._parts])

    def state(self, index: int) -> State:
        """Return a table as the referee sees it, hidden cards included: not for players."""
        return state_of(self.setups[self.setup_of[index]], self.tables[index : index + 1])

    def _dealing(self, part: Part) -> tuple[Any, ...]:
        """Return what compiled code needs to deal a table."""
        return part.rules, part.layouts, self._run, self._lineups, part.first_layout

    def refusal(self, index: int, action: int, *, count: int = 1) -> Refused:
        """Return the complaint about an illegal action at a table, with its position."""
        state = self.state(index)
        is_known = 0 <= action < ACTIONS
        return Refused(
            SimulatorCode.ILLEGAL_ACTION,
            count=count,
            table=index,
            text=move_of(state.edition, action) if is_known else action,
            position=write_position(state),
        )


def layout_kinds(setups: Sequence[Setup]) -> tuple[Array, list[int]]:
    """Return the commands of all cards in all layouts, and where each setup's layouts start."""
    blocks: dict[tuple[Layout, ...], Array] = {}
    for setup in setups:
        blocks.setdefault(setup.layouts, card_kinds(setup))
    ends = np.cumsum([len(block) for block in blocks.values()])
    firsts = dict(zip(blocks, [0, *ends[:-1].tolist()], strict=True))
    return np.concatenate(list(blocks.values())), [firsts[setup.layouts] for setup in setups]


def _cut(counts: Sequence[int], threads: int) -> list[tuple[slice, int]]:
    """Return slices of tables, each of one setup: as many as threads, or a few more."""
    parts, start, total = [], 0, sum(counts)
    for setup, count in enumerate(counts):
        pieces = max(1, min(round(threads * count / total), count))
        bounds = [start + count * piece // pieces for piece in range(pieces + 1)]
        parts += [(slice(first, last), setup) for first, last in pairwise(bounds)]
        start += count
    return parts
