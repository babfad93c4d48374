"""Hidden cards stay hidden: states that look the same to a seat are treated the same."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tenback.analysis import Decision, analyse_part
from tenback.analysis.records import has_decisions
from tenback.notation.replay import Replay
from tenback.rules import (
    HIDDEN,
    Drew,
    Event,
    Play,
    Resign,
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
    start, events = sitting
    end, seat = fold(start, events), number % start.seats
    _, replay = behind_the_back(start, events, seat, random)
    assert view_of(replay.state, seat, history=replay.events) == view_of(end, seat, history=events)


@settings(max_examples=settings().max_examples // 5)
@given(sittings(is_chatty=True), st.integers(0, 4), st.randoms(use_true_random=False))
def test_cards_that_a_seat_never_saw_change_nothing_in_the_analysis_of_its_decisions(
    sitting: tuple[State, tuple[Event, ...]], number: int, random: Random
) -> None:
    start, events = sitting
    seat = number % start.seats
    found = decided(start, events, seat)
    assume(found)
    swapped, replay = behind_the_back(start, events, seat, random)
    for one, other in zip(found, decided(swapped, replay.events, seat), strict=True):
        assert (other.event, other.move) == (one.event, one.move)
        assert other.before == pytest.approx(one.before, abs=1e-5)
        assert other.after == pytest.approx(one.after, abs=1e-5)


def decided(start: State, events: Sequence[Event], seat: int) -> list[Decision]:
    """Return the last decisions of a seat about its turns, as an analysis sees them."""
    table = Table(start)
    table.tell(events)
    record = table.record()
    steps = analyse_part(record).steps if has_decisions(record) else ()
    found = (step for step in steps if isinstance(step, Decision) and step.seat == seat)
    return [step for step in found if not isinstance(step.move, Resign)]


def behind_the_back(
    start: State, events: Sequence[Event], seat: int, random: Random
) -> tuple[State, Replay]:
    """Exchange two cards that a seat never saw, let the same happen, and return both."""
    end = fold(start, events)
    pile = random.randrange(len(end.draw_piles))
    held = [c for s in others(end, seat, pile) for c in end.hands[s]]
    hidden = [*held, *end.draw_piles[pile]]
    assume(len(hidden) > 1)
    swapped = exchanged(start, pile, *random.sample(hidden, 2))
    replay = Replay(swapped)
    try:
        for event in events:
            replay.tell(seen_by(event, None))
    except TenbackError:  # another was stuck, or was not: that is seen, and may differ
        assume(False)
    return swapped, replay


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
