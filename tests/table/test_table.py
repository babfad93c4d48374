"""The table: who may do what, who sees what, and nothing is lost."""

import pytest

from tenback.notation import read_deal, read_move, read_position, read_record, write_record
from tenback.notation.errors import NotationCode
from tenback.rules import (
    BACK,
    END,
    BadInput,
    Begin,
    Code,
    Name,
    Refused,
    Resign,
    Say,
    Signal,
    Word,
    fold,
)
from tenback.rules.errors import ErrorCode
from tenback.rules.events import HIDDEN, Drew
from tenback.rules.piles import U1
from tenback.table import Table
from tenback.table.errors import TableCode

POSITION = "classic 60,50,40,30 61.62/63.65 70.71 0"


def table(position: str = POSITION, *, can_take_back: bool = True) -> Table:
    return Table(read_position(position), ("Anna", "Ben"), can_take_back=can_take_back)


def refusal(at: Table, move: str, *, seat: int) -> ErrorCode:
    before = (at.state, at.log)
    with pytest.raises(Refused) as refused:
        at.submit(read_move(move, seat=seat), seat=seat)
    assert (at.state, at.log) == before
    return refused.value.code


def test_the_seat_to_move_moves() -> None:
    sitting = table()
    events = sitting.submit(read_move("61>u1"), seat=0)
    assert [str(event) for event in events] == ["0:61>u1"]
    assert sitting.log == events


def test_only_the_seat_to_move_may_lay_end_or_take_back() -> None:
    for move in ("63>u1", "end", "back"):
        assert refusal(table(), move, seat=1) == TableCode.NOT_YOUR_TURN


def test_a_seat_speaks_only_for_itself() -> None:
    for move in ("1:say keep u1", "1:resign"):
        assert refusal(table(), move, seat=0) == TableCode.NOT_YOUR_SEAT


def test_one_seat_cannot_begin_for_all_but_may_name_a_seat() -> None:
    opening = Table(read_deal("classic", 2, "7"))
    assert refusal(opening, "begin 0", seat=0) == TableCode.NOT_AGREED
    opening.submit(Name(0, 1), seat=0)
    opening.submit(Name(1, 1), seat=1)
    assert opening.state.turn is not None
    assert opening.state.turn.seat == 1


def test_around_one_screen_the_table_moves_as_a_whole() -> None:
    opening = Table(read_deal("classic", 2, "7"))
    opening.submit(Begin(1), seat=None)
    assert opening.state.turn is not None


def test_a_refused_move_changes_nothing() -> None:
    assert refusal(table(), "62>d1", seat=0) == Code.DOES_NOT_FIT


def test_taking_back_is_an_option_of_the_table() -> None:
    sitting = table()
    sitting.submit(read_move("61>u1"), seat=0)
    sitting.submit(BACK, seat=0)
    assert sitting.state == sitting.start
    strict = table(can_take_back=False)
    strict.submit(read_move("61>u1"), seat=0)
    assert refusal(strict, "back", seat=0) == TableCode.NO_TAKING_BACK


def test_each_seat_gets_its_own_stream_numbered_by_place() -> None:
    sitting = table()
    for move in ("61>u1", "62>u1"):
        sitting.submit(read_move(move), seat=0)
    drawn = [e for e in sitting.stream(0) if isinstance(e, Drew)]
    assert drawn == [Drew(0, (70, 71))]
    for other in (1, None):
        assert Drew(0, (HIDDEN, HIDDEN)) in sitting.stream(other)
        assert Drew(0, (70, 71)) not in sitting.stream(other)
    assert sitting.stream(1, since=2) == sitting.stream(1)[2:]


def test_the_log_folds_to_the_state() -> None:
    sitting = table()
    sitting.submit(read_move("61>u1"), seat=0)
    sitting.submit(Say(1, Signal(Word.SMALL, pile=U1)), seat=1)
    sitting.submit(Resign(1), seat=1)
    assert fold(sitting.start, sitting.log) == sitting.state


def test_a_view_carries_standing_signals_and_the_history() -> None:
    sitting = table()
    sitting.submit(Say(1, Signal(Word.SMALL, pile=U1)), seat=1)
    view = sitting.view(0)
    assert view.signals == ((), (Signal(Word.SMALL, pile=U1),))
    assert view.history == sitting.stream(0)
    sitting.submit(read_move("61>u1"), seat=0)
    assert sitting.view(0).signals == ((), ())


def test_the_past_can_be_kept_from_people_and_shown_to_bots() -> None:
    sitting = Table(read_position(POSITION), is_past_shown=False)
    sitting.submit(read_move("61>u1"), seat=0)
    assert sitting.view(0).laid is None
    assert sitting.view(0).history == ()
    assert sitting.view(0, is_past_shown=True).history == sitting.stream(0)


def test_a_sitting_becomes_a_record_and_goes_on_from_it() -> None:
    sitting = Table(read_deal("classic", 2, "7"), ("Anna", "Ben"), tags=[("date", "2026-11-15")])
    sitting.submit(Begin(0), seat=None)
    sitting.submit(sitting.view(0).moves[0], seat=0)
    again = Table.resume(read_record(write_record(sitting.record())))
    assert again.record() == sitting.record()
    assert again.state == sitting.state
    again.submit(BACK, seat=0)
    assert again.state.turn is not None
    assert again.state.turn.plays == ()


def test_nothing_moves_after_the_end() -> None:
    sitting = table()
    sitting.submit(Resign(0), seat=0)
    assert refusal(sitting, "61>u1", seat=0) == Code.OVER
    assert sitting.view(0).moves == ()
    assert END not in sitting.view(1).moves


def test_a_table_needs_a_player_for_each_seat() -> None:
    with pytest.raises(BadInput) as refused:
        Table(read_position(POSITION), ("Anna",))
    assert refused.value.code == NotationCode.BAD_PLAYERS


def test_there_is_no_view_and_no_stream_for_a_seat_that_is_not_there() -> None:
    for look in (table().view, table().stream):
        for seat in (-1, 2):
            with pytest.raises(Refused) as refused:
                look(seat)
            assert refused.value.code == Code.NO_SUCH_SEAT
