"""Extreme, rule by rule (E1 to E6, E8 to E12; E7 and E13 are in test_talk, E14 in test_deal).

The standard layout, for reading the positions:

    stop     5 31 70 96    skull     3 38 63 98    three    12 27 74 89
    silence  9 41 60 92    no-trick 16 48 53 85    one-pile 19 45 56 82    draw-one 23 34 67 78

Most positions leave one or two piles open: nothing in these hands fits on 99, 2 or 4.
"""

from random import Random

import pytest

from tenback.rules import STANDARD, Code, Extreme, State
from tenback.rules.cards import card_set
from tenback.rules.progress import Progress
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
    to_move,
)


def open_piles(state: State) -> set[str]:
    return {play.partition(">")[2] for play in plays(state)}


@pytest.mark.parametrize("moves", [[], ["32>u1"], ["50>d1", "40>d1"], ["71>d1", "90>u1"]])
def test_while_no_command_is_near_classic_holds(moves: list[str]) -> None:
    table = "42,1,61,99 2.30.32.40.50.52.71.90 80.81.83 0"
    extreme, classic = (
        after(at(f"{edition} {table}"), *moves) for edition in ("extreme", "classic")
    )
    assert (plays(extreme), may_end(extreme)) == (plays(classic), may_end(classic))


# E1 obedience


def test_e1_a_play_that_a_command_forbids_is_refused_like_any_illegal_play() -> None:
    state = at("extreme 53,99,2,4 43.54.55 90 0")
    assert "43>u1" not in plays(state)
    assert refusal(state, "43>u1") == Code.NO_TRICK


def test_e1_a_play_whose_demand_cannot_be_met_is_allowed_and_loses_at_once() -> None:
    state = at("extreme 40,99,2,4 50.51.63 90 0")
    assert "63>u1" in plays(state) & losing(state)
    assert events(state, "63>u1") == ["0:63>u1", "over command-broken, lost, 3 left"]


def test_e1_all_command_cards_of_a_turn_bind() -> None:
    state = after(at("extreme 40,99,2,4 63.74.75.76 90 0"), "63>u1", "74>u1")
    assert refusal(state, "end") == Code.NOT_THREE
    assert refusal(after(state, "75>u1"), "76>u1") == Code.FOURTH_CARD


def test_e1_commands_that_cannot_be_met_together_lose() -> None:
    state = after(at("extreme 40,99,2,4 50.61.63.64.74 90 0"), "50>u1", "61>u1", "63>u1")
    assert losing(state) == {"74>u1"}
    assert result(after(state, "74>u1")) == "command-broken, lost, 2 left"


def test_e1_a_loss_by_the_minimum_alone_is_stuck_though_a_demand_is_open() -> None:
    """The skull could be covered, but not with a third card beside."""
    state = at("extreme+min3 40,99,2,4 50.51.52.63.64 90 0")
    assert result(after(state, "63>u1")) == "stuck, lost, 5 left"


# E2 lightning


def test_e2_a_stop_binds_only_the_seat_that_laid_it() -> None:
    state = after(at("extreme 40,99,2,4 70.71/72.73.75 90.91.93.94.95.97 0"), "70>u1")
    assert (to_move(state), plays(state)) == (1, {"72>u1", "73>u1", "75>u1"})
    assert may_end(after(state, "72>u1", "73>u1"))


def test_e2_a_three_binds_only_in_the_turn_in_which_it_was_laid() -> None:
    state = at("extreme 74,99,2,4 75.76/80.81.83.84.86 90.91 1")
    assert may_end(after(state, "80>u1", "81>u1"))
    assert may_end(after(state, "80>u1", "81>u1", "83>u1", "84>u1"))


# E3 stop


def test_e3_a_stop_ends_the_turn_at_once() -> None:
    state = after(at("extreme 40,99,2,4 50.51.70.71.72.73.75/80.81 90.91.93 0"), "50>u1", "51>u1")
    assert events(state, "70>u1") == ["0:70>u1", "0:draws 90.91.93", "turn 1"]


@pytest.mark.parametrize("edition", ["extreme", "extreme+min3"])
def test_e3_a_stop_may_be_the_very_first_card_and_waives_the_minimum(edition: str) -> None:
    state = at(f"{edition} 40,99,2,4 70.71.72.73.75.76.77/80.81.83 90.91.93 0")
    assert "70>u1" not in losing(state)
    assert events(state, "70>u1") == ["0:70>u1", "0:draws 90", "turn 1"]


def test_e3_a_stop_must_fit_like_any_card() -> None:
    assert refusal(at("extreme 40,99,2,4 31.42.43 90 0"), "31>u1") == Code.DOES_NOT_FIT


# E4 skull


def test_e4_a_skull_must_be_covered_before_the_turn_ends() -> None:
    state = after(at("extreme 40,99,2,4 50.63.64.65 90 0"), "50>u1", "63>u1")
    assert refusal(state, "end") == Code.SKULL_VISIBLE
    assert may_end(after(state, "64>u1"))


def test_e4_cards_on_other_piles_do_not_cover_a_skull() -> None:
    state = after(at("extreme 40,1,2,4 10.11.63.64 90 0"), "63>u1", "10>u2", "11>u2")
    assert refusal(state, "end") == Code.SKULL_VISIBLE


def test_e4_a_backwards_trick_covers_a_skull() -> None:
    assert may_end(after(at("extreme 30,99,2,4 28.38.42 90 0"), "38>u1", "28>u1"))


def test_e4_another_skull_covers_a_skull_and_must_then_be_covered_itself() -> None:
    state = after(at("extreme 30,99,2,4 38.63.64.65 90 0"), "38>u1", "63>u1")
    assert refusal(state, "end") == Code.SKULL_VISIBLE
    assert may_end(after(state, "64>u1"))


def test_e4_a_skull_that_only_an_uncoverable_skull_can_cover_loses() -> None:
    state = at("extreme 30,99,2,4 32.33.38.63 90 0")
    assert result(after(state, "38>u1")) == "command-broken, lost, 4 left"


def test_e4_a_stop_laid_on_a_skull_covers_it() -> None:
    state = after(at("extreme 40,99,2,4 63.70.71/80.81 90 0"), "63>u1", "70>u1")
    assert (to_move(state), result(state)) == (1, None)


def test_e4_a_stop_laid_elsewhere_ends_the_turn_with_the_skull_visible_and_loses() -> None:
    state = after(at("extreme 40,42,2,4 63.64.70/80.81 90.91 0"), "63>u1")
    assert losing(state) == {"70>u2"}
    assert result(after(state, "70>u2")) == "command-broken, lost, 5 left"


def test_e4_a_skull_as_98th_card_loses_though_all_cards_are_laid() -> None:
    state = at("extreme 40,99,2,4 50.63 - 0")
    assert result(after(state, "50>u1", "63>u1")) == "command-broken, lost, 0 left"


def test_e4_the_98th_card_may_cover_the_skull() -> None:
    assert result(after(at("extreme 40,99,2,4 63.64 - 0"), "63>u1", "64>u1")) == (
        "all-laid, won, 0 left"
    )


# E5 three


def test_e5_a_three_asks_for_exactly_three_cards() -> None:
    state = after(at("extreme 40,99,2,4 74.75.76.77 90 0"), "74>u1", "75>u1")
    assert refusal(state, "end") == Code.NOT_THREE
    assert may_end(after(state, "76>u1"))


@pytest.mark.parametrize("moves", [["74>u1", "75>u1", "76>u1"], ["50>u1", "51>u1", "74>u1"]])
def test_e5_a_fourth_card_after_a_three_is_refused(moves: list[str]) -> None:
    state = after(at("extreme 40,99,2,4 50.51.74.75.76.77 90 0"), *moves)
    assert (plays(state), may_end(state)) == (set(), True)
    assert refusal(state, "77>u1") == Code.FOURTH_CARD


def test_e5_a_three_asks_for_three_cards_with_an_empty_draw_pile_too() -> None:
    state = after(at("extreme 40,99,2,4 74.75.76 - 0"), "74>u1")
    assert refusal(state, "end") == Code.NOT_THREE


def test_e5_two_threes_in_a_turn_are_met_by_the_same_three_cards() -> None:
    assert may_end(after(at("extreme 40,99,2,4 74.75.89.91 90 0"), "74>u1", "75>u1", "89>u1"))


def test_e5_a_three_as_fourth_card_of_a_three_is_refused_too() -> None:
    state = after(at("extreme 40,99,2,4 74.75.76.89 90 0"), "74>u1", "75>u1", "76>u1")
    assert refusal(state, "89>u1") == Code.FOURTH_CARD


@pytest.mark.parametrize(
    "moves", [["50>u1", "51>u1", "52>u1"], ["50>u1", "51>u1", "52>u1", "54>u1"]]
)
def test_e5_a_three_as_fourth_card_or_later_is_allowed_and_loses(moves: list[str]) -> None:
    state = after(at("extreme 40,99,2,4 50.51.52.54.74.75 90 0"), *moves)
    assert losing(state) == {"74>u1"}
    assert str(result(after(state, "74>u1"))).startswith("command-broken, lost")


def test_e5_a_three_loses_with_no_way_left_to_make_three_though_two_would_fit() -> None:
    state = at("extreme 40,99,2,4 50.51.74.75 90 0")
    assert result(after(state, "74>u1")) == "command-broken, lost, 4 left"


def test_e5_a_three_as_98th_card_loses_unless_it_is_the_third() -> None:
    state = at("extreme 40,99,2,4 50.51.74 - 0")
    assert result(after(state, "50>u1", "51>u1", "74>u1")) == "all-laid, won, 0 left"
    state = at("extreme 40,99,2,4 51.74 - 0")
    assert result(after(state, "51>u1", "74>u1")) == "command-broken, lost, 0 left"


def test_e5_a_stop_may_be_the_third_card() -> None:
    state = at("extreme 20,99,2,4 27.28.31/80.81 90.91.93 0")
    assert events(after(state, "27>u1", "28>u1"), "31>u1") == [
        "0:31>u1",
        "0:draws 90.91.93",
        "turn 1",
    ]


def test_e5_a_stop_as_second_card_after_a_three_is_refused() -> None:
    state = after(at("extreme 20,99,2,4 27.28.31/80.81 90.91 0"), "27>u1")
    assert plays(state) == {"28>u1"}
    assert refusal(state, "31>u1") == Code.STOP_TOO_EARLY


def test_e5_a_stop_does_not_save_a_three_that_cannot_be_met() -> None:
    state = at("extreme 20,99,2,4 21.22.27.31 90 0")
    assert result(after(state, "27>u1")) == "command-broken, lost, 4 left"


def test_e5_the_third_card_must_not_leave_a_skull_visible() -> None:
    state = after(at("extreme 40,97,2,4 74.75.76.98 90 0"), "74>u1", "75>u1")
    assert losing(state) == {"98>u1", "98>u2"}


def test_e5_a_minimum_of_three_asks_for_no_more_than_the_three() -> None:
    state = at("extreme+min3 40,99,2,4 74.75.76.77 90 0")
    assert may_end(after(state, "74>u1", "75>u1", "76>u1"))


# E6 infinity


def test_e6_an_infinity_command_binds_from_the_moment_it_is_laid() -> None:
    state = at("extreme 40,62,2,4 48.49.52.64 90 0")
    assert "52>u2" in plays(state)
    assert refusal(after(state, "48>u1"), "52>u2") == Code.NO_TRICK


def test_e6_an_infinity_command_binds_the_next_seats_too() -> None:
    state = at("extreme 40,62,2,4 46.48.90/50.52.64 91 0")
    assert refusal(after(state, "46>u1", "48>u1", "end"), "52>u2") == Code.NO_TRICK


def test_e6_a_covered_command_means_nothing_any_more() -> None:
    state = after(at("extreme 40,62,2,4 48.49.52.64 90 0"), "48>u1", "49>u1")
    assert "52>u2" in plays(state)


def test_e6_several_commands_may_be_active_at_once() -> None:
    state = at("extreme 53,45,100,4 43.54.80.81 90 0")
    assert refusal(state, "43>u1") == Code.NO_TRICK
    assert refusal(after(state, "81>d1"), "54>u1") == Code.ONE_PILE


def test_e6_covering_one_of_two_equal_commands_leaves_the_other_active() -> None:
    state = after(at("extreme 16,48,2,4 10.20.21 90 0"), "20>u1")
    assert refusal(state, "10>u1") == Code.NO_TRICK


# E8 no trick


@pytest.mark.parametrize("trick", ["6>u1", "40>u2", "79>d1", "90>d2"])
def test_e8_no_pile_takes_a_backwards_trick_not_even_the_commands_own(trick: str) -> None:
    assert refusal(at("extreme 16,50,69,80 6.20.40.79.90 91 0"), trick) == Code.NO_TRICK


def test_e8_going_forward_stays_allowed() -> None:
    assert {"40>u1", "6>d1"} <= plays(at("extreme 16,50,69,80 6.20.40.79.90 91 0"))


def test_e8_a_no_trick_card_may_itself_be_laid_by_a_backwards_trick() -> None:
    state = at("extreme 26,99,2,4 16.17.18 90 0")
    assert after(state, "16>u1").tops == (16, 99, 2, 4)


def test_e8_a_step_back_that_is_no_trick_does_not_fit_as_ever() -> None:
    assert refusal(at("extreme 16,99,2,4 7.20.21 90 0"), "7>u1") == Code.DOES_NOT_FIT


# E9 one pile


def test_e9_the_first_card_of_a_turn_may_go_on_any_pile() -> None:
    assert open_piles(at("extreme 19,1,100,100 20.21.80.81 90 0")) == {"u1", "u2", "d1", "d2"}


def test_e9_the_cards_after_it_go_on_the_same_pile() -> None:
    state = after(at("extreme 19,1,100,100 20.21.80.81 90 0"), "80>d1")
    assert plays(state) == {"20>d1", "21>d1"}
    assert refusal(state, "20>u1") == Code.ONE_PILE
    assert refusal(state, "81>d2") == Code.ONE_PILE


def test_e9_laid_on_the_command_itself_the_first_card_frees_the_rest_of_the_turn() -> None:
    state = after(at("extreme 19,1,100,100 20.21.80.81 90 0"), "20>u1")
    assert open_piles(state) == {"u1", "u2", "d1", "d2"}


def test_e9_covering_one_of_two_one_piles_does_not_free_the_turn() -> None:
    state = after(at("extreme 19,1,82,100 20.21.80.81 90 0"), "20>u1")
    assert open_piles(state) == {"u1"}


def test_e9_a_one_pile_covered_by_a_one_pile_binds_to_that_pile() -> None:
    state = after(at("extreme 19,1,100,100 45.46.80.81 90 0"), "45>u1")
    assert open_piles(state) == {"u1"}


def test_e9_laid_in_mid_turn_it_binds_to_its_own_pile_whatever_was_laid_before() -> None:
    state = after(at("extreme 10,1,100,100 30.45.46.80 90 0"), "80>d1", "45>u1")
    assert plays(state) == {"46>u1"}
    assert refusal(state, "30>d1") == Code.ONE_PILE


def test_e9_laid_and_covered_in_mid_turn_it_leaves_the_rest_free() -> None:
    state = after(at("extreme 10,1,100,100 30.45.46.80 90 0"), "80>d1", "45>u1", "46>u1")
    assert plays(state) == {"30>u2", "30>d1", "30>d2"}


def test_e9_every_seat_chooses_its_own_pile() -> None:
    state = at("extreme 19,1,100,100 79.80.81/20.21.83 90 0")
    state = after(state, "80>d1", "79>d1", "end")
    assert open_piles(state) == {"u1", "u2", "d1", "d2"}
    assert open_piles(after(state, "20>u2")) == {"u2"}


# E10 draw one


def test_e10_while_a_draw_one_is_visible_a_seat_draws_a_single_card() -> None:
    state = at("extreme 20,99,2,4 21.22.23.24.25.26.28/80.81 90.91.93.94 0")
    assert events(after(state, "21>u1", "22>u1", "23>u1"), "end") == ["0:draws 90", "turn 1"]


def test_e10_it_holds_for_every_seat_while_it_is_visible() -> None:
    state = at("extreme 23,40,2,4 80.81/42.43.44.46.47.49.50 90.91.93.94 1")
    assert events(after(state, "42>u2", "43>u2", "44>u2"), "end") == ["1:draws 90", "turn 0"]


def test_e10_it_holds_for_a_turn_that_a_stop_ends() -> None:
    state = after(at("extreme 23,40,2,4 42.69.70.71/80.81 90.91.93 0"), "42>u2", "69>u2")
    assert events(state, "70>u2") == ["0:70>u2", "0:draws 90", "turn 1"]


def test_e10_two_draw_ones_are_no_more_than_one() -> None:
    state = after(at("extreme 23,34,90,4 79.80.81/83.84 91.93.94 0"), "81>d1", "80>d1")
    assert events(state, "end") == ["0:draws 91", "turn 1"]


def test_e10_covering_one_of_two_draw_ones_leaves_the_other_active() -> None:
    state = after(at("extreme 23,34,2,4 35.36.37/80.81 90.91.93 0"), "35>u1", "36>u1")
    assert events(state, "end") == ["0:draws 90", "turn 1"]


def test_e10_covered_before_the_turn_ends_it_does_not_count() -> None:
    state = at("extreme 20,99,2,4 21.22.23.24.25.26.28/80.81 90.91.93.94 0")
    state = after(state, "21>u1", "22>u1", "23>u1", "24>u1")
    assert events(state, "end") == ["0:draws 90.91.93.94", "turn 1"]


def test_e10_nothing_is_drawn_from_an_empty_draw_pile() -> None:
    state = after(at("extreme 23,40,2,4 42.43/80.81 - 0"), "42>u2")
    assert events(state, "end") == ["0:draws -", "turn 1"]


def test_e10_once_none_is_visible_a_short_hand_is_filled_up_again() -> None:
    state = after(at("extreme 40,99,2,4 42.43.44.46/80.81 90.91.93.94.95.97 0"), "42>u1", "43>u1")
    assert events(state, "end") == ["0:draws 90.91.93.94.95", "turn 1"]


# E11 short hands


@pytest.mark.parametrize(("edition", "hand"), [("extreme", "50"), ("extreme+min3", "50.51")])
def test_e11_a_hand_smaller_than_the_minimum_loses(edition: str, hand: str) -> None:
    state = at(f"{edition} 23,99,2,4 {hand}/80.81 90.91 0")
    assert str(result(state)).startswith("stuck, lost")


def test_e11_a_seat_is_lost_when_its_turn_begins_with_a_short_hand() -> None:
    state = after(at("extreme 40,23,2,4 42.43.44/80 90.91 0"), "42>u1", "43>u1")
    assert events(state, "end") == ["0:draws 90", "turn 1", "over stuck, lost, 4 left"]


def test_e11_a_stop_saves_a_short_hand() -> None:
    state = at("extreme 23,99,2,4 70/80.81 90.91 0")
    assert (result(state), plays(state)) == (None, {"70>u1"})


def test_e11_a_stop_that_does_not_fit_saves_nobody() -> None:
    assert result(at("extreme 23,99,2,4 5/80.81 90.91 0")) == "stuck, lost, 5 left"


def test_e11_with_an_empty_draw_pile_one_card_is_enough() -> None:
    assert result(at("extreme 23,99,2,4 50/80.81 - 0")) is None


# E12 end test


def test_e12_a_turn_whose_only_plays_lead_nowhere_is_lost_before_anything_is_laid() -> None:
    assert result(at("extreme 62,99,2,4 20.63 - 0")) == "stuck, lost, 2 left"


def test_e12_a_turn_that_only_a_stop_can_complete_goes_on() -> None:
    state = at("extreme 62,99,2,4 20.30.70 90 0")
    assert (result(state), plays(state)) == (None, {"70>u1"})


def test_e12_a_play_that_binds_the_turn_to_a_dead_pile_is_lost() -> None:
    state = at("extreme 45,99,61,4 50.51.55 90 0")
    assert losing(state) == {"50>d1"}
    assert result(after(state, "50>d1")) == "stuck, lost, 3 left"


def test_e12_a_skull_waits_for_its_trick_until_the_no_trick_is_covered() -> None:
    state = after(at("extreme 30,99,53,2 20.28.38 90 0"), "38>u1")
    assert refusal(state, "28>u1") == Code.NO_TRICK
    assert losing(state) == {"28>d1"}
    assert plays(after(state, "20>d1")) == {"28>u1"}


def test_e12_a_skull_whose_trick_stays_forbidden_loses() -> None:
    state = at("extreme 30,99,16,2 28.33.35.38 90 0")
    assert result(after(state, "38>u1")) == "command-broken, lost, 4 left"


def test_e12_a_skull_that_a_one_pile_keeps_out_of_reach_loses() -> None:
    state = at("extreme 40,42,2,4 44.45.63.64 90 0")
    assert result(after(state, "63>u1")) is None
    assert result(after(state, "63>u1", "45>u2")) == "command-broken, lost, 3 left"


def has_completion(extreme: Extreme, turn: Progress) -> bool:
    return extreme.may_end(turn) or any(
        has_completion(extreme, then) for then in extreme.continuations(turn)
    )


@pytest.mark.parametrize("minimum", [1, 2, 3])
def test_e12_the_end_test_finds_a_completion_exactly_when_there_is_one(minimum: int) -> None:
    extreme, chance = Extreme(), Random(minimum)
    commands = {number for of_kind in STANDARD.numbers for number in of_kind}
    found = set()
    for _ in range(300):
        cards = chance.sample(sorted(commands | set(range(2, 100, 5))), 9)
        turn = Progress(0, minimum, tuple(cards[:4]), card_set(cards[4:]))
        for moment in (turn, *extreme.continuations(turn)):
            found.add(extreme.can_complete(moment))
            assert extreme.can_complete(moment) == has_completion(extreme, moment), moment
    assert found == {True, False}


@pytest.mark.parametrize("seed", "0123456789")
def test_no_turn_of_a_whole_sitting_begins_with_a_skull_visible(seed: str) -> None:
    state = after(dealt("extreme", 2, seed), "begin 0")
    while state.outcome is None:
        state = after(state, "end" if may_end(state) else min(plays(state) - losing(state)))
        if state.turn is not None and not state.turn.plays:
            assert not STANDARD.skulls & card_set(state.tops)
