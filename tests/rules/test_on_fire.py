"""On Fire, rule by rule (O1 to O5). The cards 22, 33, 44, 55, 66 and 77 burn.

Most positions leave one or two piles open: nothing in these hands fits on 99, 2 or 3.
"""

import pytest

from tenback.notation import read_code, write_code
from tenback.rules import Code, Refused, cards_in, view_of
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


def fires(position: str, *moves: str) -> list[str]:
    """Return the piles that the running turn must still cover, as its seat is told."""
    state = after(at(position), *moves)
    return [str(pile) for pile in view_of(state, to_move(state)).fires]


# O1 burning cards


@pytest.mark.parametrize("moves", [[], ["32>u1"], ["50>d1", "40>d1"], ["71>d1", "90>u1"]])
def test_o1_while_nothing_burns_classic_holds(moves: list[str]) -> None:
    table = "42,1,61,99 2.30.32.40.50.52.71.90 80.81.83 0"
    burning, classic = (after(at(f"{name} {table}"), *moves) for name in ("on-fire", "classic"))
    assert (plays(burning), losing(burning), may_end(burning)) == (
        plays(classic),
        losing(classic),
        may_end(classic),
    )


def test_o1_six_cards_burn() -> None:
    edition = at("on-fire 22,1,100,100 23.24.25 90 0").edition
    assert list(cards_in(edition.burning)) == [22, 33, 44, 55, 66, 77]


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("options", ["", "+min3", "+hand-1", "+min3+hand-1"])
def test_o1_seats_hands_and_options_are_those_of_classic(seats: int, options: str) -> None:
    burning, classic = dealt(f"on-fire{options}", seats), dealt(f"classic{options}", seats)
    assert (burning.hands, burning.draw_piles) == (classic.hands, classic.draw_piles)


def test_o1_a_deal_code_begins_with_b() -> None:
    deal = read_code("B3MH-4QX7M-0ZB2K-Z")
    assert (str(deal.edition), deal.seats) == ("on-fire+min3+hand-1", 3)
    assert write_code(deal) == "B3MH-4QX7M-0ZB2K-Z"


def test_o1_a_burning_card_is_laid_like_any_other() -> None:
    assert plays(at("on-fire 40,99,2,3 30.44.55 90 0")) == {"30>u1", "44>u1", "55>u1"}


# O2 covering


@pytest.mark.parametrize("card", [22, 33, 44, 55, 66, 77])
def test_o2_what_burned_when_the_turn_began_must_be_covered_in_it(card: int) -> None:
    state = after(at(f"on-fire {card},78,2,3 79.80.81.82 90 0"), "79>u2", "80>u2")
    assert not may_end(state)
    assert refusal(state, "end") == Code.FIRE_VISIBLE
    assert may_end(after(state, "81>u1"))


def test_o2_the_refusal_names_the_pile() -> None:
    state = after(at("on-fire 99,78,33,2 20.79.80.81 90 0"), "79>u2", "80>u2")
    with pytest.raises(Refused, match="the fire on d1 must be covered in this turn"):
        after(state, "end")


def test_o2_the_minimum_is_asked_for_first() -> None:
    assert refusal(at("on-fire 22,78,2,3 23.24.79 90 0"), "end") == Code.MINIMUM


def test_o2_any_legal_play_covers_it() -> None:
    state = at("on-fire 55,99,66,3 45.56.65.76 90 0")
    for cover in ("45>u1", "56>u1"):
        for other in ("65>d1", "76>d1"):
            assert may_end(after(state, cover, other))


def test_o2_a_fire_that_the_turn_before_laid_is_told_to_the_next_seat() -> None:
    state = after(at("on-fire 40,99,2,3 43.44/50.51.52 90.91.92 0"), "43>u1", "44>u1")
    assert to_move(state) == 1
    assert [str(pile) for pile in view_of(state, 0).fires] == ["u1"]
    assert losing(state) == set()
    assert may_end(after(state, "50>u1", "51>u1"))


def test_o2_alone_the_next_turn_is_the_own_next_turn() -> None:
    state = after(at("on-fire 40,60,2,3 43.44.50.61.62 90.91.92 0"), "43>u1", "44>u1", "end")
    state = after(state, "61>u2", "62>u2")
    assert refusal(state, "end") == Code.FIRE_VISIBLE
    assert to_move(after(state, "50>u1", "end")) == 0


def test_o2_a_seat_that_is_passed_over_has_no_turn() -> None:
    state = after(at("on-fire 40,99,2,3 43.44/-/50.51 - 0"), "43>u1", "44>u1")
    assert to_move(state) == 2
    assert refusal(state, "end") == Code.MINIMUM
    assert may_end(after(state, "50>u1"))


def test_o2_a_turn_that_ends_with_the_hand_and_leaves_a_fire_is_lost() -> None:
    state = at("on-fire 33,78,2,3 79.80/50.51 90 0")
    assert events(after(state, "79>u2"), "80>u2") == ["0:80>u2", "over fire, lost, 3 left"]


def test_o2_a_fire_that_the_next_seat_cannot_cover_is_lost_when_its_turn_begins() -> None:
    state = at("on-fire 74,99,2,50 75.77/10.20.30 90.91 0")
    assert events(after(state, "75>u1"), "77>u1") == [
        "0:77>u1",
        "0:draws 90.91",
        "turn 1",
        "over fire, lost, 5 left",
    ]


# O3 in time


def test_o3_a_fire_may_be_left_to_the_next_turn() -> None:
    state = after(at("on-fire 40,99,2,3 43.44.50 90 0"), "43>u1", "44>u1")
    assert may_end(state)
    assert view_of(state, 0).fires == ()


def test_o3_a_fire_may_be_covered_in_the_turn_in_which_it_was_laid() -> None:
    assert may_end(after(at("on-fire 40,99,2,3 44.50.51 90 0"), "44>u1", "50>u1"))


def test_o3_another_burning_card_covers_and_has_a_turn_of_its_own() -> None:
    state = after(at("on-fire 44,60,2,3 55.61.62/70.71.72 90.91 0"), "55>u1", "61>u2")
    assert may_end(state)
    assert [str(pile) for pile in view_of(after(state, "end"), 1).fires] == ["u1"]


def test_o3_a_backwards_trick_covers_too() -> None:
    assert may_end(after(at("on-fire 55,99,2,3 45.46.50 90 0"), "45>u1", "46>u1"))


def test_o3_a_position_tells_what_its_turn_must_cover() -> None:
    assert fires("on-fire 44,60,2,3 50.61 90 0:44>u1") == []
    assert fires("on-fire 44,60,2,3 50.61 90 0:60>u2") == ["u1"]
    assert fires("on-fire 44,33,2,3 50.61 90 0") == ["u1", "u2"]


def test_o3_taking_back_the_cover_lets_it_burn_again() -> None:
    table = "on-fire 44,60,2,3 50.61.62 90 0"
    assert fires(table, "50>u1") == []
    assert fires(table, "50>u1", "back") == ["u1"]


def test_o3_a_burning_card_laid_again_counts_as_laid_in_this_turn() -> None:
    state = after(at("on-fire 40,99,2,3 43.44.50 90 0"), "43>u1", "44>u1", "back", "44>u1")
    assert may_end(state)


# O4 the last card


def test_o4_a_burning_98th_card_wins() -> None:
    assert result(after(at("on-fire 65,99,2,3 66 - 0"), "66>u1")) == "all-laid, won, 0 left"


def test_o4_a_burning_98th_card_that_covers_a_fire_wins() -> None:
    assert result(after(at("on-fire 44,99,2,3 55 - 0"), "55>u1")) == "all-laid, won, 0 left"


def test_o4_a_fire_from_before_is_lost_though_all_cards_are_laid() -> None:
    state = at("on-fire 66,70,2,3 71 - 0")
    assert losing(state) == {"71>u2"}
    assert result(after(state, "71>u2")) == "fire, lost, 0 left"
    assert result(after(state, "71>u1")) == "all-laid, won, 0 left"


# O5 the end test


def test_o5_a_play_after_which_a_fire_cannot_be_covered_is_legal_and_loses() -> None:
    state = at("on-fire 55,50,2,3 51.52.60 90 0")
    assert losing(state) == {"60>u2"}
    assert result(after(state, "60>u2")) == "fire, lost, 3 left"


def test_o5_every_fire_needs_a_card_of_its_own() -> None:
    assert result(at("on-fire 55,66,2,3 50.67/40.41 90 0")) == "fire, lost, 5 left"
    assert losing(at("on-fire 55,66,2,3 60.70/40.41 90 0")) == {"70>u1"}


def test_o5_fires_may_ask_for_more_cards_than_the_minimum() -> None:
    state = after(at("on-fire 22,33,77,3 30.40.50.60 - 0"), "30>u1", "40>u2")
    assert refusal(state, "end") == Code.FIRE_VISIBLE
    assert may_end(after(state, "50>d1"))


def test_o5_the_minimum_may_ask_for_more_cards_than_there_are_fires() -> None:
    state = at("on-fire+min3 55,60,2,3 56.61.62 90 0")
    assert losing(state) == {"61>u1", "62>u1"}
    assert result(after(state, "61>u1")) == "stuck, lost, 3 left"


def test_o5_fires_that_could_not_be_covered_without_a_minimum_either_end_it_by_fire() -> None:
    assert result(at("on-fire 77,50,2,3 51.52/20.21 90 0")) == "fire, lost, 5 left"
    assert result(at("on-fire 77,99,2,3 10.20/50.51 90 0")) == "fire, lost, 5 left"


def test_o5_fire_and_minimum_that_can_each_be_met_but_not_both_are_stuck() -> None:
    """The 67 covers the fire, or makes room for the 66 on d2; the 66 fits nowhere else."""
    assert result(at("on-fire 77,99,2,57 66.67/50.51 90 0")) == "stuck, lost, 5 left"
    assert result(at("on-fire 77,99,2,57 66.67/50.51 - 0")) is None


def test_o5_a_seat_without_a_fire_is_judged_as_in_classic() -> None:
    table = "97,99,2,3 98.10/50.51 60 0"
    assert result(at(f"on-fire {table}")) == result(at(f"classic {table}")) == "stuck, lost, 5 left"
