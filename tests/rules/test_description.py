"""An edition describes itself, and the description agrees with the referee."""

from collections import Counter

import pytest
from hypothesis import given

from tenback.rules import EDITIONS, USUAL_EDITION, Edition, Event, State, fold
from tenback.rules.chance import ALPHABET
from tests.properties.strategies import sittings
from tests.rules.builders import dealt

KINDS = pytest.mark.parametrize("kind", EDITIONS.values(), ids=EDITIONS)


@KINDS
def test_names_and_letters_are_an_editions_own(kind: type[Edition]) -> None:
    others = [other for other in EDITIONS.values() if other is not kind]
    for own in ("name", "title", "letter", "rule_letter"):
        assert getattr(kind, own) not in [getattr(other, own) for other in others]
    assert kind.letter in ALPHABET


def test_an_option_has_one_letter_in_all_editions() -> None:
    options = {option for kind in EDITIONS.values() for option in kind.known_options()}
    times = Counter(option.letter for option in options)
    assert set(times.values()) == {1}
    assert set(times) <= set(ALPHABET)


@KINDS
def test_a_deal_is_as_described(kind: type[Edition]) -> None:
    about = kind.describe()
    for seats, size in zip(about.seats, about.hand_sizes, strict=True):
        start = dealt(about.name, seats)
        assert [len(hand) for hand in start.hands] == [size] * seats
        assert start.tops == tuple(pile.row_card for pile in about.piles)
        assert len(start.draw_piles) == about.draw_pile_count
        assert (start.turn is None) == (seats > 1 and not about.is_starter_drawn)
        if start.turn is not None:
            assert start.progress.minimum == about.minimum


@given(sittings())
def test_a_sitting_ends_as_described(sitting: tuple[State, tuple[Event, ...]]) -> None:
    state = fold(*sitting)
    if state.outcome is not None:
        about = state.edition.describe()
        assert state.outcome.ending in about.endings
        assert (state.outcome.winner is not None) == about.is_duel


def test_what_is_usually_played_is_the_first_edition() -> None:
    assert next(iter(EDITIONS)) == USUAL_EDITION.name == "classic"
