"""Lines of whole turns: each can be played, all differ, and the rows at their ends are true."""

import numpy as np
import pytest

from tenback.arena.lineup import read_setup
from tenback.batch import TablePool
from tenback.batch.lines import lines_of
from tenback.bots.network import ARRAYS
from tenback.encoding import Array, after, as_bytes, card_kinds
from tenback.encoding.candidates import candidates_of
from tenback.encoding.rows import SECTIONS
from tenback.fastsim.actions import END, act, is_legal
from tenback.fastsim.tables import LONGEST_TURN, RUNNING, Setup
from tenback.policies.policy import Policy

MOST = 24
SETUPS = [
    ("classic", 1),
    ("classic+min3", 3),
    ("extreme", 2),
    ("face-to-face", 2),
    ("on-fire", 1),
    ("on-fire", 4),
]


def moments(setup: Setup) -> Array:
    """Return tables in the middle of sittings that `careful` plays."""
    pool = TablePool([(setup, 24)], seed=7)
    actions = np.zeros(len(pool), np.int64)
    found = []
    for step in range(40):
        pool.choose([Policy("careful")], actions)
        pool.step(actions)
        if step % 13 == 0:
            found.append(pool.tables[pool.tables["seat"] >= 0])
    return np.concatenate(found)


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_every_line_can_be_played_and_its_row_is_what_is_known_then(
    edition: str, seats: int
) -> None:
    setup = read_setup(edition, seats)
    tables, kinds = moments(setup), card_kinds(setup)
    rows, owners, lines = lines_of(setup, tables, MOST)
    assert set(owners) == set(range(len(tables)))
    seats_to_move = tables["seat"][owners]
    played, known = (
        tables[owners],
        as_bytes(candidates_of(setup, tables, np.zeros(len(tables), np.uint8))[0])[owners],
    )
    for place in range(LONGEST_TURN):
        on = np.flatnonzero(lines["length"] > place)
        actions = lines["actions"][on, place]
        assert (played["ending"][on] == RUNNING).all()
        assert (played["seat"][on] == seats_to_move[on]).all()
        for index, action in zip(on, actions, strict=True):
            assert is_legal(setup.rules, played[index], int(action))
            act(setup.rules, played[index], int(action))
        known[on] = after(known[on], actions, kinds, ARRAYS)
    is_open = np.flatnonzero(known[:, SECTIONS["is_over"].start] == 0)
    known[is_open] = after(known[is_open], np.full(len(is_open), END), kinds, ARRAYS)
    assert all(is_legal(setup.rules, played[index], END) for index in is_open)
    assert known.tobytes() == rows.tobytes()


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_lines_differ_in_their_outcome_and_the_cheapest_come_first(
    edition: str, seats: int
) -> None:
    setup = read_setup(edition, seats)
    _, owners, lines = lines_of(setup, moments(setup), MOST)
    outcomes = {
        (owner, line["tops"], *line["hand"]) for owner, line in zip(owners, lines, strict=True)
    }
    assert len(outcomes) == len(lines)
    is_same = owners[1:] == owners[:-1]
    assert (lines["cost"][1:] >= lines["cost"][:-1])[is_same].all()


def test_careful_begins_the_cheapest_line_of_all() -> None:
    setup = read_setup("classic", 3)
    tables = moments(setup)
    pool, actions = TablePool([(setup, len(tables))], seed=0), np.zeros(len(tables), np.int64)
    pool.tables[:] = tables
    pool.choose([Policy("careful")], actions)
    _, _, lines = lines_of(setup, tables, 1)
    firsts = np.where(lines["length"] > 0, lines["actions"][:, 0], END)
    assert (firsts == actions).mean() > 0.99  # of equally cheap ones either may come first


def test_all_that_a_turn_asks_for_is_looked_at() -> None:
    setup = read_setup("classic+min3", 1)
    _, _, lines = lines_of(setup, TablePool([(setup, 1)], seed=7).tables, 6000)
    shortest = lines["actions"][lines["length"] == 3][:, :3]
    assert (shortest & 3 >= 2).all(axis=1).sum() > 100
    assert (shortest & 3 <= 1).all(axis=1).sum() > 100
