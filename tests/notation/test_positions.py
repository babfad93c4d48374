"""Positions: the canonical spelling, and what cannot be a position."""

import pytest

from tenback.notation import read_position, write_position
from tenback.notation.errors import NotationCode
from tenback.rules import BACK, BadInput, Begin, Code, Name, Refused, Resign, apply
from tenback.rules.errors import ErrorCode

RUNNING = "classic 14,1,100,87 5.17.44.60.88.91/8.12.33.49.50.71.93 2.3.4.99 0:14>u1"
DUEL = "face-to-face 30,40/20,50 18.31.55/33.34 35/36 1"
OPENING = (
    "classic 1,1,100,100 2.3.4.5.6.7.8/9.10.11.12.13.14.15 "
    f"{'.'.join(str(card) for card in range(16, 100))} ?"
)


@pytest.mark.parametrize("position", [RUNNING, DUEL, OPENING, "extreme+min3+hand-1 9,1,99,2 5 - 0"])
def test_a_position_is_written_as_it_was_read(position: str) -> None:
    assert write_position(read_position(position)) == position


def test_hands_are_written_sorted_and_draw_piles_in_their_order() -> None:
    position = "classic 50,1,100,87 9.5.7 60.2.33 0"
    assert write_position(read_position(position)) == "classic 50,1,100,87 5.7.9 60.2.33 0"


def test_blanks_capitals_and_the_order_of_options_do_not_matter() -> None:
    careless = "  Classic+hand-1+MIN3   50,1,100,87\t5.7.9 60.2.33 0\n"
    assert write_position(read_position(careless)).startswith("classic+min3+hand-1 50,1,100,87")


def test_what_seats_have_named_so_far_stands_after_the_question_mark() -> None:
    state, _ = apply(read_position(OPENING), Name(0, 1))
    assert write_position(state).endswith(" ?1.-")
    assert read_position(write_position(state)) == state


def test_a_resignation_stands_at_the_end_of_the_turn() -> None:
    state, _ = apply(read_position(RUNNING), Resign(1))
    assert write_position(state) == f"{RUNNING}!1"
    assert read_position(f"{RUNNING}!1").outcome == state.outcome


def test_a_position_that_is_over_reads_as_over() -> None:
    assert read_position("classic 97,99,2,3 98.10/50.51 60 0").outcome is not None
    assert read_position("classic 99,1,100,100 - - 0:99>u1").outcome is not None


def test_back_needs_to_know_what_lies_below() -> None:
    with pytest.raises(Refused) as refused:
        apply(read_position(RUNNING), BACK)
    assert refused.value.code == Code.BELOW_UNKNOWN


def test_one_seat_may_stand_in_an_opening_too() -> None:
    alone = read_position(
        f"classic 1,1,100,100 2.3.4.5.6.7.8.9 {OPENING.split()[3]}.10.11.12.13.14.15 ?"
    )
    assert apply(alone, Begin(0))[0].turn is not None


@pytest.mark.parametrize(
    ("position", "code", "part"),
    [
        ("", NotationCode.BAD_POSITION, "five fields, not 0"),
        ("classic 1,1,100,100 2 -", NotationCode.BAD_POSITION, "five fields, not 4"),
        ("chess 1,1,100,100 2 - 0", NotationCode.BAD_EDITION, "'chess'"),
        ("classic+min4 1,1,100,100 2 - 0", NotationCode.BAD_OPTION, "'min4'"),
        ("classic+min3+min3 1,1,100,100 2 - 0", NotationCode.BAD_OPTION, "'min3'"),
        ("face-to-face+min3 1,60/1,60 2/2 -/- 0", NotationCode.BAD_OPTION, "it has none"),
        ("classic@standard 1,1,100,100 2 - 0", NotationCode.BAD_OPTION, "'@standard'"),
        ("extreme@shuffled 50,1,100,100 2 - 0", Code.NO_SUCH_LAYOUT, "shuffled:KEY"),
        ("extreme@nowhere.toml 50,1,100,100 2 - 0", Code.NO_SUCH_LAYOUT, "nowhere.toml"),
        ("classic 50,1,100 2 - 0", NotationCode.BAD_POSITION, "1,1,100,100"),
        ("face-to-face 1,60,1,60 2/2 -/- 0", NotationCode.BAD_POSITION, "1,60/1,60"),
        ("classic 50,1,100,x 2 - 0", NotationCode.BAD_POSITION, "'x' is not a number"),
        ("classic 50,1,100,100 2..3 - 0", NotationCode.BAD_POSITION, "'' is not a number"),
        ("classic 50,1,100,100 ٣ - 0", NotationCode.BAD_POSITION, "is not a number"),
        ("classic 50,1,100,100 2/3/4/5/6/7 - 0", Code.BAD_SEATS, "not 6"),
        ("face-to-face 5,60/1,60 2 - 0", Code.BAD_SEATS, "takes 2 players"),
        ("classic 50,1,100,100 2 -/- 0", NotationCode.BAD_POSITION, "needed: 1"),
        ("classic 50,1,100,100 2 - 1", NotationCode.BAD_POSITION, "'1' is not a seat"),
        ("classic 50,1,100,100 2 - 0:3", NotationCode.BAD_POSITION, "'3' is not a play"),
        ("classic 50,1,100,100 2 - 0:50>gu", NotationCode.BAD_POSITION, "'50>gu'"),
        ("classic 50,1,100,100 2 - end", NotationCode.BAD_POSITION, "0:14>u1"),
        ("classic 50,1,100,100 1 - 0", NotationCode.IMPOSSIBLE_POSITION, "no card 1"),
        ("face-to-face 30,60/1,60 60/2 -/- 0", NotationCode.IMPOSSIBLE_POSITION, "no card 60"),
        ("classic 50,1,100,100 2.2 - 0", NotationCode.IMPOSSIBLE_POSITION, "2 appears twice"),
        ("classic 50,1,100,100 2 2 0", NotationCode.IMPOSSIBLE_POSITION, "2 appears twice"),
        (
            "classic 50,1,100,100 2.50 - 0",
            NotationCode.IMPOSSIBLE_POSITION,
            "50 is still in a hand",
        ),
        ("classic 50,50,100,100 2 - 0", NotationCode.IMPOSSIBLE_POSITION, "50 lies on too many"),
        (
            "face-to-face 30,30/30,60 2/3 -/- 0",
            NotationCode.IMPOSSIBLE_POSITION,
            "30 lies on too many",
        ),
        ("classic 100,1,100,100 2 - 0", NotationCode.IMPOSSIBLE_POSITION, "cannot show 100"),
        ("classic 50,1,1,100 2 - 0", NotationCode.IMPOSSIBLE_POSITION, "cannot show 1"),
        (
            "classic 1,1,100,100 2/3 - ?",
            NotationCode.IMPOSSIBLE_POSITION,
            "nothing lies on the piles",
        ),
        ("classic 50,1,100,100 2/3 - ?", NotationCode.IMPOSSIBLE_POSITION, "every hand is full"),
        ("face-to-face 30,60/1,60 2/3 -/- ?", NotationCode.IMPOSSIBLE_POSITION, "at random"),
        (
            "classic 50,1,100,100 2.3.4.5.6.7.8.9.10 - 0",
            NotationCode.IMPOSSIBLE_POSITION,
            "more than 8",
        ),
        ("classic 50,1,100,100 2/- - 1", NotationCode.IMPOSSIBLE_POSITION, "cannot be its turn"),
        (
            "classic 50,1,100,100 2 - 0:50>u2",
            NotationCode.IMPOSSIBLE_POSITION,
            "u2 does not show the 50",
        ),
        ("classic 50,1,100,100 2 - 0:60>u1,50>u1", None, ""),
        (
            "classic 50,1,100,100 2 - 0:61>u1,50>u1",
            NotationCode.IMPOSSIBLE_POSITION,
            "50>u1 cannot",
        ),
        ("classic 50,1,100,100 2 - 0:50>u1,50>u1", NotationCode.IMPOSSIBLE_POSITION, "laid twice"),
        (
            "classic 50,1,100,100 2 30 0:30>u1,50>u1",
            NotationCode.IMPOSSIBLE_POSITION,
            "30 was not laid",
        ),
        (
            "extreme 70,1,100,100 2/3 4 0:70>u1",
            NotationCode.IMPOSSIBLE_POSITION,
            "would have ended",
        ),
        (
            "extreme 71,1,100,100 2/3 4 0:70>u1,71>u1",
            NotationCode.IMPOSSIBLE_POSITION,
            "71>u1 cannot",
        ),
        (
            "classic 50,1,100,100 -/3 - 0:50>u1",
            NotationCode.IMPOSSIBLE_POSITION,
            "would have ended",
        ),
        (
            "face-to-face 30,40/19,51 2.3/4 5/6 0:19>su,51>sd",
            NotationCode.IMPOSSIBLE_POSITION,
            "51>sd",
        ),
        (
            "face-to-face 30,40/20,50 -/- -/- 0",
            NotationCode.IMPOSSIBLE_POSITION,
            "only one player can have",
        ),
        (
            "classic 97,99,2,3 98.10/50.51 60 0!0",
            NotationCode.IMPOSSIBLE_POSITION,
            "after the game is over",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    position: str, code: ErrorCode | None, part: str
) -> None:
    if code is None:
        assert write_position(read_position(position)) == position
        return
    with pytest.raises(BadInput) as refused:
        read_position(position)
    assert refused.value.code == code
    assert part in str(refused.value)


def test_the_illustration_of_the_format_in_the_design_is_refused() -> None:
    """It shows where the fields stand, with the 88 in a hand and on a pile."""
    with pytest.raises(BadInput, match="88 is still in a hand"):
        read_position("classic 14,1,100,88 5.17.44.60.88.91/8.12.33.49.50.71.93 2.3.4.99 0:14>u2")
