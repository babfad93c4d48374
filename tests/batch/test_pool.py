"""Many tables side by side: legal masks and rows in the caller's buffers."""

from dataclasses import replace

import numpy as np
import pytest

from tenback.batch import Buffers, TablePool, play
from tenback.fastsim import ACTIONS, Setup, action_of, move_of
from tenback.fastsim.tables import Array
from tenback.policies import Policy
from tenback.rules import (
    BadInput,
    Classic,
    Extreme,
    FaceToFace,
    Refused,
    legal_moves,
)
from tests.fastsim.lockstep import setups

RANDOM = [Policy("random")]
PAIR = Setup(Classic(), 2)
COUNT = 64


def begun(setup: Setup, *, threads: int = 1, steps: int = 0) -> tuple[TablePool, Buffers, Array]:
    tables = TablePool([(setup, COUNT)], seed=4, threads=threads)
    actions = np.zeros(COUNT, np.int64)
    for _ in range(steps):
        tables.choose(RANDOM, actions)
        tables.step(actions)
    return tables, tables.buffers, actions


def pool_with(buffers: Buffers) -> TablePool:
    return TablePool([(PAIR, COUNT)], seed=4, buffers=buffers)


@pytest.mark.parametrize("setup", list(setups())[::4], ids=str)
def test_masks_are_the_legal_moves_of_the_referee(setup: Setup) -> None:
    tables, buffers, _ = begun(setup, steps=25)
    for index in range(COUNT):
        state = tables.state(index)
        legal = [action_of(move) for move in legal_moves(state)]
        assert np.flatnonzero(buffers.masks[index]).tolist() == legal
        assert buffers.seats[index] == (-1 if state.turn is None else state.turn.seat)


@pytest.mark.parametrize("setup", [PAIR, Setup(FaceToFace(), 2), Setup(Extreme(), 3)], ids=str)
def test_stepping_plays_the_deals_that_play_plays(setup: Setup) -> None:
    """Table i plays the deals i, i + 64 … of the run, and tells how each ended."""
    tables, buffers, actions = begun(setup)
    found: dict[int, list[tuple[int, int, bool]]] = {index: [] for index in range(COUNT)}
    while min(map(len, found.values())) < 2:
        tables.choose(RANDOM, actions)
        tables.step(actions)
        for index in np.flatnonzero(buffers.is_done).tolist():
            ended = (buffers.left[index], buffers.winner[index], buffers.won[index])
            found[index].append(ended)
    results = play(setup, RANDOM, seed=4, first=0, count=2 * COUNT)
    expected = list(zip(results.left, results.winner, results.won, strict=True))
    for place, endings in found.items():
        assert endings[:2] == [expected[place], expected[place + COUNT]]


def test_threads_make_no_difference() -> None:
    for one, three in zip(
        begun(PAIR, steps=100)[1].columns(),
        begun(PAIR, steps=100, threads=3)[1].columns(),
        strict=True,
    ):
        assert np.array_equal(one, three)


def test_an_illegal_action_is_refused_and_only_its_table_stays() -> None:
    tables, buffers, actions = begun(PAIR, steps=3)
    tables.choose(RANDOM, actions)
    before = [tables.state(index) for index in range(COUNT)]
    actions[5] = int(np.flatnonzero(buffers.masks[5] == 0)[0])
    actions[9] = ACTIONS + 40
    with pytest.raises(
        Refused, match=r"illegal actions at 2 tables, the first at table 5: .* in classic"
    ):
        tables.step(actions)
    after = [tables.state(index) for index in range(COUNT)]
    stayed = [index for index in range(COUNT) if before[index] == after[index]]
    assert stayed == [5, 9]
    assert not buffers.is_done[[5, 9]].any()
    tables.choose(RANDOM, actions)
    tables.step(actions)


def test_buffers_that_do_not_fit_are_refused() -> None:
    tables, buffers, actions = begun(PAIR)
    with pytest.raises(BadInput, match=r"the buffer masks must be uint8\(64, 398\), contiguous"):
        pool_with(Buffers.make(COUNT - 1))
    with pytest.raises(BadInput, match="the buffer actions must be int64"):
        tables.step(actions.astype(np.int32))
    with pytest.raises(BadInput, match="the buffer seats must be"):
        pool_with(replace(buffers, seats=np.zeros(2 * COUNT, np.int8)[::2]))


def test_buffers_that_cannot_be_written_are_refused() -> None:
    buffers = Buffers.make(COUNT)
    buffers.seats.flags.writeable = False
    with pytest.raises(BadInput, match=r"the buffer seats must be .* writable"):
        pool_with(buffers)
    with pytest.raises(BadInput, match=r"the buffer rows must be .* not 'NoneType'"):
        pool_with(replace(Buffers.make(COUNT), rows=None))  # type: ignore[arg-type]


def test_tables_are_dealt_from_the_beginning() -> None:
    tables, buffers, _ = begun(PAIR, steps=1)
    assert not buffers.is_done.any()
    assert all(tables.state(index).turn is not None for index in range(COUNT))


def test_masks_and_rows_can_be_left_out() -> None:
    buffers = pool_with(Buffers.make(COUNT, with_rows=False)).buffers
    assert buffers.masks.any(axis=1).all()
    assert len(buffers.rows) == 0
    buffers = pool_with(Buffers.make(COUNT, with_masks=False)).buffers
    assert len(buffers.masks) == 0
    assert buffers.rows["hand"].any(axis=1).all()


def test_a_pool_can_hold_several_setups() -> None:
    """Each table plays the deals that it plays in a pool of its own setup."""
    setups = [Setup(Classic(), 2), Setup(Extreme(), 3)]
    pool = TablePool([(setup, COUNT // 2) for setup in setups], seed=4, threads=3)
    actions = np.zeros(COUNT, np.int64)
    for _ in range(20):
        pool.choose(RANDOM, actions)
        pool.step(actions)
    for setup, tables in zip(setups, (range(COUNT // 2), range(COUNT // 2, COUNT)), strict=True):
        own = begun(setup, steps=20)[0]
        assert [pool.state(index) for index in tables] == [own.state(index) for index in tables]


def test_every_action_has_a_move() -> None:
    moves = [move_of(Classic(), action) for action in range(ACTIONS)]
    assert [action_of(move) for move in moves] == list(range(ACTIONS))
    assert (str(moves[0]), str(moves[391])) == ("2>u1", "99>d2")
