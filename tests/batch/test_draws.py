"""Random draws contain all cards, agree with what was said, and use nothing hidden."""

from random import Random

import numpy as np
import pytest

from tenback.arena.lineup import read_setup
from tenback.batch import Buffers, TablePool
from tenback.batch.draws import play_lines
from tenback.batch.lines import lines_of
from tenback.fastsim import Setup
from tenback.fastsim.actions import END
from tenback.fastsim.bits import mask_of, words
from tenback.fastsim.states import state_of, tables_of
from tenback.fastsim.tables import RUNNING, Array, unpacked
from tenback.policies.policy import TALKING_PLAYER
from tenback.policies.signals import word_for
from tenback.testing import look_alike

SETUPS = [("classic", 1), ("classic", 4), ("extreme", 3), ("face-to-face", 2)]
TABLES = 60


def running(edition: str, seats: int) -> tuple[Setup, Array]:
    """Return tables in the middle of sittings, at which a turn may end."""
    setup = read_setup(edition, seats)
    pool = TablePool(
        [(setup, TABLES)],
        seed=8,
        buffers=Buffers.make(TABLES, with_rows=False),
        lineups=np.full((2, seats, 2), (TALKING_PLAYER, 0)),
    )
    masks, random = pool.buffers.masks, np.random.default_rng(3)
    for _ in range(25):
        pool.step((masks * random.random(masks.shape)).argmax(axis=1))
    return setup, pool.tables[masks[:, END] > 0]


def drawn(setup: Setup, tables: Array, seed: int, draw: int = 0) -> Array:
    """Return the tables after their turns end as they are, and one draw."""
    _, owners, lines = lines_of(setup, tables, 2000)
    ended = np.flatnonzero(lines["length"] == 0)
    assert owners[ended].tolist() == [*range(len(tables))]
    seeds = np.full(len(tables), seed, np.uint64)
    return play_lines(setup, tables, owners[ended], lines[ended], seeds, range(draw, draw + 1))


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_after_a_draw_every_card_is_there_once(edition: str, seats: int) -> None:
    setup, tables = running(edition, seats)
    found = drawn(setup, tables, 5)
    numbers = set(setup.edition.numbers)
    for table in found:
        for source in range(setup.edition.draw_pile_count):
            owners = [seat for seat in range(seats) if setup.edition.draw_pile_of(seat) == source]
            hands = [mask_of(table["hands"][seat]) for seat in owners]
            deck = table["deck"][source][table["next"][source] : len(numbers)].tolist()
            cards = [
                card
                for mask in (*hands, mask_of(table["laid"][source]))
                for card in numbers
                if mask >> card & 1
            ]
            assert sorted(cards + deck) == sorted(numbers)


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_tables_that_look_alike_draw_alike(edition: str, seats: int) -> None:
    setup, tables = running(edition, seats)
    others = drawn(setup, tables, 77)
    alike = np.concatenate([mixed_up(setup, table) for table in tables])
    for name in ("hands", "tops", "seat", "left", "ending", "next", "said"):
        assert np.array_equal(drawn(setup, alike, 77)[name], others[name]), name
    hidden = [
        (mask_of(one["hands"][seat]), mask_of(two["hands"][seat]))
        for one, two in zip(tables, alike, strict=True)
        for seat in range(seats)
        if seat != one["seat"]
    ]
    assert seats == 1 or any(ours != theirs for ours, theirs in hidden)


def mixed_up(setup: Setup, table: Array) -> Array:
    """Return the table with other hidden cards: what its seat to move sees stays the same."""
    state = state_of(setup, np.array([table]))
    found = tables_of(look_alike(state, int(table["seat"]), Random(5)))
    for name in ("said", "layout", "number", "talkers"):
        found[name] = table[name]
    return found


def test_hands_go_with_what_was_said() -> None:
    setup, tables = running("classic", 4)
    agreeing = total = 0
    for before, after in zip(tables, drawn(setup, tables, 9), strict=True):
        if after["ending"] != RUNNING:
            continue
        for seat in range(4):
            if seat == before["seat"]:
                continue
            hand = words(mask_of(after["hands"][seat]))
            said = [
                word_for(hand, pile >> 1, top) for pile, top in enumerate(unpacked(before["tops"]))
            ]
            agreeing += said == before["said"][seat].tolist()
            total += 1
    assert agreeing > 0.8 * total > 0


def test_where_the_past_is_hidden_the_draw_pile_keeps_its_size() -> None:
    setup, tables = running("classic", 4)
    taken = drawn(setup, tables, 3)["next"][:, 0]
    tables["laid"] = 0
    assert np.array_equal(drawn(setup, tables, 3)["next"][:, 0], taken)


def test_the_first_cards_of_many_draws_spread_over_all_that_are_unseen() -> None:
    setup, tables = running("classic", 1)
    tables = tables[tables["next"][:, 0] < 80][:1]
    _, owners, lines = lines_of(setup, tables, 2000)
    ended = np.flatnonzero(lines["length"] == 0)
    unseen = 98 - int(tables["next"][0, 0])
    seeds = np.array([5], np.uint64)
    found = play_lines(setup, tables, owners[ended], lines[ended], seeds, range(2 * unseen))
    firsts = found["deck"][:, 0, tables["next"][0, 0]]
    _, counts = np.unique(firsts, return_counts=True)
    assert len(counts) > 0.95 * unseen
    assert counts.max() <= 3


def test_lines_of_a_table_meet_the_same_cards() -> None:
    setup, tables = running("classic", 1)
    _, owners, lines = lines_of(setup, tables[:1], 6)
    found = play_lines(setup, tables[:1], owners, lines, np.array([5], np.uint64), range(4))
    decks = found["deck"][:, 0].reshape(len(lines), 4, -1)
    assert len(lines) > 1
    assert (decks == decks[:1]).all()
    assert not (decks[0] == decks[0, 0]).all()
