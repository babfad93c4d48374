"""A row holds what the seat to move may know, and no more."""

from dataclasses import replace

import numpy as np
from hypothesis import given

from tenback.encoding import ROW
from tenback.encoding.rows import write_row
from tenback.encoding.scheme import card_kinds
from tenback.fastsim import Setup
from tenback.fastsim.bits import mask_of
from tenback.fastsim.states import tables_of
from tenback.rules import Command, State, view_of
from tenback.rules.cards import card_set
from tests.properties.strategies import reached_states


def row_of(state: State) -> np.void:
    rows = np.zeros(1, ROW)
    write_row(Setup(state.edition, state.seats).rules, tables_of(state)[0], 0, rows[0])
    found: np.void = rows[0]
    return found


@given(reached_states())
def test_a_row_tells_what_the_view_tells(state: State) -> None:
    seat = 0 if state.turn is None else state.turn.seat
    view, row, edition = view_of(state, seat), row_of(state), state.edition
    clockwise = [(seat + step) % state.seats for step in range(state.seats)]
    source, is_duel = edition.draw_pile_of(seat), edition.draw_pile_count > 1
    turned = 2 * seat if is_duel else 0
    assert view.laid is not None
    everything = card_set(edition.numbers)
    assert mask_of(row["hand"]) == card_set(view.hand)
    assert mask_of(row["unseen"]) == everything & ~card_set(view.hand) & ~view.laid[source]
    assert tuple(row["tops"]) == tuple(view.tops[pile ^ turned] for pile in range(4))
    assert row["sizes"][: state.seats].tolist() == [view.hand_sizes[seat] for seat in clockwise]
    assert row["draws"][0] == view.draw_sizes[source]
    assert row["seat"] == seat
    assert row["is_opening"] == (state.turn is None)
    if state.turn is not None:
        assert row["minimum"] == view.minimum
        assert row["played"] == len(state.turn.plays)
        used = {play.pile.index ^ turned for play in state.turn.plays}
        assert {pile for pile in range(4) if row["used"] >> pile & 1} == used
        last = state.turn.plays[-1].pile.index ^ turned if state.turn.plays else -1
        assert row["last"] == last + 1
    if is_duel:
        assert mask_of(row["others"]) == everything & ~view.laid[1 - source]
        assert row["draws"][1] == view.draw_sizes[1 - source]
    if edition.layout is not None:
        kinds = card_kinds(Setup(edition, state.seats))[row["layout"]]
        assert [(None, *Command)[kind] for kind in kinds[2:100]] == list(
            edition.layout.command_of[2:100]
        )


@given(reached_states())
def test_two_states_that_look_the_same_give_the_same_row(state: State) -> None:
    """All cards that the seat does not see change places; nothing may be noticed."""
    if state.turn is None:
        return
    seat, edition = state.turn.seat, state.edition
    hands, draw_piles = list(state.hands), list(state.draw_piles)
    for source in range(edition.draw_pile_count):
        others = [s for s in range(state.seats) if s != seat and edition.draw_pile_of(s) == source]
        hidden = sorted([*draw_piles[source], *(card for s in others for card in hands[s])])
        for other in others:
            size = len(hands[other])
            hands[other], hidden = tuple(sorted(hidden[:size])), hidden[size:]
        draw_piles[source] = tuple(hidden)
    twin = replace(state, hands=tuple(hands), draw_piles=tuple(draw_piles))
    assert view_of(twin, seat) == view_of(state, seat)
    assert row_of(twin) == row_of(state)
