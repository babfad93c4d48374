"""What our bots say, seen from a seat, and whom they name."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tenback.bots.talk import name_best_start, talk
from tenback.fastsim import Setup
from tenback.fastsim.states import tables_of
from tenback.fastsim.tables import WORDS
from tenback.notation import read_deal, read_move, read_position
from tenback.policies.signals import opener, speak
from tenback.rules import Name, Say, State, view_of
from tenback.table import Table
from tests.properties.strategies import reached_states

HANDS = (6, 12, *range(42, 46)), (3, 4, *range(46, 50)), (40, 41, *range(50, 54))
"""Which cost 11, 3 and 40 in steps to begin with."""
OPENING = "classic 1,1,100,100 {} {} ?{}".format(
    "/".join(".".join(map(str, hand)) for hand in HANDS),
    ".".join(str(card) for card in range(2, 100) if all(card not in hand for hand in HANDS)),
    "{}",
)


def said(position: str, seat: int = 1) -> list[str]:
    return [str(signal) for signal in talk(view_of(read_position(position), seat))]


def named(*words: str, before: str = "", seat: int = 1) -> Name:
    """Return whom a seat names in an opening in which something was said."""
    table = Table(read_position(OPENING.format(before)))
    for word in words:
        table.submit(read_move(word), seat=None)
    return name_best_start(table.view(seat))


# C12: words


@pytest.mark.parametrize(
    ("hand", "word"),
    [
        ("40", "keep"),  # the backwards trick
        ("47.57", "keep"),  # forward to 57, then back to 47
        ("53", "small"),
        ("54", "free"),
        ("64", "free"),
        ("65", "help"),
        ("45", "help"),
    ],
)
def test_a_word_says_what_the_hand_means_for_a_pile(hand: str, word: str) -> None:
    assert said(f"classic 50,1,100,100 9.12/{hand} 10.11 0")[0] == f"{word} u1"
    mirrored = ".".join(str(101 - int(card)) for card in hand.split("."))
    assert said(f"classic 1,1,51,100 9.12/{mirrored} 10.11 0")[2] == f"{word} d1"


def test_there_is_a_word_for_every_pile() -> None:
    assert said("classic 50,45,30,90 9.12/40.47 10.11 0") == [
        "keep u1",
        "small u2",
        "keep d1",
        "help d2",
    ]


def test_a_seat_without_cards_asks_for_nothing() -> None:
    assert said("classic 50,45,30,90 9.10/- - 0") == ["help u1", "help u2", "help d1", "help d2"]


def test_what_stands_is_not_said_again_until_a_card_is_laid() -> None:
    table = Table(read_position("classic 50,45,30,90 52.53/40.47 10.11 0"))
    for signal in talk(table.view(1)):
        table.submit(Say(1, signal), seat=1)
    assert talk(table.view(1)) == ()
    table.submit(read_move("52>u1"), seat=0)
    assert list(map(str, talk(table.view(1)))) == ["help u1"]


@given(reached_states(), st.integers(0, 4))
def test_what_is_said_is_what_compiled_seats_say(state: State, number: int) -> None:
    setup, seat = Setup(state.edition, state.seats), number % state.seats
    assume(not setup.is_duel and state.seats > 1)
    table = tables_of(state)[0]
    table["talkers"] = 1 << seat
    speak(setup.rules, table)
    signals = [signal for signal in talk(view_of(state, seat)) if signal.pile is not None]
    by_pile = {signal.pile: signal.word for signal in signals}
    assert [WORDS[word] for word in table["said"][seat]] == [
        by_pile.get(pile) for pile in state.edition.piles
    ]


# where nothing is said


def test_e7_nothing_is_said_while_a_silence_is_visible() -> None:
    assert said("extreme 50,41,100,100 43.46/45 10.11 0") == []
    assert len(said("extreme 50,42,100,100 43.46/45 10.11 0")) == 4


@pytest.mark.parametrize(
    ("position", "seat"),
    [
        ("face-to-face 20,40/30,50 22.25/3.4 5.6/7.8 0", 1),
        ("classic 60,50,40,30 61.62 70.71 0", 0),
        ("classic 99,98,2,3 50.51/52.53 10.11 0", 1),
    ],
    ids=["face-to-face", "alone", "over"],
)
def test_nothing_is_said_to_an_opponent_alone_or_after_the_end(position: str, seat: int) -> None:
    assert said(position, seat) == []


# C4: who begins


@pytest.mark.parametrize(
    ("seat", "word"), [(0, "fair-start"), (1, "strong-start"), (2, "weak-start")]
)
def test_c4_in_the_opening_a_seat_says_once_how_good_its_start_is(seat: int, word: str) -> None:
    table = Table(read_position(OPENING.format("")))
    signals = talk(table.view(seat))
    assert str(signals[-1]) == word
    for signal in signals:
        table.submit(Say(seat, signal), seat=seat)
    assert talk(table.view(seat)) == ()


def test_c4_the_best_start_is_named_the_lowest_of_equals() -> None:
    assert named("1:say weak-start", "2:say fair-start") == Name(1, 2)
    assert named("0:say weak-start", "2:say weak-start") == Name(1, 0)
    assert named("0:say weak-start", "2:say strong-start", "1:name 0") == Name(1, 2)


def test_c4_who_names_without_a_word_about_the_hand_is_followed() -> None:
    assert named("1:say strong-start", before="2.-.0") == Name(1, 2)
    assert named("1:say strong-start", "0:say weak-start", before="2.-.0") == Name(1, 0)
    assert named("1:say strong-start", "2:say keep u1", before="-.-.0") == Name(1, 0)


def test_c4_where_nothing_is_said_a_seat_names_itself_or_follows() -> None:
    assert named() == Name(1, 1)
    assert named(before="-.-.0") == Name(1, 0)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_c4_talking_seats_name_whom_compiled_ones_do(seats: int) -> None:
    for seed in ("A", "B", "C", "D", "E"):
        table = Table(read_deal("classic+min3", seats, seed))
        for seat in range(seats):
            for signal in talk(table.view(seat)):
                table.submit(Say(seat, signal), seat=seat)
        compiled = tables_of(table.state)[0]
        compiled["talkers"] = (1 << seats) - 1
        starter = opener(Setup(table.state.edition, seats).rules, compiled)
        assert {name_best_start(table.view(seat)).starter for seat in range(seats)} == {starter}
