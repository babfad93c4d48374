"""Face to Face, rule by rule (F3 to F8; F1 and F2 are in test_deal, F9 in test_view).

Gold is seat 0 with the piles gu and gd, silver is seat 1 with su and sd.
"""

import pytest

from tenback.rules import Code, State
from tests.rules.builders import (
    after,
    at,
    dealt,
    events,
    losing,
    may_end,
    plays,
    refusal,
    result,
)


def fitting(state: State, pile: str) -> set[int]:
    return {
        int(card) for card, _, on in (play.partition(">") for play in plays(state)) if on == pile
    }


def test_f3_on_the_own_ascending_pile_higher_cards_and_the_backwards_trick_fit() -> None:
    state = at("face-to-face 20,2/1,60 9.10.11.19.21.50/5 40/41 0")
    assert fitting(state, "gu") == {10, 21, 50}


def test_f3_on_the_own_descending_pile_lower_cards_and_the_backwards_trick_fit() -> None:
    state = at("face-to-face 59,40/1,60 3.39.41.48.50.51/5 40/41 0")
    assert fitting(state, "gd") == {3, 39, 50}


def test_f3_both_seats_play_by_it_on_their_own_piles() -> None:
    state = at("face-to-face 1,60/20,40 5/10.19.21.39.50.41 30/42 1")
    assert (fitting(state, "su"), fitting(state, "sd")) == (
        {10, 21, 39, 41, 50},
        {10, 19, 21, 39, 50},
    )


def test_f3_it_holds_against_a_card_of_the_opponent_on_top() -> None:
    state = at("face-to-face 20,2/30,40 5.14.16.21/15.31.32 50/50 1")
    state = after(state, "15>gu", "31>su", "end")
    assert fitting(state, "gu") == {5, 16, 21}


@pytest.mark.parametrize("move", ["19>gu", "41>gd"])
def test_f3_a_card_that_neither_goes_forward_nor_back_by_ten_is_refused(move: str) -> None:
    state = at("face-to-face 20,40/1,60 19.21.22.41/5 50/50 0")
    assert refusal(state, move) == Code.DOES_NOT_FIT


def test_f3_an_equal_card_is_refused() -> None:
    state = at("face-to-face 20,2/1,60 20.21.22/5 50/50 0")
    assert refusal(state, "20>gu") == Code.DOES_NOT_FIT


def test_f4_any_lower_card_improves_the_opponents_ascending_pile() -> None:
    state = at("face-to-face 5,2/30,60 6.10.20.29.31/5 50/50 0")
    assert fitting(state, "su") == {6, 10, 20, 29}


def test_f4_any_higher_card_improves_the_opponents_descending_pile() -> None:
    state = at("face-to-face 5,2/1,40 10.30.39.41.50.59/5 51/51 0")
    assert fitting(state, "sd") == {41, 50, 59}


def test_f4_silver_improves_golds_piles_in_the_same_way() -> None:
    state = at("face-to-face 30,40/5,2 5/10.29.31.39.41 50/50 1")
    assert (fitting(state, "gu"), fitting(state, "gd")) == ({10, 29}, {41})


def test_f4_the_card_with_the_opponent_may_come_at_any_moment_of_the_turn() -> None:
    state = at("face-to-face 5,2/30,60 6.7.8.10/5 50/50 0")
    for moves in (["8>su", "6>gu", "7>gu"], ["6>gu", "8>su", "7>gu"], ["6>gu", "7>gu", "8>su"]):
        assert after(state, *moves).tops == (7, 2, 8, 60)


@pytest.mark.parametrize("second", ["8>su", "55>sd"])
def test_f4_a_second_card_with_the_opponent_is_refused(second: str) -> None:
    state = after(at("face-to-face 5,2/30,40 6.8.10.55/5 50/50 0"), "10>su")
    assert plays(state) == {"6>gu", "8>gu", "55>gu"}
    assert refusal(state, second) == Code.ONE_WITH_OPPONENT


def test_f4_the_next_turn_has_its_own_card_with_the_opponent() -> None:
    state = at("face-to-face 5,2/30,60 6.7.8.10/31.32.33 50.51.52.53/50.51.52 0")
    state = after(state, "10>su", "6>gu", "end", "31>su", "32>su", "end")
    assert fitting(state, "su") == {7, 8}


@pytest.mark.parametrize("move", ["31>su", "39>sd"])
def test_f4_a_card_that_does_not_improve_is_refused_though_it_would_go_forward(move: str) -> None:
    state = at("face-to-face 5,2/30,40 6.31.39/5 50/50 0")
    assert refusal(state, move) == Code.NO_IMPROVEMENT


@pytest.mark.parametrize("move", ["30>su", "40>sd"])
def test_f4_an_equal_card_is_no_improvement(move: str) -> None:
    state = at("face-to-face 5,2/30,40 6.30.40/5 50/50 0")
    assert refusal(state, move) == Code.NO_IMPROVEMENT


@pytest.mark.parametrize("move", ["7>su", "7>sd"])
def test_f4_a_bare_row_card_cannot_be_improved(move: str) -> None:
    assert refusal(at("face-to-face 5,2/1,60 6.7.8/5 50/50 0"), move) == Code.NO_IMPROVEMENT


@pytest.mark.parametrize("moves", [["6>gu", "7>gu"], ["6>gu", "8>su"], ["8>su", "6>gu"]])
def test_f5_two_own_cards_or_one_with_each_side_make_a_turn(moves: list[str]) -> None:
    assert may_end(after(at("face-to-face 5,2/30,60 6.7.8.10/5 50/50 0"), *moves))


def test_f5_as_many_more_as_one_likes_may_go_on_the_own_side() -> None:
    state = after(at("face-to-face 5,2/30,60 6.7.8.10.11/5 50/50 0"), "6>gu", "7>gu", "8>gu")
    assert (may_end(state), fitting(state, "gu")) == (True, {10, 11})


@pytest.mark.parametrize("moves", [[], ["6>gu"], ["8>su"]])
@pytest.mark.parametrize("draw", ["50", "-"])
def test_f5_ending_with_less_than_two_is_refused_even_with_an_empty_draw_pile(
    moves: list[str], draw: str
) -> None:
    state = at(f"face-to-face 5,2/30,60 6.7.8.10/5 {draw}/50 0")
    assert refusal(after(state, *moves), "end") == Code.MINIMUM


@pytest.mark.parametrize("moves", [["6>gu", "7>gu"], ["6>gu", "7>gu", "8>gu", "10>gu"]])
def test_f6_after_a_turn_on_own_piles_only_a_seat_draws_two(moves: list[str]) -> None:
    state = at("face-to-face 5,2/30,60 6.7.8.10.11/31.32 50.51.52.53.54/50 0")
    assert events(after(state, *moves), "end") == ["0:draws 50.51", "turn 1"]


def test_f6_after_a_card_with_the_opponent_a_seat_draws_up_to_six() -> None:
    state = at("face-to-face 5,2/30,60 6.7.8.10.11/3.4 50.51.52.53.54/50 0")
    assert events(after(state, "6>gu", "8>su"), "end") == ["0:draws 50.51.52", "turn 1"]


def test_f6_a_seat_draws_what_is_left_when_that_is_less() -> None:
    state = at("face-to-face 5,2/30,60 6.7.8.10.11/12.13 50/50 0")
    assert events(after(state, "6>gu", "7>gu"), "end") == ["0:draws 50", "turn 1"]
    assert events(after(state, "6>gu", "8>su"), "end") == ["0:draws 50", "turn 1"]


def test_f6_each_draws_from_the_own_draw_pile() -> None:
    state = at("face-to-face 5,2/6,60 7.8/10.11.12 50.51/52.53.54 1")
    state = after(state, "10>su", "11>su", "end")
    assert state.hands == ((7, 8), (12, 52, 53))
    assert state.draw_piles == ((50, 51), (54,))


def test_f7_who_has_laid_all_own_cards_wins_at_once() -> None:
    state = after(at("face-to-face 5,2/1,60 10.11/20.21 -/30 0"), "10>gu")
    assert events(state, "11>gu") == ["0:11>gu", "over all-laid, seat 0 wins, 3 left"]


def test_f7_the_last_card_may_be_the_one_with_the_opponent() -> None:
    state = at("face-to-face 1,30/5,60 20.21/10.40 30/- 1")
    assert result(after(state, "10>su", "40>gd")) == "all-laid, seat 1 wins, 3 left"


def test_f7_an_empty_hand_does_not_win_while_the_draw_pile_has_cards() -> None:
    state = after(at("face-to-face 5,2/1,60 10.11/20.21 12.13/30 0"), "10>gu")
    assert events(state, "11>gu") == ["0:11>gu", "0:draws 12.13", "turn 1"]


def test_f8_who_cannot_lay_two_cards_loses_though_one_would_fit() -> None:
    assert result(at("face-to-face 20,2/1,60 15.21/30 50/51 0")) == "stuck, seat 1 wins, 3 left"


def test_f8_the_next_seat_is_judged_as_soon_as_its_turn_begins() -> None:
    state = after(at("face-to-face 5,2/59,2 10.11.12/20.30 50/51 0"), "10>gu", "11>gu")
    assert events(state, "end") == ["0:draws 50", "turn 1", "over stuck, seat 0 wins, 3 left"]


def test_f8_a_card_with_the_opponent_may_save_a_seat() -> None:
    state = at("face-to-face 20,2/30,60 15.21/40 50/51 0")
    assert (result(state), plays(state)) == (None, {"15>su", "21>gu", "21>su"})


def test_f8_two_cards_that_fit_only_with_the_opponent_lose() -> None:
    assert result(at("face-to-face 20,2/30,60 15.16/40 50/51 0")) == "stuck, seat 1 wins, 3 left"


def test_f8_a_play_that_leaves_no_way_to_two_cards_is_marked_and_loses_at_once() -> None:
    state = at("face-to-face 5,2/1,60 10.21/40 50/51 0")
    assert losing(state) == {"21>gu"}
    assert events(state, "21>gu") == ["0:21>gu", "over stuck, seat 1 wins, 2 left"]


def test_f8_one_last_card_with_an_empty_draw_pile_loses() -> None:
    assert result(at("face-to-face 5,2/1,60 10/20.21 -/30 0")) == "stuck, seat 1 wins, 1 left"


@pytest.mark.parametrize("seed", "0123456789")
def test_each_colour_always_has_58_cards_and_one_seat_wins(seed: str) -> None:
    state = dealt("face-to-face", 2, seed)
    while state.outcome is None:
        state = after(state, "end" if may_end(state) else min(plays(state) - losing(state)))
        for hand, draw, laid in zip(state.hands, state.draw_piles, state.laid, strict=True):
            assert len(hand) + len(draw) + laid.bit_count() == 58
    assert state.outcome.winner in (0, 1)
