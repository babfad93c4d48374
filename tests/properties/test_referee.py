"""What holds of the referee in every state of every edition."""

from collections import Counter
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tenback.rules import (
    BACK,
    END,
    PILES,
    Begin,
    Deal,
    Event,
    Move,
    Name,
    Play,
    Refused,
    State,
    apply,
    card_set,
    cards_in,
    fold,
    legal_moves,
    losing_plays,
)
from tests.properties import naive
from tests.properties.strategies import (
    composed_states,
    deals,
    play_on,
    reached_states,
    sittings,
)

Sitting = tuple[State, tuple[Event, ...]]


def cards_of(state: State) -> list[Counter[int]]:
    """All cards of a state, deck by deck: laid, in hands, and still to draw."""
    decks = [Counter(cards_in(laid)) for laid in state.laid]
    for seat, hand in enumerate(state.hands):
        decks[state.edition.deck_of(seat)].update(hand)
    for deck, draw in zip(decks, state.draw_piles, strict=True):
        deck.update(draw)
    return decks


@given(sittings())
def test_cards_are_conserved(sitting: Sitting) -> None:
    start, events = sitting
    state = fold(start, events)
    assert cards_of(state) == [Counter(state.edition.numbers)] * state.edition.decks
    row_cards = {pile.row_card for pile in state.edition.piles}
    assert all(
        top in row_cards or any(laid >> top & 1 for laid in state.laid) for top in state.tops
    )


@given(deals(), st.randoms(use_true_random=False))
def test_the_fold_of_events_is_the_state(deal: Deal, random: Random) -> None:
    start = deal.start()
    states, events = play_on(start, random, length=80, care=0.6, is_chatty=True)
    assert fold(start, events) == states[-1]


@given(reached_states())
def test_legal_moves_equal_brute_force_over_all_cards_and_piles(state: State) -> None:
    if state.turn is None:
        assert set(legal_moves(state)) == {Begin(seat) for seat in range(state.seats)}
        return
    assert set(legal_moves(state)) == naive.legal(naive.moment_of(state))


@given(reached_states())
def test_losing_plays_equal_exhaustive_search(state: State) -> None:
    assume(state.turn is not None)
    assert set(losing_plays(state)) == naive.losing(naive.moment_of(state))


@given(composed_states())
def test_the_end_test_equals_exhaustive_search_in_composed_positions(state: State) -> None:
    assert state.edition.can_complete(state.progress) == naive.can_complete(naive.moment_of(state))


@given(composed_states())
def test_legal_moves_equal_brute_force_in_composed_positions(state: State) -> None:
    assert set(legal_moves(state)) == naive.legal(naive.moment_of(state))


@given(sittings())
def test_a_sitting_is_over_exactly_when_its_turn_cannot_be_completed(sitting: Sitting) -> None:
    start, events = sitting
    state = fold(start, events)
    assume(state.turn is not None)
    is_stuck = not naive.can_complete(naive.moment_of(state))
    full = card_set(state.edition.numbers)
    is_all_laid = any(laid == full for laid in state.laid)
    assert (state.outcome is not None) == (is_stuck or is_all_laid)


all_moves = st.one_of(
    st.builds(Play, st.integers(0, 101), st.sampled_from(tuple(PILES.values()))),
    st.sampled_from((END, BACK)),
    st.builds(Begin, st.integers(0, 6)),
    st.builds(Name, st.integers(0, 6), st.integers(0, 6)),
)


@given(sittings(), st.lists(all_moves, min_size=1, max_size=20))
def test_what_is_not_listed_is_refused_with_a_code_and_changes_nothing(
    sitting: Sitting, moves: list[Move]
) -> None:
    start, events = sitting
    state = fold(start, events)
    before = fold(start, events)
    for move in moves:
        is_listed = move in legal_moves(state)
        if isinstance(move, Play | Begin) or move == END:
            if is_listed:
                apply(state, move)
            else:
                with pytest.raises(Refused) as refused:
                    apply(state, move)
                assert str(refused.value)
        assert state == before
