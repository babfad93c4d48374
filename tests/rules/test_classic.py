"""Classic, rule by rule (C2, C3: test_deal; C4: test_opening; C12: test_talk; C13: test_view).

Most positions leave one pile open: nothing in these hands fits on 99, 2 or 3.
"""

import pytest

from tenback.notation.errors import NotationCode
from tenback.rules import Code
from tests.rules.builders import (
    after,
    at,
    complaint,
    dealt,
    events,
    losing,
    may_end,
    plays,
    refusal,
    result,
    to_move,
)


def test_c1_two_piles_ascend_from_1_and_two_descend_from_100() -> None:
    state = dealt("classic", 2)
    piles = [(str(pile), pile.is_ascending) for pile in state.edition.piles]
    assert piles == [("u1", True), ("u2", True), ("d1", False), ("d2", False)]
    assert state.tops == (1, 1, 100, 100)


def test_c5_any_higher_card_fits_on_an_ascending_pile() -> None:
    assert plays(at("classic 40,99,2,3 39.41.60.98 50 0")) == {"41>u1", "60>u1", "98>u1"}


def test_c5_any_lower_card_fits_on_a_descending_pile() -> None:
    assert plays(at("classic 98,99,60,3 4.20.59.61 50 0")) == {"4>d1", "20>d1", "59>d1"}


def test_c5_a_card_may_fit_on_several_piles() -> None:
    assert plays(at("classic 40,30,60,3 50.98 51 0")) == {
        *("50>u1", "50>u2", "50>d1"),
        *("98>u1", "98>u2"),
    }


def test_c5_a_laid_card_becomes_the_top_of_its_pile_and_leaves_the_hand() -> None:
    state = after(at("classic 40,99,2,3 41.60.98 50 0"), "60>u1")
    assert (state.tops, state.hands) == ((60, 99, 2, 3), ((41, 98),))


@pytest.mark.parametrize("move", ["39>u1", "61>d1"])
def test_c5_a_card_that_does_not_go_forward_is_refused(move: str) -> None:
    assert refusal(at("classic 40,99,60,3 39.45.50.61 51 0"), move) == Code.DOES_NOT_FIT


def test_c5_only_cards_of_the_own_hand_can_be_laid() -> None:
    assert refusal(at("classic 40,99,2,3 41.42/60 50.51 0"), "60>u1") == Code.NOT_IN_HAND


def test_c5_only_the_four_piles_take_cards() -> None:
    assert refusal(at("classic 40,99,2,3 41.42/60 50.51 0"), "41>gu") == Code.NO_SUCH_PILE


def test_c6_a_backwards_trick_is_legal_on_an_ascending_pile() -> None:
    state = at("classic 40,99,2,3 30.35 50 0")
    assert plays(state) == {"30>u1"}
    assert after(state, "30>u1").tops == (30, 99, 2, 3)


def test_c6_a_backwards_trick_is_legal_on_a_descending_pile() -> None:
    state = at("classic 98,99,60,3 65.70 50 0")
    assert plays(state) == {"70>d1"}
    assert after(state, "70>d1").tops == (98, 99, 70, 3)


def test_c6_backwards_tricks_may_be_repeated_in_a_turn_and_on_any_piles() -> None:
    state = at("classic 40,99,60,3 20.30.70.80.98 50 0")
    assert after(state, "30>u1", "70>d1", "20>u1", "80>d1").tops == (20, 99, 80, 3)


@pytest.mark.parametrize("move", ["29>u1", "31>u1", "69>d1", "71>d1"])
def test_c6_going_back_by_anything_but_ten_is_refused(move: str) -> None:
    state = at("classic 40,99,60,3 29.31.45.50.69.71 52 0")
    assert refusal(state, move) == Code.DOES_NOT_FIT


def test_c7_a_turn_may_end_once_two_cards_are_laid() -> None:
    state = at("classic 40,99,2,3 41.42.43 50.51 0")
    assert [may_end(state), may_end(after(state, "41>u1"))] == [False, False]
    assert may_end(after(state, "41>u1", "42>u1"))


def test_c7_more_than_two_cards_may_be_laid_even_all() -> None:
    state = after(at("classic 40,99,2,3 41.42.43.44/60 50.51 0"), "41>u1", "42>u1")
    assert plays(state) == {"43>u1", "44>u1"}
    assert to_move(after(state, "43>u1", "44>u1")) == 1


def test_c7_cards_may_go_on_any_piles_in_any_order() -> None:
    state = at("classic 40,10,60,90 11.41.59.89.20 50 0")
    assert after(state, "89>d2", "11>u2", "59>d1", "41>u1").tops == (41, 11, 59, 89)


@pytest.mark.parametrize("moves", [[], ["41>u1"]])
def test_c7_ending_with_less_than_two_cards_is_refused(moves: list[str]) -> None:
    state = at("classic 40,99,2,3 41.42.43 50.51 0")
    assert refusal(after(state, *moves), "end") == Code.MINIMUM


def test_c8_a_seat_draws_as_many_cards_as_it_laid_from_the_top_of_the_draw_pile() -> None:
    state = at("classic 40,1,2,3 41.42.43.44.45.46.47/50.51 60.61.62.63 0")
    state = after(state, "41>u1", "42>u1", "43>u1")
    assert events(state, "end") == ["0:draws 60.61.62", "turn 1"]


def test_c8_drawn_cards_join_the_hand() -> None:
    state = at("classic 40,1,2,3 41.42.43.44.45.46.47/50.51 60.20.62.63 0")
    state = after(state, "41>u1", "42>u1", "end")
    assert state.hands[0] == (20, 43, 44, 45, 46, 47, 60)
    assert state.draw_piles == ((62, 63),)


def test_c8_nothing_is_drawn_before_the_turn_ends() -> None:
    state = after(at("classic 40,99,2,3 41.42.43 50.51 0"), "41>u1", "42>u1")
    assert state.draw_piles == ((50, 51),)


def test_c8_a_seat_draws_what_is_left_when_that_is_less() -> None:
    state = after(at("classic 40,1,2,3 41.42.43/50.51 60 0"), "41>u1", "42>u1")
    assert events(state, "end") == ["0:draws 60", "turn 1"]


def test_c9_once_the_draw_pile_is_empty_one_card_a_turn_is_enough() -> None:
    state = at("classic 40,99,2,3 41.42/50 - 0")
    assert may_end(after(state, "41>u1"))


def test_c9_once_the_draw_pile_is_empty_nobody_draws() -> None:
    state = after(at("classic 40,99,2,3 41.42/50 - 0"), "41>u1")
    assert events(state, "end") == ["0:draws -", "turn 1"]


def test_c9_the_minimum_is_still_two_in_the_turn_that_uses_up_the_draw_pile() -> None:
    state = after(at("classic 40,99,2,3 41.42.43/50.51 60 0"), "41>u1")
    assert refusal(state, "end") == Code.MINIMUM
    state = after(state, "42>u1", "end")
    assert (state.draw_piles, may_end(after(state, "50>u1"))) == (((),), True)


def test_c9_a_seat_that_has_laid_all_its_cards_is_passed_over() -> None:
    state = at("classic 40,99,2,3 41.42/-/50.60 - 0")
    assert to_move(after(state, "41>u1", "end")) == 2


def test_c9_the_last_seat_with_cards_plays_on_alone() -> None:
    state = at("classic 40,99,2,3 -/-/50.60 - 2")
    assert events(after(state, "50>u1"), "end") == ["2:draws -", "turn 2"]


def test_c9_with_an_empty_draw_pile_ending_with_no_card_laid_is_refused() -> None:
    assert refusal(at("classic 40,99,2,3 41.42/50 - 0"), "end") == Code.MINIMUM


def test_c10_a_seat_that_cannot_lay_two_cards_is_lost_though_one_would_fit() -> None:
    state = at("classic 40,99,2,3 20.41/50.51 60 0")
    assert result(state) == "stuck, lost, 5 left"
    assert refusal(state, "41>u1") == Code.OVER


def test_c10_the_next_seat_is_judged_as_soon_as_its_turn_begins() -> None:
    state = after(at("classic 40,99,2,3 41.48.49/20.30 60 0"), "41>u1", "48>u1")
    assert events(state, "end") == ["0:draws 60", "turn 1", "over stuck, lost, 4 left"]


def test_c10_once_the_draw_pile_is_empty_one_card_that_fits_is_enough_to_go_on() -> None:
    assert result(at("classic 40,99,2,3 20.41/50.51 - 0")) is None


def test_c10_a_way_to_the_minimum_may_lead_over_a_backwards_trick() -> None:
    state = at("classic 40,99,2,3 30.35/50.51 60 0")
    assert (result(state), plays(state)) == (None, {"30>u1"})


def test_c10_a_play_that_leaves_no_way_to_the_minimum_is_marked_and_ends_the_game_at_once() -> None:
    state = at("classic 40,99,2,3 41.45.60/50.51 61 0")
    assert losing(state) == {"60>u1"}
    assert events(state, "60>u1") == ["0:60>u1", "over stuck, lost, 5 left"]


def test_c10_once_the_minimum_is_reached_no_play_loses() -> None:
    state = after(at("classic 40,99,2,3 41.42.60.97/50.98 61 0"), "41>u1", "42>u1")
    assert (plays(state), losing(state)) == ({"60>u1", "97>u1"}, set())


def test_c10_ending_the_turn_is_never_marked_though_the_next_seat_may_be_stuck() -> None:
    state = after(at("classic 40,99,2,3 41.48.49/20.30 60 0"), "41>u1", "48>u1")
    assert (may_end(state), losing(state)) == (True, set())


@pytest.mark.parametrize("hands", ["41", "41/-", "-/41/-"])
def test_c11_the_team_has_beaten_the_game_when_all_98_are_laid(hands: str) -> None:
    seat = hands.split("/").index("41")
    state = at(f"classic 40,99,2,3 {hands} - {seat}")
    assert events(state, "41>u1") == [f"{seat}:41>u1", "over all-laid, won, 0 left"]


def test_c11_otherwise_the_cards_left_in_hands_and_draw_pile_count() -> None:
    assert result(at("classic 98,99,2,3 20.41/50.51.52/60 70.71.72.73 0")) == "stuck, lost, 10 left"


def test_c14_with_minimum_three_two_cards_are_not_enough() -> None:
    state = after(at("classic+min3 40,99,2,3 41.42.43.44 50.51 0"), "41>u1", "42>u1")
    assert refusal(state, "end") == Code.MINIMUM
    assert may_end(after(state, "43>u1"))


def test_c14_with_minimum_three_a_seat_that_can_lay_only_two_is_lost() -> None:
    hand_and_draw = "20.41.42 50.51"
    assert result(at(f"classic+min3 40,99,2,3 {hand_and_draw} 0")) == "stuck, lost, 5 left"
    assert result(at(f"classic 40,99,2,3 {hand_and_draw} 0")) is None


def test_c14_with_minimum_three_one_card_is_enough_once_the_draw_pile_is_empty() -> None:
    assert may_end(after(at("classic+min3 40,99,2,3 41.42.43.44 - 0"), "41>u1"))


@pytest.mark.parametrize("edition", ["classic+hand-1", "extreme+hand-1"])
@pytest.mark.parametrize(("seats", "size"), [(1, 7), (2, 6), (3, 5), (4, 5), (5, 5)])
def test_c14_with_the_smaller_hand_everybody_has_one_card_less(
    edition: str, seats: int, size: int
) -> None:
    assert [len(hand) for hand in dealt(edition, seats).hands] == [size] * seats


def test_c14_with_the_smaller_hand_a_seat_draws_up_to_one_card_less() -> None:
    state = at("classic+hand-1 40,1,2,3 41.42.43.44.45.46/50.51 60.61.62 0")
    assert events(after(state, "41>u1", "42>u1"), "end") == ["0:draws 60.61", "turn 1"]


@pytest.mark.parametrize(
    ("edition", "minimum", "size"),
    [
        ("classic", 2, 8),
        ("classic+min3", 3, 8),
        ("classic+hand-1", 2, 7),
        ("classic+min3+hand-1", 3, 7),
        ("extreme+min3", 3, 8),
    ],
)
def test_c14_the_two_options_are_independent(edition: str, minimum: int, size: int) -> None:
    state = dealt(edition, 1)
    assert (state.progress.minimum, len(state.hands[0])) == (minimum, size)


@pytest.mark.parametrize("edition", ["classic+min4", "face-to-face+min3", "face-to-face+hand-1"])
def test_c14_other_options_are_refused_and_face_to_face_has_none(edition: str) -> None:
    assert complaint(lambda: dealt(edition, 2)) == NotationCode.BAD_OPTION


def test_cards_in_hands_draw_pile_and_laid_always_make_the_whole_deck() -> None:
    state = dealt("classic", 3)
    state = after(state, "begin 0")
    while state.outcome is None:
        state = after(state, "end" if may_end(state) else min(plays(state) - losing(state)))
        held = sum(map(len, state.hands)) + sum(map(len, state.draw_piles))
        assert held + state.laid[0].bit_count() == 98
