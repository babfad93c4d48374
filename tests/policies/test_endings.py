"""Endings: exact results agree with the referee, which tries everything."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from tenback.fastsim import Setup
from tenback.fastsim.states import tables_of
from tenback.fastsim.turns import progress_of
from tenback.policies.endings import ROOM, UNKNOWN, left_at_best
from tenback.rules import (
    Classic,
    Edition,
    Extreme,
    FaceToFace,
    OnFire,
    State,
    Turn,
    apply,
    legal_moves,
)
from tenback.rules.referee import outcome_of
from tests.rules.builders import at
from tests.solver.endgames import can_be_won, pick


def left_if_ended(state: State) -> int:
    """Return what is left at best if the seat to move ends its turn, as compiled code says."""
    table, rules = tables_of(state)[0], Setup(state.edition, state.seats).rules
    return int(left_at_best(rules, table, progress_of(table), np.zeros(1, ROOM)[0]))


def fewest_left(state: State, known: dict[State, int]) -> int:
    """Return what is left at best by trying all moves."""
    if state.outcome is not None:
        return state.outcome.left
    if state not in known:
        known[state] = min(fewest_left(apply(state, m)[0], known) for m in legal_moves(state))
    return known[state]


def composed(edition: Edition, hands: list[int], random: Random) -> State:
    """Return a state with hands of these sizes, nothing to draw and little room on the piles."""
    left = pick(edition, random, sum(hands))
    laid = [number for number in edition.numbers if number not in left]
    beyond, tops = random.choice((5, 20, 30)), list[int]()
    for pile in edition.piles:
        place = random.choice(left) + random.randint(-20, 20)
        place += beyond if pile.is_ascending else -beyond
        tops.append(min(laid, key=lambda number: abs(number - place)))
        laid.remove(tops[-1])
    held = []
    for size in hands:
        held.append(tuple(sorted(left[:size])))
        left = left[size:]
    return State(edition, tuple(tops), tuple(held), ((),), Turn(0, (), tuple(tops)))


def begun(state: State, seat: int) -> State:
    """Return the same at the beginning of a seat's turn, over if that is hopeless."""
    state = replace(state, turn=Turn(seat, (), state.tops))
    return replace(state, outcome=outcome_of(state))


@pytest.mark.parametrize("edition", [Classic(), OnFire()], ids=str)
def test_alone_it_is_known_exactly_how_many_cards_are_left(edition: Edition) -> None:
    random, won = Random(20), 0
    for _ in range(60):
        state = composed(edition, [random.randint(1, 5)], random)
        left = left_if_ended(state)
        then = begun(state, 0)
        assert (left == 0) == can_be_won(then), state
        if edition == Classic():
            assert left == fewest_left(then, {}), state
        won += left == 0
    assert 5 < won < 55


def test_what_the_next_draw_brings_is_known_if_it_takes_all_that_is_left() -> None:
    random = Random(21)
    for _ in range(40):
        full = composed(Classic(), [5], random)
        (hand,) = full.hands
        before = replace(full, hands=(hand[:3],), draw_piles=(hand[3:],))
        assert left_if_ended(before) == left_if_ended(full)


def test_in_extreme_commands_are_obeyed_to_the_last_card() -> None:
    random, answers = Random(22), set()
    for _ in range(60):
        state = composed(Extreme(), [random.randint(1, 5)], random)
        left = left_if_ended(state)
        if left != UNKNOWN:
            assert (left == 0) == can_be_won(begun(state, 0)), state
        answers.add(min(left, 1))
    assert {0, 1} <= answers


@pytest.mark.parametrize("edition", [Classic(), OnFire(), Extreme()], ids=str)
def test_two_seats_know_each_others_last_cards(edition: Edition) -> None:
    random, answers = Random(23), set()
    for _ in range(40):
        state = composed(edition, [random.randint(1, 3), random.randint(1, 3)], random)
        left = left_if_ended(state)
        if left != UNKNOWN:
            assert (left == 0) == can_be_won(begun(state, 1)), state
        answers.add(min(left, 1))
    assert {0, 1} <= answers


@pytest.mark.parametrize(
    "position",
    [
        "classic 50,60,40,30 2.3.4.5.6.7.8.9 51.52 0",  # nothing was laid, so nothing is drawn
        "classic 50,60,40,30 2.3/4/5 - 0",  # who has 4 and who 5?
        "classic 50,60,40,30 2.3/4 5 0",
    ],
)
def test_nothing_is_claimed_where_cards_are_hidden(position: str) -> None:
    assert left_if_ended(at(position)) == UNKNOWN


def test_nothing_is_claimed_in_a_duel() -> None:
    state = at("face-to-face 30,40/20,50 58/57 -/- 0")
    assert state.edition == FaceToFace()
    assert left_if_ended(state) == UNKNOWN
