"""The turning point: until when a lost sitting could be won, with all cards open."""

from tenback.analysis import TurningPoint, find_turning_point
from tenback.notation import read_move, read_position
from tenback.rules import apply
from tenback.table import Table


def turning_point(position: str, *moves: str) -> TurningPoint:
    """Return the last chance to win a sitting of some moves from a position."""
    table = Table(read_position(position))
    for move in moves:
        table.submit(read_move(move), seat=None)
    return find_turning_point(table.record(), seconds=20)


def test_the_last_turn_from_which_a_win_was_possible_is_found_with_a_way_to_win() -> None:
    point = turning_point("classic 90,99,2,3 91.92.97 98.96 0", "92>u1", "97>u1", "end")
    assert (point.turn, point.is_proven, point.is_winnable) == (1, True, True)
    assert point.state is not None
    state = point.state
    for move in point.line:
        state = apply(state, move)[0]
    assert state.outcome is not None
    assert state.outcome.won


def test_where_no_cards_can_win_that_is_proven() -> None:
    point = turning_point("classic 90,99,2,3 91.92 60 0", "91>u1")
    assert (point.turn, point.line, point.is_proven) == (None, (), True)
    assert point.is_winnable is False


def test_without_a_win_or_a_proof_nobody_knows_whether_the_cards_could_be_won() -> None:
    assert TurningPoint(None, None, (), is_proven=False, seconds=1).is_winnable is None
