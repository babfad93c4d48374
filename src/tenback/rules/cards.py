"""Number cards, and sets of cards as bit masks.

A card is its number. A set of cards is an int with bit n set for card n, so union, intersection and
a test for emptiness take a single operation each. The end test relies on that.
"""

from collections.abc import Iterable, Iterator

Cards = tuple[int, ...]

NUMBERS = range(2, 100)
"""The number cards of all editions except Face to Face (C2)."""
NO_CARDS = 0
HIGHEST = 100

BIT = tuple(1 << number for number in range(HIGHEST + 1))
BELOW = tuple((1 << number) - 1 for number in range(HIGHEST + 1))
ABOVE = tuple(BELOW[HIGHEST] & ~BELOW[number] & ~BIT[number] for number in range(HIGHEST + 1))


def card_set(cards: Iterable[int]) -> int:
    """Return the given cards as a bit mask."""
    mask = NO_CARDS
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> Iterator[int]:
    """Yield the cards in a bit mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
