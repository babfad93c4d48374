"""The careful bot at a table: it chooses like its compiled policy."""

from hypothesis import given

from tenback.bots.bot import Talker
from tenback.bots.careful import Careful
from tenback.fastsim import Replica
from tenback.policies import Policy
from tenback.policies.choosing import choose_move
from tenback.rules import State, view_of
from tests.properties.strategies import reached_states


def test_careful_talks() -> None:
    assert isinstance(Careful(), Talker)


@given(reached_states())
def test_careful_chooses_legally_also_where_the_past_is_hidden(state: State) -> None:
    """C13: what it cannot remember, it does not know."""
    if state.turn is not None:
        view = view_of(state, state.turn.seat, is_past_shown=False)
        assert Careful().choose(view) in view.moves


@given(reached_states())
def test_careful_alone_or_in_a_duel_chooses_from_a_view_as_from_the_cards(state: State) -> None:
    if state.turn is not None and (state.seats == 1 or state.edition.is_starter_drawn):
        view = view_of(state, state.turn.seat)
        assert Careful().choose(view) == choose_move(Replica.of(state), [Policy("careful")])
