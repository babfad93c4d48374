"""Many tables side by side, for learning: what is legal and seen goes into the caller's buffers."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np

from tenback.batch.observations import OBSERVATION, write_observation
from tenback.batch.workers import Workers
from tenback.fastsim.actions import ACTIONS, is_legal, move_of
from tenback.fastsim.chance import word_of
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.errors import SimulatorCode
from tenback.fastsim.masks import write_legal
from tenback.fastsim.sittings import left_of
from tenback.fastsim.states import state_of
from tenback.fastsim.tables import ALL_LAID, NOBODY, RUNNING, TABLE, Array, Row, Setup
from tenback.notation import write_position
from tenback.policies.choosing import choose_and_talk
from tenback.policies.policy import Policy, compiled_policies
from tenback.policies.talking import act_and_talk, deal_and_talk
from tenback.rules import BadInput, Refused, State


@dataclass(frozen=True)
class Buffers:
    """What `Tables` writes into, a line for each table. The caller owns it all."""

    masks: Array
    """1 for each action that is legal now; see `tenback.fastsim.actions`."""
    observations: Array
    """What the seat to move may know; see `tenback.batch.observations`. May have no lines."""
    seats: Array
    """The seat to move; −1 in the opening, when the action says who begins."""
    is_done: Array
    """Whether the sitting was over with the last step. The table has been dealt anew since."""
    left: Array
    """How many cards were left when it was over: the team's, or the loser's."""
    winner: Array
    """Who won the duel that was over; −1 where a team plays."""
    won: Array
    """Whether the team had laid all its cards."""

    @classmethod
    def make(cls, count: int, *, with_observations: bool = True) -> "Buffers":
        """Return fresh buffers for so many tables."""
        return cls(**{name: np.zeros(*form) for name, form in _forms(count, with_observations)})

    def check(self, count: int) -> None:
        """Refuse buffers that do not fit so many tables."""
        with_observations = np.shape(self.observations)[:1] != (0,)
        for name, (shape, kind) in _forms(count, with_observations):
            check_buffer(name, getattr(self, name), shape, kind)

    def lines(self, part: slice) -> tuple[Array, ...]:
        """Return the lines of some tables in every buffer."""
        return tuple(getattr(self, field.name)[part] for field in fields(self))


Form = tuple[tuple[int, ...], type[np.generic]]


def _forms(count: int, with_observations: bool) -> list[tuple[str, Form]]:
    seen = count if with_observations else 0
    return [
        ("masks", ((count, ACTIONS), np.uint8)),
        ("observations", ((seen, OBSERVATION), np.uint8)),
        ("seats", ((count,), np.int8)),
        ("is_done", ((count,), np.bool_)),
        ("left", ((count,), np.uint8)),
        ("winner", ((count,), np.int8)),
        ("won", ((count,), np.bool_)),
    ]


def check_buffer(name: str, buffer: Array, shape: tuple[int, ...], kind: type[np.generic]) -> None:
    """Refuse an array of another shape or type, one in pieces, one that cannot be written."""
    is_array = isinstance(buffer, np.ndarray)
    is_whole = is_array and buffer.flags.c_contiguous and buffer.flags.writeable
    if not is_whole or buffer.shape != shape or buffer.dtype != kind:
        found = f"{buffer.dtype}{buffer.shape}" if is_array else type(buffer).__name__
        wanted = f"{np.dtype(kind)}{shape}"
        raise BadInput(SimulatorCode.BAD_BUFFER, name=name, wanted=wanted, text=found)


class Tables:
    """So many tables of one setup; table i plays the deals i, i + count, i + 2 · count … of a run.

    What happens at a table depends on the seed and the actions, not on the number of threads.
    """

    def __init__(self, setup: Setup, count: int, *, seed: int, threads: int = 1) -> None:
        self.setup = setup
        self._seed = word_of(seed)
        self._tables = np.zeros(count, TABLE)
        self._refused = np.zeros(count, np.bool_)
        threads = max(1, min(threads, count))
        bounds = [count * part // threads for part in range(threads + 1)]
        self._parts = [slice(first, last) for first, last in pairwise(bounds)]
        self._workers = Workers(threads - 1)
        deal_tables(setup.rules, setup.layout_rows, self._tables, self._seed, 0)

    def __len__(self) -> int:
        return len(self._tables)

    def reset(self, into: Buffers) -> None:
        """Deal every table its first deal."""
        into.check(len(self))
        rules, layouts, seed = self.setup.rules, self.setup.layout_rows, self._seed
        self._workers.share(
            reset_tables,
            [
                (rules, layouts, self._tables[part], seed, part.start, *into.lines(part))
                for part in self._parts
            ],
        )

    def step(self, actions: Array, into: Buffers) -> None:
        """Do an action at every table; where a sitting is over by it, deal anew.

        An illegal action is refused: its table stays as it is, the others go on.
        """
        into.check(len(self))
        check_buffer("actions", actions, (len(self),), np.int64)
        common = (self.setup.rules, self.setup.layout_rows, self._seed, len(self))
        columns = (self._tables, actions, self._refused)
        self._workers.share(
            step_tables,
            [
                (*common, *(column[part] for column in columns), *into.lines(part))
                for part in self._parts
            ],
        )
        if self._refused.any():
            self._refuse(actions)

    def choose(self, policies: Sequence[Policy], actions: Array) -> None:
        """Write what compiled policies would do at every table: opponents, or a baseline."""
        check_buffer("actions", actions, (len(self),), np.int64)
        rules, numbers = self.setup.rules, compiled_policies(policies, self.setup.seats)
        self._workers.share(
            choose_actions,
            [(rules, numbers, self._tables[part], actions[part]) for part in self._parts],
        )

    def state(self, index: int) -> State:
        """Return a table as the referee has it, hidden cards included: not for players."""
        return state_of(self.setup, self._tables[index : index + 1])

    def _refuse(self, actions: Array) -> None:
        refused = np.flatnonzero(self._refused)
        index = int(refused[0])
        action, state = int(actions[index]), self.state(index)
        is_known = 0 <= action < ACTIONS
        raise Refused(
            SimulatorCode.ILLEGAL_ACTION,
            count=len(refused),
            table=index,
            text=move_of(state.edition, action) if is_known else action,
            position=write_position(state),
        )


@compiled
def deal_tables(rules: Row, layouts: Any, tables: Any, seed: Any, first: int) -> None:
    """Deal every table its first deal."""
    for index in range(len(tables)):
        deal_and_talk(rules, layouts, tables[index], seed, first + index, NOBODY)


@compiled
def reset_tables(
    rules: Row,
    layouts: Any,
    tables: Any,
    seed: Any,
    first: int,
    masks: Any,
    observations: Any,
    seats: Any,
    is_done: Any,
    left: Any,
    winner: Any,
    won: Any,
) -> None:
    """Deal every table its first deal, and show it."""
    deal_tables(rules, layouts, tables, seed, first)
    for index in range(len(tables)):
        is_done[index] = False
        left[index] = 0
        winner[index] = NOBODY
        won[index] = False
        show(rules, tables[index], index, masks, observations, seats)


@compiled
def step_tables(
    rules: Row,
    layouts: Any,
    seed: Any,
    stride: int,
    tables: Any,
    actions: Any,
    refused: Any,
    masks: Any,
    observations: Any,
    seats: Any,
    is_done: Any,
    left: Any,
    winner: Any,
    won: Any,
) -> None:
    """Do an action at every table where it is legal; deal anew what is over; show what is there."""
    for index in range(len(tables)):
        table = tables[index]
        refused[index] = not is_legal(rules, table, actions[index])
        is_done[index] = False
        if refused[index]:
            continue
        act_and_talk(rules, table, actions[index])
        is_done[index] = table.ending != RUNNING
        if is_done[index]:
            left[index] = left_of(rules, table)
            winner[index] = table.winner
            won[index] = table.ending == ALL_LAID and table.winner == NOBODY
            deal_and_talk(rules, layouts, table, seed, table.number + stride, NOBODY)
        show(rules, table, index, masks, observations, seats)


@inlined
def show(rules: Row, table: Row, index: int, masks: Any, observations: Any, seats: Any) -> None:
    """Write what is legal and seen at a table."""
    write_legal(rules, table, masks[index])
    seats[index] = table.seat
    if len(observations) > 0:
        write_observation(rules, table, observations[index])


@compiled
def choose_actions(rules: Row, policies: Any, tables: Any, actions: Any) -> None:
    """Write what policies do at every table."""
    for index in range(len(tables)):
        actions[index] = choose_and_talk(rules, tables[index], policies)
