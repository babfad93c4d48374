"""The opening: the team agrees who begins (C4)."""

import pytest

from tenback.notation import read_move
from tenback.rules import Code, Refused, legal_moves
from tenback.rules.errors import ErrorCode
from tenback.table import Table
from tenback.table.errors import TableCode
from tests.rules.builders import after, at, dealt, events, plays, refusal, to_move


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["classic", "extreme"])
def test_c4_after_the_deal_nobody_is_to_move(edition: str, seats: int) -> None:
    state = dealt(edition, seats)
    assert (to_move(state), state.named, plays(state)) == (None, (None,) * seats, set())


def test_c4_the_seat_that_all_name_begins() -> None:
    state = after(dealt("classic", 3), "0:name 2", "1:name 2")
    assert (to_move(state), state.named) == (None, (2, 2, None))
    assert events(state, "2:name 2") == ["2:name 2", "turn 2"]


def test_c4_a_seat_may_name_itself_or_another_in_any_order() -> None:
    assert to_move(after(dealt("classic", 3), "2:name 0", "0:name 0", "1:name 0")) == 0


def test_c4_nobody_begins_while_the_seats_disagree() -> None:
    state = after(dealt("classic", 3), "0:name 2", "1:name 1", "2:name 2")
    assert (to_move(state), state.named) == (None, (2, 1, 2))


def test_c4_a_seat_may_change_its_mind() -> None:
    state = after(dealt("classic", 3), "0:name 2", "1:name 1", "2:name 2")
    assert events(state, "1:name 2") == ["1:name 2", "turn 2"]


def test_c4_an_agreement_can_be_stated_at_once_for_the_whole_table() -> None:
    assert events(dealt("classic", 3), "begin 1") == ["turn 1"]
    assert to_move(after(dealt("classic", 3), "0:name 2", "begin 1")) == 1


def test_c4_any_seat_is_offered_as_starter() -> None:
    assert [str(move) for move in legal_moves(dealt("extreme", 3))] == [
        "begin 0",
        "begin 1",
        "begin 2",
    ]


def test_c4_then_play_goes_clockwise() -> None:
    state = at("classic 40,99,2,3 44.46.90/48.49.91/41.42.92 80.81.82 2")
    state = after(state, "41>u1", "42>u1", "end")
    assert to_move(state) == 0
    state = after(state, "44>u1", "46>u1", "end")
    assert to_move(state) == 1
    state = after(state, "48>u1", "49>u1", "end")
    assert to_move(state) == 2


@pytest.mark.parametrize("edition", ["classic", "extreme"])
def test_c4_alone_the_one_seat_begins(edition: str) -> None:
    assert to_move(dealt(edition, 1)) == 0


@pytest.mark.parametrize("word", ["strong-start", "fair-start", "weak-start"])
def test_c4_how_good_a_start_would_be_may_be_said(word: str) -> None:
    assert events(dealt("classic", 3), f"1:say {word}") == [f"1:say {word}"]


@pytest.mark.parametrize("move", ["23>u1", "end", "back"])
def test_c4_before_the_agreement_nothing_is_laid_or_ended(move: str) -> None:
    assert refusal(dealt("classic", 3), move) == Code.NOT_BEGUN


@pytest.mark.parametrize("move", ["begin 3", "0:name 3", "3:name 0"])
def test_c4_a_seat_that_is_not_at_the_table_can_neither_begin_nor_name(move: str) -> None:
    assert refusal(dealt("classic", 3), move) == Code.NO_SUCH_SEAT


@pytest.mark.parametrize("move", ["begin 0", "1:name 0"])
def test_c4_once_somebody_has_begun_the_opening_is_over(move: str) -> None:
    assert refusal(after(dealt("classic", 3), "begin 1"), move) == Code.HAS_BEGUN
    assert refusal(dealt("classic", 1), "begin 0") == Code.HAS_BEGUN


def test_c4_once_somebody_has_begun_the_names_are_forgotten() -> None:
    assert after(dealt("classic", 2), "0:name 1", "1:name 1").named == ()


@pytest.mark.parametrize(
    ("move", "code"), [("begin 0", TableCode.NOT_AGREED), ("1:name 0", TableCode.NOT_YOUR_SEAT)]
)
def test_c4_no_seat_decides_for_the_others(move: str, code: ErrorCode) -> None:
    with pytest.raises(Refused) as caught:
        Table(dealt("classic", 2)).submit(read_move(move), seat=0)
    assert caught.value.code == code
