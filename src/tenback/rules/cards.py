"""Number cards, and sets of them as bit masks.

A card is its number. A set of cards is an int with bit n set for card n: union, intersection and
"is anything left" are one cheap operation each, and the end test depends on that.
"""

from collections.abc import Iterable, Iterator

Cards = tuple[int, ...]

NUMBERS = range(2, 100)
"""The number cards of all editions but Face to Face (C2)."""
NO_CARDS = 0
HIGHEST = 100

BIT = tuple(1 << number for number in range(HIGHEST + 1))
BELOW = tuple((1 << number) - 1 for number in range(HIGHEST + 1))
ABOVE = tuple(BELOW[HIGHEST] & ~BELOW[number] & ~BIT[number] for number in range(HIGHEST + 1))


def card_set(cards: Iterable[int]) -> int:
    """Return the set of these cards."""
    mask = NO_CARDS
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> Iterator[int]:
    """Yield the cards of a set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
