"""Hidden cards stay hidden: what looks the same to a seat is the same to it."""

from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from tenback.notation import view_as_json
from tenback.rules import Event, Play, State, apply, fold, legal_moves, view_of
from tenback.rules.events import HIDDEN, Drew, seen_by
from tenback.rules.referee import outcome_of
from tests.properties.strategies import reached_states, sittings


def look_alike(state: State, seat: int | None, random: Random) -> State:
    """Deal the cards that a seat does not see anew, hand and draw pile sizes kept."""
    hands, draws = list(state.hands), list(state.draw_piles)
    for deck in range(state.edition.decks):
        others = [s for s in range(state.seats) if s != seat and state.edition.deck_of(s) == deck]
        hidden = [card for s in others for card in hands[s]] + list(draws[deck])
        random.shuffle(hidden)
        for s in others:
            size = len(hands[s])
            hands[s] = tuple(sorted(hidden[:size]))
            hidden = hidden[size:]
        draws[deck] = tuple(hidden)
    return State(
        state.edition,
        state.tops,
        tuple(hands),
        tuple(draws),
        state.turn,
        state.named,
    )


@given(reached_states(), st.integers(-1, 4), st.randoms(use_true_random=False))
def test_states_that_look_alike_give_equal_views(state: State, number: int, random: Random) -> None:
    seat = None if number < 0 else number % state.seats
    other = look_alike(state, seat, random)
    assume(outcome_of(other) is None)
    assert view_of(other, seat) == view_of(state, seat)
    assert view_as_json(view_of(other, seat)) == view_as_json(view_of(state, seat))
    assert repr(view_of(other, seat)) == repr(view_of(state, seat))


@given(reached_states(), st.randoms(use_true_random=False))
def test_states_that_look_alike_give_equal_events_until_something_hidden_is_drawn(
    state: State, random: Random
) -> None:
    assume(state.turn is not None)
    assert state.turn is not None
    seat = state.turn.seat
    other = look_alike(state, seat, random)
    while plays := [move for move in legal_moves(state) if isinstance(move, Play)]:
        play = random.choice(plays)
        state, events = apply(state, play)
        other, other_events = apply(other, play)
        if any(isinstance(event, Drew) for event in events):
            return
        assert [seen_by(e, seat) for e in events] == [seen_by(e, seat) for e in other_events]
        assert view_of(other, seat) == view_of(state, seat)
    assert legal_moves(other) == legal_moves(state)


@given(sittings(is_chatty=True))
def test_a_seat_sees_no_card_that_another_draws(sitting: tuple[State, tuple[Event, ...]]) -> None:
    start, events = sitting
    for seat in (None, *range(start.seats)):
        for event in events:
            seen = seen_by(event, seat)
            if isinstance(seen, Drew) and seen.seat != seat:
                assert set(seen.cards) <= {HIDDEN}
                assert isinstance(event, Drew)
                assert len(seen.cards) == len(event.cards)
            else:
                assert seen == event


@given(sittings())
def test_a_view_holds_no_state_and_no_draw_pile(sitting: tuple[State, tuple[Event, ...]]) -> None:
    state = fold(*sitting)
    for seat in (None, *range(state.seats)):
        view = view_of(state, seat)
        values = [getattr(view, name) for name in view.__slots__]
        assert not any(isinstance(value, State) for value in values)
        hidden = [hand for s, hand in enumerate(state.hands) if s != seat and len(hand) > 2]
        hidden += [draw for draw in state.draw_piles if len(draw) > 2]
        assert not any(value == cards for value in values for cards in hidden)
