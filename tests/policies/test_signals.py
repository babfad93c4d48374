"""What bots say about piles: true, never telling (C12), and the same whoever asks."""

from itertools import chain, combinations, product

import pytest

from tenback.fastsim.bits import words
from tenback.fastsim.tables import FREE, HELP, KEEP, SMALL, packed
from tenback.policies.signals import FAIR, STRONG, WEAK, cheapest, start_of, word_for
from tenback.rules import card_set

UP, DOWN = 0, 1
CARDS = range(2, 100)
START = packed((1, 1, 100, 100))


def said(hand: tuple[int, ...], direction: int, top: int) -> int:
    return int(word_for(words(card_set(hand)), direction, top))


@pytest.mark.parametrize(
    ("hand", "direction", "top", "word"),
    [
        ((40,), UP, 50, KEEP),  # the backwards trick
        ((60,), DOWN, 50, KEEP),
        ((47, 57), UP, 50, KEEP),  # 57, then 47: further back than before
        ((51, 61), UP, 50, SMALL),  # ends at 51, no way back
        ((53,), UP, 50, SMALL),
        ((54,), UP, 50, FREE),
        ((36,), DOWN, 50, FREE),
        ((35,), DOWN, 50, HELP),
        ((3,), UP, 50, HELP),  # does not fit
        ((), UP, 50, HELP),
    ],
)
def test_a_word_follows_from_the_hand_and_the_top(
    hand: tuple[int, ...], direction: int, top: int, word: int
) -> None:
    assert said(hand, direction, top) == word


def test_c12_no_word_gives_a_card_away() -> None:
    hands = [*combinations(CARDS, 1), *combinations(CARDS, 2)]
    tops = chain(product([UP], range(1, 100)), product([DOWN], range(2, 101)))
    for direction, top in tops:
        readings: dict[int, set[int]] = {}
        for hand in hands:
            if top not in hand:
                word = said(hand, direction, top)
                readings[word] = readings.get(word, set(hand)) & set(hand)
        assert not any(readings.values()), (direction, top, readings)


def test_a_start_is_called_by_its_cheapest_turn() -> None:
    hands = {(3, 5, 40): 4, (5, 95, 50): 9, (30, 60, 70): 30}
    costs = {hand: cheapest(words(card_set(hand)), START, 2) for hand in hands}
    assert costs == hands
    assert [start_of(words(card_set(hand)), START, 2) for hand in hands] == [STRONG, FAIR, WEAK]
    assert cheapest(words(card_set((3, 4, 13))), START, 3) == 2  # 4, 13, and back to 3
