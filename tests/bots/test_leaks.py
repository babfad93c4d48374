"""Bots answer alike to views that look alike to their seat."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tenback.bots import BOTS, make_bot
from tenback.bots.bot import Bot, Talker
from tenback.notation.records import NOBODY, Record
from tenback.rules import Event, Move, Signal, State, View, view_of
from tenback.table import Table
from tenback.testing import look_alike
from tests.properties.strategies import sittings


def answers(bot: Bot, view: View) -> tuple[Move | None, tuple[Signal, ...]]:
    """Return what a bot does, where its seat has something to do, and what it says."""
    move = bot.choose(view) if view.moves else None
    return move, tuple(bot.talk(view)) if isinstance(bot, Talker) else ()


@given(
    sittings(is_chatty=True), st.integers(0, 4), st.booleans(), st.randoms(use_true_random=False)
)
def test_bots_answer_alike_and_legally_where_states_look_alike(
    sitting: tuple[State, tuple[Event, ...]], number: int, is_past_shown: bool, random: Random
) -> None:
    start, events = sitting
    table = Table.resume(Record(start, events, (NOBODY,) * start.seats))
    seat, signals = number % start.seats, table.view(None).signals
    views = [
        view_of(state, seat, signals=signals, is_past_shown=is_past_shown)
        for state in (table.state, look_alike(table.state, seat, random))
    ]
    for name in BOTS:
        move, said = answers(make_bot(name, seed="ABC"), views[0])
        assert answers(make_bot(name, seed="ABC"), views[1]) == (move, said)
        assert move is None or move in views[0].moves
        assert not any(start.edition.why_no_talk(views[0].tops, signal) for signal in said)
