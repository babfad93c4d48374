"""Lines of whole turns: each can be played, all differ, and the rows at their ends are right."""

import numpy as np
import pytest

from tenback.arena.lineup import read_setup
from tenback.batch import TablePool
from tenback.batch.lines import lines_of
from tenback.encoding import ROW, Array, card_kinds
from tenback.encoding.rows import write_row
from tenback.fastsim.actions import END, act, is_legal
from tenback.fastsim.bits import mask_of, words
from tenback.fastsim.tables import LOWEST_CARD, RUNNING, STOP, THREE, Row, Setup
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


def lay(row: Row, action: int, kinds: Array) -> None:
    """Do to a row what a play does to what is known."""
    card, pile = divmod(action, 4)
    card += LOWEST_CARD
    if row["is_duel"]:
        pile ^= 2 * int(row["seat"])
    row["hand"] = words(mask_of(row["hand"]) & ~(1 << card))
    row["tops"][pile] = card
    row["sizes"][0] -= 1
    row["played"] += 1
    row["used"] |= 1 << pile
    row["stale"] |= 1 << pile
    row["last"] = pile + 1
    row["has_three"] |= kinds[row["layout"], card] == THREE
    row["is_over"] = kinds[row["layout"], card] == STOP or row["sizes"][0] == 0


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_every_line_can_be_played_and_its_row_is_what_is_known_then(
    edition: str, seats: int
) -> None:
    setup = read_setup(edition, seats)
    tables, kinds = moments(setup), card_kinds(setup)
    ends, owners, lines = lines_of(setup, tables, MOST)
    assert set(owners) == set(range(len(tables)))
    rows = np.zeros(len(lines), ROW)
    for end, owner, line, row in zip(ends, owners, lines, rows, strict=True):
        table = tables[owner : owner + 1].copy()[0]
        seat = table["seat"]
        write_row(setup.rules, table, table["layout"], row)
        for action in line["actions"][: line["length"]].tolist():
            assert (table["ending"], table["seat"]) == (RUNNING, seat)
            assert is_legal(setup.rules, table, action)
            act(setup.rules, table, action)
            lay(row, action, kinds)
        if not row["is_over"]:
            assert is_legal(setup.rules, table, END)
            row["is_over"] = 1
        assert row.tobytes() == end.tobytes()


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
