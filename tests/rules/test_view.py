"""Views: what a seat may know, and what it must not (C13, F9)."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import pytest

from tenback.notation import read_move
from tenback.rules import State, View, apply, card_set, seen_by, view_of
from tenback.rules.cards import Cards
from tenback.table import Table
from tests.rules.builders import after, at, dealt

CLASSIC = "classic 40,30,2,4 41.42.43/50.51.52 60.61.62.63.64.65 0"
EXTREME = "extreme 40,30,2,4 41.42.43/50.51.52 60.61.62.63.64.65 0"
DUEL = "face-to-face 5,2/30,60 6.7.8/31.33.35 50.52.54/51.53.55 0"
POSITIONS = [CLASSIC, EXTREME, DUEL]
SEATS = [0, 1, None]


def reachable(value: object) -> Iterator[object]:
    """Yield a value and all that can be reached from it."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from reachable(getattr(value, field.name))
    elif isinstance(value, tuple | list | set | frozenset):
        for part in value:
            yield from reachable(part)
    elif isinstance(value, dict):
        yield from reachable(list(value.items()))


def hidden_from(state: State, seat: int | None) -> list[Cards]:
    """Return the hands and draw piles that a seat must not know."""
    others = [hand for holder, hand in enumerate(state.hands) if holder != seat]
    return [*others, *state.draw_piles]


def disguised(state: State, seat: int | None) -> State:
    """Return a state that looks the same from a seat: hidden cards have changed places."""
    edition, hands, draws = state.edition, list(state.hands), list(state.draw_piles)
    for holder, hand in enumerate(state.hands):
        deck = edition.draw_pile_of(holder)
        if holder != seat:
            cards = (hand + draws[deck])[::-1]
            hands[holder], draws[deck] = tuple(sorted(cards[: len(hand)])), cards[len(hand) :]
    for deck, draw in enumerate(draws):
        draws[deck] = draw[::-1]
    return replace(state, hands=tuple(hands), draw_piles=tuple(draws))


def view_after(table: Table, seat: int | None, *moves: str) -> View:
    for move in moves:
        table.submit(read_move(move), seat=None)
    return table.view(seat)


# C13


def test_c13_of_a_pile_only_the_top_is_shown() -> None:
    assert view_of(after(at(CLASSIC), "41>u1", "42>u1", "end"), 1).tops == (42, 30, 2, 4)


def test_c13_what_was_laid_may_be_remembered() -> None:
    state = after(at(CLASSIC), "41>u1", "42>u1", "end")
    held = {43, 50, 51, 52, *range(60, 66)}
    assert view_of(state, 1).laid == (card_set(set(range(2, 100)) - held),)


def test_c13_a_view_may_carry_the_whole_history() -> None:
    view = view_after(Table(at(CLASSIC)), 1, "0:say free u1", "41>u1", "42>u1", "end")
    assert [str(event) for event in view.history] == [
        "0:say free u1",
        "0:41>u1",
        "0:42>u1",
        "0:draws ?.?.?.?.?.?",
        "turn 1",
    ]


def test_c13_a_table_may_hide_what_was_laid() -> None:
    view = view_after(Table(at(CLASSIC), is_past_shown=False), 1, "41>u1", "42>u1", "end")
    assert (view.tops, view.laid, view.history) == ((42, 30, 2, 4), None, ())
    assert 41 not in reachable(view)


# F9, and the same for every edition


def test_f9_a_seat_sees_its_hand_all_tops_all_sizes_and_all_that_was_laid() -> None:
    state = after(at(DUEL), "6>gu", "8>su", "end")
    view = view_of(state, 1)
    assert view.hand == (31, 33, 35)
    assert view.tops == (6, 2, 8, 60)
    assert (view.hand_sizes, view.draw_sizes) == ((4, 3), (0, 3))
    gold = set(range(2, 60)) - {7, 50, 52, 54}
    silver = set(range(2, 60)) - {31, 33, 35, 51, 53, 55}
    assert view.laid == (card_set(gold), card_set(silver))


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("seat", SEATS)
def test_f9_no_hidden_card_can_be_reached_from_a_view(position: str, seat: int | None) -> None:
    state = at(position)
    found = list(reachable(view_of(state, seat)))
    for cards in hidden_from(state, seat):
        assert cards not in found
        assert card_set(cards) not in found
    assert not any(isinstance(value, State) for value in found)


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("seat", SEATS)
def test_f9_states_that_look_the_same_from_a_seat_give_the_same_view(
    position: str, seat: int | None
) -> None:
    state = at(position)
    assert disguised(state, seat) != state
    assert repr(view_of(disguised(state, seat), seat)) == repr(view_of(state, seat))


@pytest.mark.parametrize("seat", SEATS)
def test_f9_in_the_opening_too(seat: int | None) -> None:
    state = dealt("classic", 2)
    assert view_of(disguised(state, seat), seat) == view_of(state, seat)


def test_f9_others_draw_face_down() -> None:
    _, happened = apply(after(at(DUEL), "6>gu", "7>gu"), read_move("end"))
    assert [str(seen_by(event, 0)) for event in happened] == ["0:draws 50.52", "turn 1"]
    assert [str(seen_by(event, 1)) for event in happened] == ["0:draws ?.?", "turn 1"]


# What a view offers


def test_the_seat_to_move_is_offered_its_plays_with_the_losing_ones_marked() -> None:
    view = view_of(at("classic 40,99,2,3 41.45.60/50.51 61 0"), 0)
    assert [str(move) for move in view.moves] == ["41>u1", "45>u1", "60>u1"]
    assert [str(move) for move in view.losing] == ["60>u1"]
    assert view.minimum == 2


def test_the_other_seats_are_offered_nothing() -> None:
    view = view_of(at("classic 40,99,2,3 41.45.60/50.51 61 0"), 1)
    assert (view.moves, view.losing) == ((), ())


def test_in_the_opening_every_seat_may_name_any_seat() -> None:
    view = view_of(after(dealt("classic", 2), "0:name 1"), 1)
    assert [str(move) for move in view.moves] == ["1:name 0", "1:name 1"]
    assert view.named == (1, None)


def test_after_the_end_nothing_is_offered() -> None:
    state = after(dealt("classic", 2), "0:resign")
    for seat in SEATS:
        view = view_of(state, seat)
        assert (view.moves, view.outcome) == ((), state.outcome)


def test_a_table_shows_everybody_the_signals_that_stand() -> None:
    table = Table(at(CLASSIC))
    view_after(table, 0, "1:say keep u1", "1:say stuck")
    for seat in SEATS:
        assert [[str(signal) for signal in said] for said in table.view(seat).signals] == [
            [],
            ["keep u1", "stuck"],
        ]


# Spectators


@pytest.mark.parametrize("position", POSITIONS)
def test_a_spectator_sees_the_table_but_no_hand_and_has_no_moves(position: str) -> None:
    state = at(position)
    view = view_of(state, None)
    assert (view.seat, view.hand, view.moves, view.losing) == (None, (), (), ())
    assert (view.tops, view.laid, view.turn) == (state.tops, state.laid, state.turn)


def test_a_spectator_of_the_opening_names_nobody() -> None:
    assert view_of(dealt("classic", 2), None).moves == ()


def test_a_spectator_sees_every_card_drawn_face_down() -> None:
    table = Table(at(DUEL))
    view = view_after(table, None, "6>gu", "7>gu", "end", "31>su", "33>su", "end")
    drawn = [str(event) for event in view.history if "draws" in str(event)]
    assert drawn == ["0:draws ?.?", "1:draws ?.?"]
