"""Properties of the referee in every state of every edition."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tenback.rules import (
    BACK,
    END,
    PILES,
    Begin,
    Code,
    Deal,
    Event,
    Laid,
    Move,
    Name,
    OnFire,
    Play,
    Refused,
    Resign,
    State,
    TakenBack,
    apply,
    fold,
    legal_moves,
    losing_plays,
)
from tenback.rules.editions.edition import can_complete_by_definition
from tenback.rules.errors import ErrorCode
from tenback.rules.progress import Progress
from tenback.table import Table
from tests.properties import naive
from tests.properties.strategies import (
    burning_turns,
    composed_states,
    deals,
    play_on,
    reached_states,
    sittings,
)

Sitting = tuple[State, tuple[Event, ...]]


@given(sittings(is_chatty=True))
def test_cards_are_conserved(sitting: Sitting) -> None:
    """What was laid and not taken back, what is held and what is to draw: each card once."""
    start, events = sitting
    state = fold(start, events)
    cards = [Counter(draw) for draw in state.draw_piles]
    for seat, hand in enumerate(state.hands):
        cards[state.edition.draw_pile_of(seat)].update(hand)
    for event in events:
        if isinstance(event, Laid | TakenBack):
            change = 1 if isinstance(event, Laid) else -1
            cards[state.edition.draw_pile_of(event.seat)][event.card] += change
    assert [+of_pile for of_pile in cards] == [Counter(state.edition.numbers)] * len(cards)


@given(sittings(is_chatty=True))
def test_a_pile_shows_the_card_laid_on_it_last(sitting: Sitting) -> None:
    start, events = sitting
    tops = {pile: [pile.row_card] for pile in start.edition.piles}
    for event in events:
        if isinstance(event, Laid):
            tops[event.pile].append(event.card)
        elif isinstance(event, TakenBack):
            assert tops[event.pile].pop() == event.card
    assert fold(start, events).tops == tuple(cards[-1] for cards in tops.values())


@given(deals(), st.randoms(use_true_random=False))
def test_the_fold_of_events_is_the_state(deal: Deal, random: Random) -> None:
    start = deal.start()
    states, events = play_on(start, random, length=80, care=0.6, is_chatty=True)
    assert fold(start, events) == states[-1]


@given(deals(), st.randoms(use_true_random=False))
def test_a_turn_carried_from_card_to_card_is_the_one_of_the_state(
    deal: Deal, random: Random
) -> None:
    states, _ = play_on(deal.start(), random, length=80, care=0.6, is_chatty=True)
    for state in states:
        if state.turn is not None:
            assert state.progress == replace(state).progress


@given(st.one_of(reached_states(), composed_states()))
def test_legal_moves_equal_brute_force_over_all_cards_and_piles(state: State) -> None:
    if state.turn is None:
        assert set(legal_moves(state)) == {Begin(seat) for seat in range(state.seats)}
    else:
        assert set(legal_moves(state)) == naive.legal(naive.moment_of(state))


@given(reached_states())
def test_losing_plays_equal_exhaustive_search(state: State) -> None:
    assume(state.turn is not None)
    assert set(losing_plays(state)) == naive.losing(naive.moment_of(state))


@given(composed_states())
def test_the_end_test_equals_exhaustive_search(state: State) -> None:
    edition, progress = state.edition, state.progress
    expected = naive.can_complete(naive.moment_of(state))
    assert edition.can_complete(progress) == expected
    assert can_complete_by_definition(edition, progress) == expected


@settings(max_examples=1000)
@given(burning_turns())
def test_the_end_test_with_fires_equals_its_definition(progress: Progress) -> None:
    edition = OnFire()
    for moment in (progress, *edition.continuations(progress)):
        assert edition.can_complete(moment) == can_complete_by_definition(edition, moment)


@given(reached_states(), st.randoms(use_true_random=False))
def test_what_follows_from_a_move_equals_a_second_reading_of_the_rules(
    state: State, random: Random
) -> None:
    """Tops, hands, draw piles, who is next, and whether and how it is over."""
    assume(state.turn is not None)
    move = random.choice(legal_moves(state))
    after, _ = apply(state, move)
    assert after.turn is not None
    hands, piles = [list(h) for h in after.hands], [list(p) for p in after.draw_piles]
    assert (after.tops, hands, piles, after.turn.seat) == naive.then(state, move)
    assert after.outcome == naive.outcome(after)


seats = st.integers(0, 6)
all_moves = st.one_of(
    st.builds(Play, st.integers(0, 101), st.sampled_from(tuple(PILES.values()))),
    st.sampled_from((END, BACK)),
    st.builds(Begin, seats),
    st.builds(Name, seats, seats),
    st.builds(Resign, seats),
)


@given(sittings(), st.lists(all_moves, min_size=1, max_size=20))
def test_an_illegal_move_is_refused_with_its_code_and_changes_nothing(
    sitting: Sitting, moves: list[Move]
) -> None:
    table = Table(fold(*sitting))
    before = (table.state, table.record())
    for move in moves:
        codes = expected_codes(table.state, move)
        if codes:
            with pytest.raises(Refused) as refused:
                table.submit(move, seat=None)
            assert refused.value.code in codes
            assert (table.state, table.record()) == before
        else:
            apply(table.state, move)


def expected_codes(state: State, move: Move) -> set[ErrorCode]:
    """Return why a move must be refused; nothing if it is allowed."""
    if state.outcome is not None:
        return {Code.OVER}
    named = {
        seat
        for seat in (getattr(move, "seat", None), getattr(move, "starter", None))
        if seat is not None and seat >= state.seats
    }
    if isinstance(move, Begin | Name) and state.turn is not None:
        return {Code.HAS_BEGUN}
    if isinstance(move, Begin | Name | Resign):
        return {Code.NO_SUCH_SEAT} if named else set()
    if state.turn is None:
        return {Code.NOT_BEGUN}
    if move == BACK:
        is_known = state.turn.plays and None not in state.turn.tops
        return set() if is_known else {Code.NOTHING_LAID, Code.BELOW_UNKNOWN}
    if move in legal_moves(state):
        return set()
    if move == END:
        return {Code.MINIMUM, Code.SKULL_VISIBLE, Code.NOT_THREE, Code.FIRE_VISIBLE}
    assert isinstance(move, Play)
    if move.pile not in state.edition.piles:
        return {Code.NO_SUCH_PILE}
    if move.card not in state.hands[state.turn.seat]:
        return {Code.NOT_IN_HAND}
    if state.edition.layout is not None:
        return {
            Code.DOES_NOT_FIT,
            Code.NO_TRICK,
            Code.ONE_PILE,
            Code.FOURTH_CARD,
            Code.STOP_TOO_EARLY,
        }
    if move.pile.owner in (None, state.turn.seat):
        return {Code.DOES_NOT_FIT}
    return {Code.NO_IMPROVEMENT, Code.ONE_WITH_OPPONENT}
