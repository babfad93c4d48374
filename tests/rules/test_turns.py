"""Turns: what ends a turn, taking back, giving up, and that nothing follows the end."""

import pytest

from tenback.notation import read_move
from tenback.rules import Code, Ending, Outcome, Refused, legal_moves, losing_plays
from tenback.table import Table
from tenback.table.errors import TableCode
from tests.rules.builders import after, at, dealt, events, may_end, plays, refusal, result, to_move

CLASSIC = "classic 40,30,2,3 41.42.43/50.51.52 60.61.62 0"

# What ends a turn


def test_a_turn_ends_by_the_seats_word() -> None:
    state = after(at(CLASSIC), "41>u1", "42>u1")
    assert to_move(state) == 0
    assert to_move(after(state, "end")) == 1


def test_a_turn_ends_by_itself_when_the_hand_is_empty() -> None:
    state = after(at(CLASSIC), "41>u1", "42>u1")
    assert events(state, "43>u1") == ["0:43>u1", "0:draws 60.61.62", "turn 1"]


def test_a_turn_ends_by_itself_with_a_stop() -> None:
    state = at("extreme 40,99,2,4 70.71/80.81 90 0")
    assert events(state, "70>u1") == ["0:70>u1", "0:draws 90", "turn 1"]


def test_a_turn_ends_with_the_game() -> None:
    state = at("classic 40,99,2,3 41.45.60/50.51 61 0")
    assert events(state, "60>u1") == ["0:60>u1", "over stuck, lost, 5 left"]


def test_a_turn_does_not_end_by_itself_when_nothing_more_fits() -> None:
    state = after(at("classic 40,99,2,3 20.41.42/50 60 0"), "41>u1", "42>u1")
    assert (to_move(state), plays(state), may_end(state)) == (0, set(), True)


def test_a_turn_does_not_end_by_itself_when_a_three_is_met() -> None:
    state = after(at("extreme 40,99,2,4 74.75.76.77/80 90 0"), "74>u1", "75>u1", "76>u1")
    assert (to_move(state), plays(state), may_end(state)) == (0, set(), True)


def test_c9_seats_without_cards_are_passed_over_also_when_the_hand_runs_empty() -> None:
    state = at("classic 40,99,2,3 41/-/-/50.60 - 0")
    assert events(state, "41>u1") == ["0:41>u1", "0:draws -", "turn 3"]


def test_c9_with_cards_in_the_draw_pile_nobody_is_passed_over() -> None:
    state = after(at("classic 40,99,2,3 41.42/-/50.60 61.62.63.64.65.66.67 0"), "41>u1")
    assert events(state, "42>u1")[-2:] == ["turn 1", "over stuck, lost, 9 left"]


# Taking back


def test_taking_back_restores_the_table() -> None:
    assert after(at(CLASSIC), "41>u1", "back") == at(CLASSIC)
    assert after(at(CLASSIC), "41>u1", "43>u2", "back", "back") == at(CLASSIC)


def test_taking_back_returns_the_card_laid_last() -> None:
    state = after(at(CLASSIC), "41>u1", "43>u2")
    assert events(state, "back") == ["0:back 43>u2 to 30"]
    assert events(after(state, "back"), "back") == ["0:back 41>u1 to 40"]


def test_a_card_on_a_card_of_the_same_turn_is_taken_back_to_that() -> None:
    assert events(after(at(CLASSIC), "41>u1", "42>u1"), "back") == ["0:back 42>u1 to 41"]


def test_after_taking_back_the_minimum_must_be_reached_anew() -> None:
    assert refusal(after(at(CLASSIC), "41>u1", "42>u1", "back"), "end") == Code.MINIMUM


def test_a_command_that_is_taken_back_does_not_bind() -> None:
    state = after(at("extreme 40,99,2,4 50.51.74.75 90 0"), "50>u1", "51>u1", "74>u1", "back")
    assert plays(state) == {"74>u1", "75>u1"}
    state = after(at("extreme 10,1,100,100 30.45.46.80 90 0"), "80>d1", "45>u1", "back")
    assert "30>d2" in plays(state)


def test_the_card_with_the_opponent_is_free_again_when_it_is_taken_back() -> None:
    state = at("face-to-face 5,2/30,60 6.7.8.10/5 50/50 0")
    assert "8>su" in plays(after(state, "10>su", "back"))


def test_in_a_position_that_was_read_cards_are_taken_back_as_far_as_the_table_is_known() -> None:
    state = at("classic 42,30,2,3 43/50.51.52 60.61.62 0:41>u1,42>u1")
    assert events(state, "back") == ["0:back 42>u1 to 41"]
    assert refusal(after(state, "back"), "back") == Code.BELOW_UNKNOWN


def test_cards_laid_after_reading_a_position_can_all_be_taken_back() -> None:
    state = after(at("classic 41,30,2,3 42.43/50.51.52 60.61.62 0:41>u1"), "43>u2", "back")
    assert state.tops == (41, 30, 2, 3)


def test_there_is_nothing_to_take_back_before_the_first_card() -> None:
    assert refusal(at(CLASSIC), "back") == Code.NOTHING_LAID


def test_once_a_turn_has_ended_its_cards_stay() -> None:
    assert refusal(after(at(CLASSIC), "41>u1", "42>u1", "end"), "back") == Code.NOTHING_LAID
    laid_all = after(at(CLASSIC), "41>u1", "42>u1", "43>u1")
    assert refusal(laid_all, "back") == Code.NOTHING_LAID
    stopped = after(at("extreme 40,99,2,4 70.71/80.81 90 0"), "70>u1")
    assert refusal(stopped, "back") == Code.NOTHING_LAID


def test_a_table_may_do_without_taking_back() -> None:
    table = Table(at(CLASSIC), can_take_back=False)
    table.submit(read_move("41>u1"), seat=0)
    with pytest.raises(Refused) as caught:
        table.submit(read_move("back"), seat=0)
    assert caught.value.code == TableCode.NO_TAKING_BACK


# Giving up


@pytest.mark.parametrize("seat", [0, 1])
def test_any_seat_may_give_up_for_the_team_at_any_time(seat: int) -> None:
    assert events(at(CLASSIC), f"{seat}:resign") == [
        f"{seat}:resign",
        "over resigned, lost, 9 left",
    ]
    assert result(after(dealt("classic", 2), f"{seat}:resign")) == "resigned, lost, 98 left"


@pytest.mark.parametrize(("seat", "left"), [(0, 5), (1, 2)])
def test_who_gives_up_a_duel_loses_it_whoever_is_to_move(seat: int, left: int) -> None:
    state = at("face-to-face 5,2/30,60 6.7.8.10/5 50/50 0")
    assert result(after(state, f"{seat}:resign")) == f"resigned, seat {1 - seat} wins, {left} left"


def test_only_a_seat_at_the_table_can_give_up() -> None:
    assert refusal(at(CLASSIC), "2:resign") == Code.NO_SUCH_SEAT


# The end

TEAM = "classic 40,99,2,3 41.45.60/50.51 61 0"
EXTREME = "extreme 40,99,2,4 50.51.63 90 0"
DUEL = "face-to-face 5,2/1,60 10.11.30/20.21 -/30 0"
ENDED = [
    ("classic 40,99,2,3 41 - 0", "41>u1", Outcome(Ending.ALL_LAID, True, None, 0)),
    (TEAM, "60>u1", Outcome(Ending.STUCK, False, None, 5)),
    (EXTREME, "63>u1", Outcome(Ending.COMMAND_BROKEN, False, None, 3)),
    (TEAM, "1:resign", Outcome(Ending.RESIGNED, False, None, 6)),
    (DUEL, "10>gu 11>gu 30>gu", Outcome(Ending.ALL_LAID, None, 0, 3)),
    (DUEL, "30>gu", Outcome(Ending.STUCK, None, 1, 2)),
    (DUEL, "0:resign", Outcome(Ending.RESIGNED, None, 1, 3)),
]
ended = pytest.mark.parametrize(("position", "moves", "outcome"), ENDED, ids=str)


@ended
def test_an_outcome_tells_how_it_ended_and_for_whom(
    position: str, moves: str, outcome: Outcome
) -> None:
    assert after(at(position), *moves.split()).outcome == outcome


@ended
def test_after_the_end_nothing_is_offered_and_every_move_is_refused(
    position: str, moves: str, outcome: Outcome
) -> None:
    state = after(at(position), *moves.split())
    assert legal_moves(state) == losing_plays(state) == ()
    for move in ("45>u1", "end", "back", "begin 0", "0:name 0", "0:say stuck", "0:resign"):
        assert refusal(state, move) == Code.OVER
