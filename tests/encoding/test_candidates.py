"""The actions worth a thought: legal ones, of which none loses at once without need."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tenback.encoding.candidates import MOST_CANDIDATES, list_candidates
from tenback.fastsim import Setup, move_of
from tenback.fastsim.states import tables_of
from tenback.fastsim.tables import Array
from tenback.notation import read_move, read_position
from tenback.rules import State, apply, legal_moves, losing_plays
from tests.vectors.test_vectors import PLAYTHROUGHS, lines


def assert_candidates_are_sound(state: State, actions: Array) -> None:
    """Assert that all are legal, and that none loses at once unless nothing better is legal."""
    moves = [move_of(state.edition, int(action)) for action in actions]
    legal, losing = legal_moves(state), losing_plays(state)
    assert moves
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(legal)
    if set(legal) - set(losing):
        assert not set(moves) & set(losing)


def moments(path: Path) -> Iterator[State]:
    """Yield the states of a playthrough in which somebody is to move."""
    first, *rest = lines(path)
    state = read_position(first.removeprefix("position "))
    for line in rest:
        if line.startswith("move "):
            if state.turn is not None:
                yield state
            state = apply(state, read_move(line.removeprefix("move ")))[0]


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_candidates_in_the_vectors_are_sound(path: Path) -> None:
    actions = np.zeros(MOST_CANDIDATES, np.int16)
    for state in moments(path):
        setup = Setup(state.edition, state.seats)
        found = list_candidates(setup.rules, tables_of(state)[0], actions)
        assert_candidates_are_sound(state, actions[:found])
