"""What bots say about the piles, and how good a start they say they have (docs/signals.md).

A word is a function of the speaker's hand and the top of a pile, updated after every move. A word
covers several numbers, so it never gives one away (C12).
"""

import numpy as np

from tenback.fastsim.bits import (
    Set,
    has,
    has_any,
    highest,
    lowest,
    meet,
    minus,
    rest,
    single,
    table_of_sets,
)
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.tables import (
    FREE,
    HELP,
    KEEP,
    NUMBER_COUNT,
    PILES,
    SILENCE,
    SMALL,
    Row,
    hand_of,
    put,
    top_of,
)
from tenback.fastsim.turns import FITTING, FORWARD, looked_up, shows, visible
from tenback.rules.cards import NUMBERS, card_set
from tenback.rules.piles import TRICK
from tenback.rules.talk import Word

SMALL_STEP = 3
FAR = 15
"""A step of up to SMALL_STEP is small; a step of FAR or more is a jump."""

STARTS = (Word.WEAK_START, Word.FAIR_START, Word.STRONG_START)
WEAK, FAIR, STRONG = range(3)
"""How good a start is, as indices into `STARTS`."""
STRONG_COST, FAIR_COST = 8, 18
"""The highest cost of the cheapest first turn for a strong start, and for a fair one."""
NO_WAY = 999


def _ahead(direction: int, top: int, steps: range) -> list[int]:
    """Return the cards within a range of steps ahead of a top."""
    sign = -1 if direction else 1
    return [card for step in steps if (card := top + sign * step) in NUMBERS]


def _readings(direction: int, top: int, word: int) -> int:
    """Return the number of cards or pairs that a word may stand for."""
    if word == SMALL:
        return len(_ahead(direction, top, range(1, SMALL_STEP + 1)))
    if word == FREE:
        return len(_ahead(direction, top, range(SMALL_STEP + 1, FAR)))
    back = TRICK if direction else -TRICK
    pairs = [card for card in _ahead(direction, top, range(1, TRICK)) if card + back in NUMBERS]
    return (top + back in NUMBERS) + len(pairs)


NEAR = np.stack(
    [
        table_of_sets(card_set(_ahead(down, top, range(1, TRICK))) for top in range(NUMBER_COUNT))
        for down in range(2)
    ]
)
"""By direction and top: the cards that, with the card ten back from them, bring a pile back."""
REVEALS_CARD = np.array(
    [
        [
            [_readings(down, top, word) == 1 for word in range(HELP)] + [False]
            for top in range(NUMBER_COUNT)
        ]
        for down in range(2)
    ]
)
"""By direction, top and word: whether the word could mean only one card or pair (C12)."""


@inlined
def word_for(hand: Set, direction: int, top: int) -> int:
    """Return the word about a pile, or `help` where another word would give a card away.

    keep   I can bring it back, by the backwards trick or by a pair that ends no further than here
    small  I hold a card for a step of at most three
    help   whatever I could lay here is a step of fifteen or more
    free   none of these
    """
    word = plain_word(hand, direction, top)
    return HELP if REVEALS_CARD[direction, top, word] else word


@inlined
def plain_word(hand: Set, direction: int, top: int) -> int:
    """Return the word about a pile, even if it gives a card away."""
    back = top + TRICK if direction else top - TRICK
    if 0 <= back < NUMBER_COUNT and has(hand, back):
        return KEEP
    near = meet(hand, looked_up(NEAR, direction, top))
    cards = near
    while has_any(cards):
        card = lowest(cards)
        back = card + TRICK if direction else card - TRICK
        if 0 <= back < NUMBER_COUNT and has(hand, back):
            return KEEP
        cards = rest(cards)
    forward = meet(hand, looked_up(FORWARD, direction, top))
    if not has_any(forward):
        return HELP
    step = top - highest(forward) if direction else lowest(forward) - top
    if step <= SMALL_STEP:
        return SMALL
    return HELP if step >= FAR else FREE


@compiled
def speak(rules: Row, table: Row) -> None:
    """Update what the talking seats say about the piles, unless a `silence` is visible (E7)."""
    if rules.has_commands and shows(visible(table, table.tops), SILENCE):
        return
    for seat in range(rules.seats):
        if (table.talkers >> seat) & 1:
            hand = hand_of(table, seat)
            for pile in range(PILES):
                table.said[seat, pile] = word_for(hand, pile >> 1, top_of(table.tops, pile))


@compiled
def start_of(hand: Set, tops: int, owed: int) -> int:
    """Return how good a start a hand is, by the cost of its cheapest first turn."""
    cost = cheapest(hand, tops, owed)
    if cost <= STRONG_COST:
        return STRONG
    return FAIR if cost <= FAIR_COST else WEAK


@compiled
def cheapest(hand: Set, tops: int, owed: int) -> int:
    """Return the smallest total step of laying up to three cards in Classic."""
    best = NO_WAY
    for pile in range(PILES):
        cards = meet(hand, looked_up(FITTING, pile >> 1, top_of(tops, pile)))
        while has_any(cards):
            card = lowest(cards)
            others, then = minus(hand, single(card)), put(tops, pile, card)
            cost = step_of(tops, pile, card)
            if owed > 1:
                cost += cheapest_last(others, then, owed - 1)
            best = min(best, cost)
            cards = rest(cards)
    return best


@compiled
def cheapest_last(hand: Set, tops: int, owed: int) -> int:
    """Return the smallest total step of laying one or two cards in Classic."""
    best = NO_WAY
    for pile in range(PILES):
        cards = meet(hand, looked_up(FITTING, pile >> 1, top_of(tops, pile)))
        while has_any(cards):
            card = lowest(cards)
            cost = step_of(tops, pile, card)
            if owed > 1:
                cost += cheapest_one(minus(hand, single(card)), put(tops, pile, card))
            best = min(best, cost)
            cards = rest(cards)
    return best


@inlined
def cheapest_one(hand: Set, tops: int) -> int:
    """Return the smallest step of any card."""
    best = NO_WAY
    for pile in range(PILES):
        cards = meet(hand, looked_up(FITTING, pile >> 1, top_of(tops, pile)))
        while has_any(cards):
            best = min(best, step_of(tops, pile, lowest(cards)))
            cards = rest(cards)
    return best


@inlined
def step_of(tops: int, pile: int, card: int) -> int:
    """Return how far a card moves a Classic pile forward."""
    return top_of(tops, pile) - card if pile >> 1 else card - top_of(tops, pile)


@compiled
def opener(rules: Row, table: Row) -> int:
    """Return the seat that talkers name: the one with the best start, the lowest on a tie (C4)."""
    best, starter = -1, 0
    for seat in range(rules.seats):
        if (table.talkers >> seat) & 1:
            start = start_of(hand_of(table, seat), table.tops, rules.minimum)
            if start > best:
                best, starter = start, seat
    return starter
