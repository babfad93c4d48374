"""Hidden cards stay hidden: states that look the same to a seat are treated the same."""

from dataclasses import replace
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from tenback.notation.replay import Replay
from tenback.rules import (
    HIDDEN,
    Drew,
    Event,
    Play,
    State,
    TenbackError,
    fold,
    seen_by,
    view_of,
)
from tenback.rules.referee import outcome_of
from tenback.table import Table
from tenback.testing.look_alikes import look_alike, others
from tests.properties.strategies import reached_states, sittings


@given(reached_states(), st.integers(-1, 4), st.randoms(use_true_random=False))
def test_states_that_look_alike_give_equal_views(state: State, number: int, random: Random) -> None:
    seat = None if number < 0 else number % state.seats
    other = look_alike(state, seat, random)
    assume(outcome_of(other) is None)
    assert view_of(other, seat) == view_of(state, seat)
    assert repr(view_of(other, seat)) == repr(view_of(state, seat))


@given(reached_states(), st.randoms(use_true_random=False))
def test_until_it_draws_a_seat_cannot_tell_look_alikes_apart(state: State, random: Random) -> None:
    assume(state.turn is not None)
    assert state.turn is not None
    seat = state.turn.seat
    tables = Table(state), Table(look_alike(state, seat, random))
    while plays := [move for move in tables[0].view(seat).moves if isinstance(move, Play)]:
        play = random.choice(plays)
        for table in tables:
            table.submit(play, seat=seat)
        if any(isinstance(event, Drew) for event in tables[0].log):
            return
        assert tables[0].stream(seat) == tables[1].stream(seat)
        assert tables[0].view(seat) == tables[1].view(seat)


@given(sittings(is_chatty=True), st.integers(0, 4), st.randoms(use_true_random=False))
def test_an_onlooker_cannot_tell_apart_what_others_drew_and_never_showed(
    sitting: tuple[State, tuple[Event, ...]], number: int, random: Random
) -> None:
    """Exchange two cards that a seat never saw, let the same happen, and compare all it saw."""
    start, events = sitting
    end, seat = fold(start, events), number % start.seats
    pile = random.randrange(len(end.draw_piles))
    held = [c for s in others(end, seat, pile) for c in end.hands[s]]
    hidden = [*held, *end.draw_piles[pile]]
    assume(len(hidden) > 1)
    replay = Replay(exchanged(start, pile, *random.sample(hidden, 2)))
    try:
        for event in events:
            replay.tell(seen_by(event, None))
    except TenbackError:  # another was stuck, or was not: that is seen, and may differ
        assume(False)
    assert view_of(replay.state, seat, history=replay.events) == view_of(end, seat, history=events)


def exchanged(state: State, pile: int, first: int, second: int) -> State:
    """Return a start in which two cards have changed places."""
    places = {first: second, second: first}
    hands, draws = list(state.hands), list(state.draw_piles)
    for seat in others(state, None, pile):
        hands[seat] = tuple(sorted(places.get(card, card) for card in hands[seat]))
    draws[pile] = tuple(places.get(card, card) for card in draws[pile])
    return replace(state, hands=tuple(hands), draw_piles=tuple(draws))


@given(sittings(is_chatty=True))
def test_a_seat_sees_no_card_that_another_draws(sitting: tuple[State, tuple[Event, ...]]) -> None:
    start, events = sitting
    for seat in (None, *range(start.seats)):
        view = view_of(fold(start, events), seat, history=events)
        for event, seen in zip(events, view.history, strict=True):
            if isinstance(event, Drew) and event.seat != seat:
                assert seen == Drew(event.seat, (HIDDEN,) * len(event.cards))
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
