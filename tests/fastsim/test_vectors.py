"""The simulator passes the vectors that every implementation of the rules must pass."""

from pathlib import Path

import pytest

from tenback.fastsim import Replica, perft, trace
from tenback.notation import read_code, read_move, read_position
from tests.vectors.test_vectors import PLAYTHROUGHS, lines
from vectors.__main__ import HERE


@pytest.mark.parametrize("line", lines(HERE / "perft.txt"))
def test_perft_counts(line: str) -> None:
    position, counts = line.split(" ; ")
    state = read_position(position)
    assert [perft(state, depth) for depth, _ in enumerate(counts.split(), 1)] == [
        int(count) for count in counts.split()
    ]


@pytest.mark.parametrize("line", lines(HERE / "deals.txt"))
def test_perft_counts_of_deals(line: str) -> None:
    code, _, counts = line.split(" ; ")
    start = read_code(code).start()
    assert [perft(start, depth) for depth in range(4)] == [1, *map(int, counts.split())]


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_the_trace_of_a_playthrough_is_its_text(path: Path) -> None:
    first, *rest = lines(path)
    moves = (read_move(line.removeprefix("move ")) for line in rest if line.startswith("move "))
    replica = Replica.of(read_position(first.removeprefix("position ")))
    assert list(trace(replica, lambda _: next(moves))) == [first, *rest]
