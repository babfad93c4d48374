"""The simulator agrees with the referee at every moment: a sample; `make lockstep` does more."""

import pytest
from hypothesis import given

from tenback.fastsim import Replica, Setup
from tenback.notation import write_position
from tenback.rules import Refused, State, apply, legal_moves
from tenback.rules.moves import Play
from tenback.rules.referee import outcome_of
from tests.fastsim.lockstep import compare, compare_moment, setups
from tests.properties.strategies import composed_states, reached_states


@pytest.mark.parametrize("setup", list(setups()), ids=str)
def test_random_sittings(setup: Setup) -> None:
    assert sum(compare(setup, number) for number in range(3)) > 3


@given(composed_states())
def test_composed_states_full_of_commands(state: State) -> None:
    """What nobody need have played to: here the end test of Extreme is hardest (E12)."""
    if outcome_of(state) is None:
        follow_every_move(state)


@given(reached_states())
def test_every_move_from_a_state_that_is_reached(state: State) -> None:
    follow_every_move(state)


def follow_every_move(state: State) -> None:
    for move in compare_moment(state, Replica.of(state)):
        replica = Replica.of(state)
        replica.apply(move)
        compare_moment(apply(state, move)[0], replica)


@given(reached_states())
def test_illegal_moves_are_refused_with_the_referees_reason(state: State) -> None:
    replica = Replica.of(state)
    moves = [Play(card, pile) for card in state.edition.numbers for pile in state.edition.piles]
    for move in moves[::7]:
        if move not in legal_moves(state):
            with pytest.raises(Refused) as by_referee:
                apply(state, move)
            with pytest.raises(Refused) as by_replica:
                replica.apply(move)
            assert str(by_replica.value) == str(by_referee.value)
    assert write_position(replica.state) == write_position(state)
