"""Tables made from views: they hold all that a seat may know, and nothing else."""

from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tenback.fastsim.bits import mask_of
from tenback.fastsim.states import tables_of
from tenback.fastsim.tables import FREE, HELP, KEEP, NOTHING, SMALL, Row
from tenback.fastsim.views import table_like
from tenback.notation import read_deal, read_move
from tenback.rules import Event, State, card_set, cards_in, fold, view_of
from tenback.table import Table
from tenback.testing import look_alike
from tests.properties.strategies import reached_states, sittings

UNKNOWN = {
    "hands",
    "deck",
    "seat_streams",
    "draw_streams",
    "spare_stream",
    "number",
    "talkers",
    "resigned",
    "said",
}
"""What a view does not tell, or tells about one seat only; signals have a test of their own."""

seats = st.integers(0, 4)
dice = st.randoms(use_true_random=False)


def hidden(state: State, table: Row, seat: int, source: int) -> list[int]:
    """Return the cards of the other hands and the draw pile, as they lie on the table."""
    edition = state.edition
    holders = [s for s in range(state.seats) if s != seat and edition.draw_pile_of(s) == source]
    held = [card for holder in holders for card in cards_in(mask_of(table["hands"][holder]))]
    drawn = table["deck"][source][table["next"][source] : len(edition.numbers)]
    return [*held, *map(int, drawn)]


@given(sittings(), seats)
def test_a_table_tells_what_the_view_tells(
    sitting: tuple[State, tuple[Event, ...]], number: int
) -> None:
    state = fold(*sitting)
    seat = number % state.seats
    made, true = table_like(view_of(state, seat))[0], tables_of(state)[0]
    for name in set(made.dtype.names) - UNKNOWN:
        np.testing.assert_array_equal(made[name], true[name], name)
    assert mask_of(made["hands"][seat]) == card_set(state.hands[seat])
    for holder, hand in enumerate(state.hands):
        assert mask_of(made["hands"][holder]).bit_count() == len(hand)


@given(reached_states(), seats)
def test_what_a_seat_cannot_see_is_filled_in_ascending(state: State, number: int) -> None:
    seat = number % state.seats
    made, true = table_like(view_of(state, seat))[0], tables_of(state)[0]
    for source in range(state.edition.draw_pile_count):
        cards = hidden(state, made, seat, source)
        assert cards == sorted(hidden(state, true, seat, source))


@given(reached_states(), seats, dice, st.booleans())
def test_states_that_look_alike_make_the_same_table(
    state: State, number: int, random: Random, is_past_shown: bool
) -> None:
    seat = number % state.seats
    made, other = (
        table_like(view_of(s, seat, is_past_shown=is_past_shown))
        for s in (state, look_alike(state, seat, random))
    )
    assert made.tobytes() == other.tobytes()


@given(reached_states(), seats)
def test_c13_where_the_past_is_hidden_only_what_lies_open_counts_as_laid(
    state: State, number: int
) -> None:
    seat, edition = number % state.seats, state.edition
    made = table_like(view_of(state, seat, is_past_shown=False))[0]
    plays = () if state.turn is None else state.turn.plays
    seen = {*state.tops, *(play.card for play in plays)}
    np.testing.assert_array_equal(made["left"], tables_of(state)[0]["left"])
    for source in range(edition.draw_pile_count):
        laid, cards = (
            set(cards_in(mask_of(made["laid"][source]))),
            hidden(state, made, seat, source),
        )
        own = set(state.hands[seat]) if edition.draw_pile_of(seat) == source else set()
        assert laid <= seen
        assert len(set(cards)) == len(cards) == made["left"][source] - len(own)
        assert not set(cards) & (laid | own)
        if edition.draw_pile_count == 1:
            assert laid == seen & set(edition.numbers)


def test_what_was_said_about_piles_stands_on_the_table() -> None:
    table = Table(read_deal("classic", 3, "ABC"))
    for text in (
        "0:say keep u1",
        "0:say stuck",
        "2:say small d1",
        "2:say free u2",
        "2:say help d2",
    ):
        table.submit(read_move(text), seat=None)
    for seat in range(3):
        said = table_like(table.view(seat))[0]["said"]
        assert said[0].tolist() == [KEEP, NOTHING, NOTHING, NOTHING]
        assert said[1].tolist() == [NOTHING] * 4
        assert said[2].tolist() == [NOTHING, FREE, SMALL, HELP]
