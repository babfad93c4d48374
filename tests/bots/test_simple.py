"""The two simplest bots: what they choose, seen from a seat."""

import pytest

from tenback.bots import Bot, Greedy, Random
from tenback.notation import read_position
from tenback.rules import Name, view_of


def choice(bot: Bot, position: str, seat: int = 0) -> str:
    return str(bot.choose(view_of(read_position(position), seat)))


OPENING = "classic 1,1,100,100 {} {} ?{}".format(
    "/".join(".".join(map(str, range(first, first + 6))) for first in (2, 8, 14)),
    ".".join(map(str, range(20, 100))),
    "{}",
)


def test_greedy_takes_the_smallest_step() -> None:
    assert choice(Greedy(), "classic 60,50,40,30 35.55.63 70.71 0") == "63>u1"


def test_greedy_prefers_a_backwards_trick() -> None:
    assert choice(Greedy(), "classic 60,49,40,30 50.61 70.71 0") == "50>u1"


def test_greedy_takes_the_lowest_card_on_the_first_pile_among_equals() -> None:
    assert choice(Greedy(), "classic 60,50,40,30 39.61 70.71 0") == "39>d1"


def test_greedy_avoids_what_loses() -> None:
    nobody_can_lay_three = "extreme 11,1,100,100 12.20 - 0"
    assert choice(Greedy(), nobody_can_lay_three) == "20>u1"


def test_greedy_covers_a_fire_before_anything_else() -> None:
    position = "on-fire 22,50,40,30 39.51.60.61/3.4 70.71 0"
    assert choice(Greedy(), position) == "39>u1"
    assert choice(Greedy(), position.replace("on-fire", "classic")) == "39>d1"


@pytest.mark.parametrize(("reach", "chosen"), [(2, "end"), (3, "63>u1"), (4, "63>u1")])
def test_greedy_goes_on_by_steps_within_its_reach(reach: int, chosen: str) -> None:
    position = "classic 60,50,40,30 63 70.71 0:58>u1,60>u1"
    assert choice(Greedy(reach), position) == chosen


def test_greedy_counts_what_it_gives_the_opponent() -> None:
    own_pile_is_cheaper = "face-to-face 20,40/30,50 22.25/3.4 5.6/7.8 0"
    opponents_is_cheaper = "face-to-face 20,40/30,50 29.55/3.4 5.6/7.8 0"
    assert choice(Greedy(), own_pile_is_cheaper) == "22>gu"
    assert choice(Greedy(), opponents_is_cheaper) == "29>su"


def test_greedy_wants_to_begin_itself_and_follows_who_spoke_before() -> None:
    assert choice(Greedy(), OPENING.format(""), seat=1) == str(Name(1, 1))
    assert choice(Greedy(), OPENING.format("2.-.0"), seat=1) == str(Name(1, 2))


def test_random_chooses_alike_with_the_same_seed_only() -> None:
    position = "classic 60,50,40,30 35.45.55.63 70.71 0"
    view = view_of(read_position(position), 0)
    by_seed = {
        seed: [str(bot.choose(view)) for bot in [Random(seed=seed)] for _ in range(20)]
        for seed in ("A", "B")
    }
    assert by_seed["A"] == [str(b.choose(view)) for b in [Random(seed="A")] for _ in range(20)]
    assert by_seed["A"] != by_seed["B"]
    assert set(by_seed["A"] + by_seed["B"]) == {str(move) for move in view.moves}


def test_random_names_any_seat_and_follows_who_spoke_before() -> None:
    named = {choice(Random(seed=str(n)), OPENING.format("")) for n in range(50)}
    assert named == {"0:name 0", "0:name 1", "0:name 2"}
    assert choice(Random(seed="1"), OPENING.format("2.-.-"), seat=1) == "1:name 2"
