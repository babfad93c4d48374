"""The careful policy: it searches its whole turn, listens, and looks at nobody's cards."""

from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tenback.batch import moves, play
from tenback.fastsim import Replica, Setup, start
from tenback.fastsim.actions import move_of
from tenback.fastsim.bits import words
from tenback.fastsim.states import tables_of
from tenback.fastsim.tables import KEEP, PILES, WORDS, packed
from tenback.notation import read_position
from tenback.policies import Policy
from tenback.policies.careful import choose_careful
from tenback.policies.choosing import choose_move
from tenback.policies.signals import start_of
from tenback.rules import (
    END,
    Begin,
    Classic,
    Edition,
    Extreme,
    FaceToFace,
    Move,
    OnFire,
    Play,
    State,
    card_set,
)
from tenback.rules.referee import outcome_of
from tenback.testing import look_alike
from tests.fastsim.lockstep import setups
from tests.properties.strategies import composed_states, reached_states

CAREFUL, GREEDY = Policy("careful"), Policy("greedy")
Said = dict[tuple[int, int], int]
"""What stands: words by seat and pile."""


def chosen(state: State, said: Said | None = None) -> Move:
    """Return what the careful seat to move does."""
    tables = tables_of(state)
    for place, word in (said or {}).items():
        tables[0]["said"][place] = word
    action = choose_careful(Setup(state.edition, state.seats).rules, tables[0])
    return move_of(state.edition, int(action))


def turn_of(position: str, said: Said | None = None) -> list[Play]:
    """Return what the careful seat lays in a turn while all that was said stands."""
    state, plays = read_position(position), list[Play]()
    seat = state.turn and state.turn.seat
    replica = Replica.of(state)
    while outcome_of(state := replica.state) is None and state.turn and state.turn.seat == seat:
        move = chosen(state, said)
        if not isinstance(move, Play):
            break
        plays.append(move)
        replica.apply(move)
    return plays


@pytest.mark.parametrize("setup", list(setups()), ids=str)
def test_it_plays_legally_everywhere_and_never_loses_if_it_need_not(setup: Setup) -> None:
    """While a sitting goes on there is a way to complete the turn (C10), and it takes one."""
    for number in range(2):
        replica = Replica.dealt(setup, seed=4, number=number)
        while replica.outcome is None:
            legal, losing = replica.legal_and_losing()
            move = choose_move(replica, [CAREFUL])
            assert move in legal
            assert move not in losing
            replica.apply(move)


@given(composed_states())
def test_it_does_not_lose_where_commands_are_hard_to_obey(state: State) -> None:
    if outcome_of(state) is None and state.turn is not None:
        legal, losing = Replica.of(state).legal_and_losing()
        move = chosen(state)
        assert move in legal
        assert move not in losing


@given(reached_states(), st.randoms(use_true_random=False))
def test_it_knows_no_hidden_cards(state: State, random: Random) -> None:
    assume(state.turn is not None)
    assert state.turn is not None
    other = look_alike(state, state.turn.seat, random)
    assume(outcome_of(other) is None)
    said = {
        (seat, pile): random.randrange(len(WORDS))
        for seat in range(state.seats if not state.edition.is_starter_drawn else 0)
        for pile in range(PILES)
    }
    assert chosen(other, said) == chosen(state, said)


@pytest.mark.parametrize("setup", list(setups())[::5], ids=str)
def test_a_run_is_the_same_whether_played_at_once_or_move_by_move(setup: Setup) -> None:
    """Also where only some of the seats talk."""
    for policies in ([CAREFUL], [CAREFUL, GREEDY, CAREFUL, GREEDY, GREEDY][: setup.seats]):
        results = play(setup, policies, seed=6, first=2, count=2)
        for number, left in enumerate(results.left, 2):
            state = start(setup, seed=6, number=number)
            replica = Replica.of(state)
            for move in moves(setup, policies, seed=6, number=number):
                replica.apply(move)
            assert replica.outcome is not None
            assert replica.outcome.left == left


def test_it_is_deterministic_however_a_run_is_cut() -> None:
    setup = Setup(Extreme(), 3)
    at_once = play(setup, [CAREFUL], seed=3, first=0, count=20).left
    parts = [play(setup, [CAREFUL], seed=3, first=first, count=5).left for first in (0, 5, 10, 15)]
    assert np.array_equal(at_once, np.concatenate(parts))


def test_it_lets_the_best_start_begin() -> None:
    """C4: with a careful seat 0 those that talk name who begins; greedy begins itself."""
    setup = Setup(Classic(), 4)
    for number in range(20):
        replica = Replica.dealt(setup, seed=1, number=number)
        tops = packed(replica.state.tops)
        starts = [start_of(words(card_set(hand)), tops, 2) for hand in replica.state.hands]
        assert choose_move(replica, [CAREFUL]) == Begin(starts.index(max(starts)))
        assert choose_move(replica, [GREEDY, CAREFUL, CAREFUL, CAREFUL]) == Begin(0)


CLOSE = (
    "classic 40,20,85,80 26.27.41.42.60.61.62/2.3.4.5.6.35.45 "
    "21.22.23.24.25.50.51.52.53.54.55.56.57.58.59.70.71 0"
)


def test_it_keeps_off_a_pile_that_others_ask_to_keep() -> None:
    assert "41>u1" in map(str, turn_of(CLOSE))
    assert all(play.pile.name != "u1" for play in turn_of(CLOSE, {(1, 0): KEEP}))


def test_words_of_those_who_have_laid_all_their_cards_count_no_more() -> None:
    """C9: their last words still stand, and mean nothing."""
    position = "classic 40,20,85,80 42.60/-/24 - 0"
    assert chosen(read_position(position), {(1, 0): KEEP}) == chosen(read_position(position))


def test_it_goes_on_to_come_back_by_a_backwards_trick() -> None:
    plays = turn_of("classic 60,70,40,30 58.68.95/2.3 61.62.63.64.71.72.73.74.75.76 0")
    assert [str(play) for play in plays] == ["68>u1", "58>u1"]


def test_o2_it_covers_every_fire_and_ends_without_a_new_one_if_it_can() -> None:
    plays = turn_of("on-fire 33,70,40,55 34.38.54.66.90/2.3 4.5.6.7.8.9.11.12.13.14.15.16 0")
    assert {"34>u1", "54>d2"} <= {str(play) for play in plays}
    assert 66 not in {play.card for play in plays}


def test_o3_it_lays_a_burning_card_that_it_covers_at_once() -> None:
    plays = turn_of("on-fire 43,70,99,98 44.45.90/2.3 4.5.6.7.8.9.11.12.13.14.15.16 0")
    assert [str(play) for play in plays][:2] == ["44>u1", "45>u1"]


def test_alone_with_the_last_cards_it_lays_them_all_if_it_can() -> None:
    """C9: with the 35 first, the 31 would be left."""
    assert len(turn_of("classic 30,90,20,12 31.35.45.88.95 - 0")) == 5


def test_it_ends_a_turn_rather_than_pass_what_is_still_to_come() -> None:
    state = read_position("classic 40,23,85,80 60.61.62/2.3.4.5 50.51.52.70.75 0:22>u2,23>u2")
    assert chosen(state) == END


@pytest.mark.parametrize(
    ("edition", "seats"),
    [
        (Classic(), 1),
        (Classic(), 3),
        (Extreme(), 2),
        (Extreme(), 5),
        (OnFire(), 1),
        (OnFire(), 4),
    ],
    ids=str,
)
def test_it_leaves_fewer_cards_than_greedy(edition: Edition, seats: int) -> None:
    setup = Setup(edition, seats)
    left = [play(setup, [p], seed=7, first=0, count=200).left.mean() for p in (CAREFUL, GREEDY)]
    assert left[0] < 0.75 * left[1]


def test_it_beats_greedy_in_duels() -> None:
    setup = Setup(FaceToFace(), 2)
    winners = play(setup, [CAREFUL, GREEDY], seed=7, first=0, count=300).winner
    assert np.mean(winners == 0) > 0.7
