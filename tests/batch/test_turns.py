"""Whole turns at many tables: the same moves lead the referee to the same states."""

from itertools import count

import numpy as np
import pytest

from tenback.arena.lineup import read_setup
from tenback.batch.turns import TurnPool
from tenback.fastsim import Setup, move_of, start
from tenback.fastsim.bits import mask_of
from tenback.rules import Begin, End, State, apply
from tenback.rules.cards import card_set
from tests.encoding.test_inputs import SETUPS

SEED, TABLES, STEPS, MOST = 8, 6, 60, 8
AGAIN = 1 << 40
"""A deal that is over before anybody has moved is dealt anew under a number so much higher."""


class Replayed:
    """One table, played once more by the referee."""

    def __init__(self, setup: Setup, index: int) -> None:
        self._setup = setup
        self._numbers = count(index, TABLES)
        self.state: State

    def deal(self, seat: int) -> None:
        """Deal the next deal, in which somebody begins."""
        number = next(self._numbers)
        while True:
            self.state = start(self._setup, seed=SEED, number=number)
            if self.state.turn is None:
                self.state = apply(self.state, Begin(seat))[0]
            if self.state.outcome is None:
                return
            number += AGAIN

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        assert self.state.turn is not None
        return self.state.turn.seat

    def play(self, actions: list[int]) -> None:
        """Play a line, and end the turn if that does not end by itself."""
        for action in actions:
            self.state = apply(self.state, move_of(self._setup.edition, action))[0]
        turn = self.state.turn
        if self.state.outcome is None and turn is not None and turn.plays:
            self.state = apply(self.state, End())[0]


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_every_turn_is_what_the_referee_makes_of_the_same_moves(edition: str, seats: int) -> None:
    setup = read_setup(edition, seats)
    pool = TurnPool([(setup, TABLES)], most=MOST, seed=SEED, threads=2, silence=0.5)
    tables = [Replayed(setup, index) for index in range(TABLES)]
    for index, table in enumerate(tables):
        table.deal(int(pool.tables["seat"][index]))
    random, ended = np.random.default_rng(1), 0
    for _ in range(STEPS):
        places = (random.random(TABLES) ** 3 * pool.counts).astype(np.int64)
        lines = pool.lines[np.arange(TABLES), places].copy()
        pool.step(places)
        for index, (table, line) in enumerate(zip(tables, lines, strict=True)):
            end, seat = pool.ends[index], table.seat
            table.play([int(action) for action in line["actions"][: line["length"]]])
            outcome = table.state.outcome
            assert end["seat"] == seat
            assert bool(end["is_done"]) == (outcome is not None)
            if outcome is not None:
                is_won = outcome.winner == seat if setup.is_duel else outcome.won
                assert (end["left"], bool(end["is_won"])) == (outcome.left, is_won)
                table.deal(int(pool.tables["seat"][index]))
                ended += 1
            assert pool.tables["seat"][index] == table.seat
            hands = [mask_of(hand) for hand in pool.tables["hands"][index][: setup.seats]]
            assert hands == [card_set(hand) for hand in table.state.hands]
    assert ended > 0


def test_what_happens_does_not_depend_on_the_number_of_threads() -> None:
    setups = [(read_setup("classic", 2), 5), (read_setup("classic+min3", 4), 4)]
    one, three = (TurnPool(setups, most=MOST, seed=3, threads=threads) for threads in (1, 3))
    for _ in range(20):
        assert one.rows.tobytes() == three.rows.tobytes()
        assert one.ends.tobytes() == three.ends.tobytes()
        for pool in (one, three):
            pool.step(pool.counts - 1)
