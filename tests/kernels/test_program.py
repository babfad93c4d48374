"""The rules in C++, built for the CPU: the same turns as those that Numba compiles."""

import numpy as np
import pytest
import torch

from tenback.arena.lineup import read_setup
from tenback.batch.draws import play_lines, play_turns
from tenback.batch.lines import lines_of
from tenback.batch.turns import TurnPool
from tenback.encoding import as_bytes
from tenback.fastsim.bits import has
from tenback.fastsim.tables import RUNNING, Array
from tenback.kernels.library import can_build
from tenback.kernels.translation import INTEGER, SET, NotTranslated, Program
from tenback.training.tables import KernelTables, KernelTurns

TABLES, STEPS, MOST = 4, 45, 8


def test_there_is_a_compiler() -> None:
    assert can_build(is_cuda=False)


@pytest.mark.parametrize(
    ("edition", "seats"),
    [("classic", 1), ("classic+hand-1", 4), ("extreme", 2), ("on-fire", 3), ("face-to-face", 2)],
)
def test_tables_of_kernels_are_those_of_the_pool(edition: str, seats: int) -> None:
    shares = [(read_setup(edition, seats), TABLES)]
    pool = TurnPool(shares, most=MOST, seed=7, silence=0.5)
    tables = KernelTables(shares, most=MOST, seed=7, silence=0.5, device=torch.device("cpu"))
    random, ended = np.random.default_rng(1), 0
    for _ in range(STEPS):
        is_meant = np.arange(MOST) < pool.counts[:, None]
        rows = pool.rows.view(np.uint8).reshape(TABLES, MOST, -1)
        assert pool.counts.tolist() == tables.counts.tolist()
        assert pool.ends.tobytes() == tables.ends.numpy().tobytes()
        assert np.array_equal(rows[is_meant], tables.rows.numpy()[is_meant])
        places = (random.random(TABLES) ** 3 * pool.counts).astype(np.int64)
        pool.step(places)
        tables.step(torch.from_numpy(places))
        ended += int(pool.ends["is_done"].sum())
    assert ended > 0


@pytest.mark.parametrize(
    ("edition", "seats"), [("classic", 3), ("extreme", 2), ("face-to-face", 2)]
)
def test_turns_of_kernels_go_through_the_same_draws(edition: str, seats: int) -> None:
    setup, device = read_setup(edition, seats), torch.device("cpu")
    pool = TurnPool([(setup, TABLES)], most=MOST, seed=7)
    kernel = KernelTurns(setup, tables=TABLES, most=MOST, device=device)
    seeds, draws = np.arange(TABLES, dtype=np.uint64), torch.full((TABLES,), 5)
    for _ in range(STEPS):
        tables = torch.from_numpy(pool.tables.view(np.uint8).reshape(TABLES, -1).copy())
        lines, every = pool.lines[:, 0].copy(), np.arange(TABLES)
        wanted = play_lines(setup, pool.tables, every, lines, seeds, range(5, 6))
        kernel.advance(tables, _bytes(lines), _bytes(seeds), draws)
        assert wanted.tobytes() == tables.numpy().tobytes()
        running = np.flatnonzero(wanted["ending"] == RUNNING)
        assert (kernel.counts.numpy() > 0).nonzero()[0].tolist() == running.tolist()
        rows, owners, next_lines = lines_of(setup, wanted[running], MOST)
        is_meant = np.arange(MOST) < kernel.counts[running].numpy()[:, None]
        assert np.array_equal(as_bytes(rows), kernel.rows.numpy()[running][is_meant])
        play_turns(
            setup.rules, wanted, running, next_lines[np.unique(owners, return_index=True)[1]]
        )
        kernel.advance(tables, kernel.lines[:, 0].contiguous())
        assert wanted.tobytes() == tables.numpy().tobytes()
        pool.step(np.zeros(TABLES, np.int64))


def _bytes(array: Array) -> torch.Tensor:
    return torch.from_numpy(array.view(np.uint8).reshape(len(array), -1))


def test_what_is_not_known_is_refused_with_its_place() -> None:
    def strange(number: int) -> int:
        """Return what no table needs."""
        return [number][0]

    with pytest.raises(NotTranslated, match=r"strange: \[number\]"):
        Program().function(strange, (INTEGER,))


def test_a_function_is_translated_once_for_each_kind_of_arguments() -> None:
    program = Program()
    assert program.function(has, (SET, INTEGER)) is program.function(has, (SET, INTEGER))
    assert program.source.count("has_0(Set cards, i64 card) {") == 1
