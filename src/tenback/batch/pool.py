"""Many tables stepped together, with masks and rows written to the caller's buffers."""

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
from tenback.fastsim.states import signals_of, state_of
from tenback.fastsim.tables import RUNNING, TABLE, Array, Row, Setup
from tenback.notation import write_position
from tenback.policies.choosing import compiled_policies
from tenback.policies.policy import CALLER, Policy
from tenback.rules import BadInput, Layout, Refused, State, View, view_of

Allocate = Callable[[tuple[int, ...], np.dtype[Any]], Array]
"""A function that returns an array of zeros, in any kind of memory."""


@dataclass(frozen=True)
class Buffers:
    """The arrays that a pool writes to, one line per table; the caller owns them.

    Masks and rows may have zero lines; then they are not written.
    """

    masks: Array
    """1 for each action that is legal now (see `tenback.fastsim.actions`)."""
    rows: Array
    """What the seat to move, or seat 0 in the opening, may know (see `tenback.encoding.rows`)."""
    seats: Array
    """The seat to move, or −1 in the opening, when the action decides who begins."""
    is_done: Array
    """Whether the last step ended the game; a table that repeats has been dealt again."""
    left: Array
    """How many cards were left at the end: the team's, or the loser's."""
    winner: Array
    """The winner of the duel that ended, or −1 where a team plays."""
    won: Array
    """Whether the team laid all its cards."""

    @classmethod
    def make(
        cls,
        count: int,
        *,
        with_masks: bool = True,
        with_rows: bool = True,
        allocate: Allocate = np.zeros,
    ) -> "Buffers":
        """Return new buffers for a number of tables."""
        lines = [count if wanted else 0 for wanted in (with_masks, with_rows)]
        return cls(*(allocate(*form) for form in _forms(count, *lines).values()))

    def check(self, count: int) -> None:
        """Refuse buffers that do not fit the number of tables."""
        lines = [count if np.shape(column)[:1] != (0,) else 0 for column in (self.masks, self.rows)]
        for name, (shape, kind) in _forms(count, *lines).items():
            check_buffer(name, getattr(self, name), shape, kind)

    def columns(self, part: slice = slice(None)) -> tuple[Array, ...]:
        """Return all buffers, or the given lines of each."""
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
    """Refuse an array that has another shape or type, is not contiguous, or is read-only."""
    is_array = isinstance(buffer, np.ndarray)
    is_whole = is_array and buffer.flags.c_contiguous and buffer.flags.writeable
    if not is_whole or buffer.shape != shape or buffer.dtype != kind:
        found = f"{buffer.dtype}{buffer.shape}" if is_array else type(buffer).__name__
        raise BadInput(
            SimulatorCode.BAD_BUFFER, name=name, wanted=f"{np.dtype(kind)}{shape}", text=found
        )


@dataclass(frozen=True, slots=True)
class ThreadShare:
    """Tables of one setup that one thread works on."""

    setup: Setup
    rules: Row
    layouts: Array
    first_layout: int
    """The index of the setup's first layout among the layouts of the pool."""
    lines: slice
    tables: Array
    columns: tuple[Array, ...]
    """The part's lines of each buffer."""


class TablePool:
    """Compiled tables of one or several setups, stepped together by several threads.

    Table i of n plays the deals `first` + i, `first` + i + n … of a run; without `repeats` it plays
    only the first of them. `lineups` holds the players of even and of odd deals, as compiled code
    reads them (`policies.policy`). Compiled players move by themselves, and a step returns once
    every table waits for the caller. By default the caller moves for all seats. `silence` is the
    share of deals in which any seat may be one that never talks.

    A finished table is dealt again in the same step, or with `deals_late` in the next step, which
    ignores the table's action. With `forfeits` an illegal action forfeits the game.

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
        """The index of each table's setup."""
        self.kinds, first_layouts = layout_kinds(self.setups)
        """The commands of all cards, for every layout that this pool's rows refer to."""
        self.tables = np.zeros(sum(counts), TABLE)
        self.buffers = Buffers.make(len(self)) if buffers is None else buffers
        self.buffers.check(len(self))
        self._first = first
        self.refused = np.zeros(len(self), np.bool_)
        """Whether the last step got an illegal action, for each table."""
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
            ThreadShare(
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
        """The indices of the tables whose games are running."""
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
        """Apply an action at every table, and deal again where a game is over.

        An illegal action raises `Refused`, unless it forfeits the game: its table stays as it is,
        and all others move on. With `are_legal` nothing is checked.
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
        """Write masks, rows and seats again after tables were replaced from outside."""
        self.share(
            show_tables,
            lambda part: (part.rules, part.first_layout, part.tables, *part.columns[:3]),
        )

    def choose(self, policies: Sequence[Policy], actions: Array) -> None:
        """Write the actions of compiled policies for every table, as opponents or as a baseline."""
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

    def share(self, work: Any, arguments: Callable[[ThreadShare], tuple[Any, ...]]) -> None:
        """Run a compiled function on all parts of the tables, in several threads."""
        self._workers.share(work, [arguments(part) for part in self._parts])

    def state(self, index: int) -> State:
        """Return a table as the referee's state, with hidden cards: not for players."""
        return state_of(self.setups[self.setup_of[index]], self.tables[index : index + 1])

    def view(self, index: int, seat: int) -> View:
        """Return what a seat may know of a table, as bots get it."""
        signals = signals_of(self.setups[self.setup_of[index]], self.tables[index : index + 1])
        return view_of(self.state(index), seat, signals=signals)

    def _dealing(self, part: ThreadShare) -> tuple[Any, ...]:
        """Return the arguments with which compiled code deals a table."""
        return part.rules, part.layouts, self._run, self._lineups, part.first_layout

    def refusal(self, index: int, action: int, *, count: int = 1) -> Refused:
        """Return the refusal of an illegal action at a table, with the table's position."""
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
    """Return the commands of all cards in all layouts, and each setup's first layout index."""
    blocks: dict[tuple[Layout, ...], Array] = {}
    for setup in setups:
        blocks.setdefault(setup.layouts, card_kinds(setup))
    ends = np.cumsum([len(block) for block in blocks.values()])
    firsts = dict(zip(blocks, [0, *ends[:-1].tolist()], strict=True))
    return np.concatenate(list(blocks.values())), [firsts[setup.layouts] for setup in setups]


def _cut(counts: Sequence[int], threads: int) -> list[tuple[slice, int]]:
    """Return slices of tables, each within one setup: one per thread, or a few more."""
    parts, start, total = [], 0, sum(counts)
    for setup, count in enumerate(counts):
        pieces = max(1, min(round(threads * count / total), count))
        bounds = [start + count * piece // pieces for piece in range(pieces + 1)]
        parts += [(slice(first, last), setup) for first, last in pairwise(bounds)]
        start += count
    return parts
