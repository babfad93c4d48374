"""Card sets as two 64-bit words: cards 0 to 63 in the first, all others in the second.

The words are signed, because Numba turns a mix of signed and unsigned numbers into floats. The sign
has no meaning, because no set is ever used as a number.
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tenback.fastsim.compiling import inlined

Set = tuple[int, int]

WORD = 64


def words(mask: int) -> Set:
    """Return a card set of the referee as two words."""
    low, high = mask & (1 << WORD) - 1, mask >> WORD
    return (low - (1 << WORD) if low >> WORD - 1 else low), high


def mask_of(pair: Iterable[int]) -> int:
    """Return two words as a card set of the referee."""
    low, high = map(int, pair)
    return low % (1 << WORD) | high << WORD


def table_of_sets(masks: Iterable[int]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return card sets of the referee as an array of shape (sets, 2)."""
    return np.array([words(mask) for mask in masks], dtype=np.int64)


def _instruction(generate: Callable[[Any, Any], Any]) -> Any:
    """Return a function of one word that compiles to a single machine operation."""

    def typed(_: Any, word: Any) -> Any:
        def lower(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return generate(builder, arguments[0])

        return types.int64(types.int64), lower

    return intrinsic(typed)


IS_NEVER_0 = ir.Constant(ir.IntType(1), 1)
LAST_BIT = ir.Constant(ir.IntType(WORD), WORD - 1)

ones = _instruction(lambda builder, word: builder.ctpop(word))
lowest_one = _instruction(lambda builder, word: builder.cttz(word, IS_NEVER_0))
highest_one = _instruction(
    lambda builder, word: builder.sub(LAST_BIT, builder.ctlz(word, IS_NEVER_0))
)
"""Functions that count a word's set bits, and return the index of the lowest and of the highest."""


@inlined
def whole(value: Any) -> Any:
    """Return a byte, a boolean or an unsigned word as a signed word."""
    return np.int64(value)


@inlined
def has_any(cards: Set) -> bool:
    """Return whether a set contains any card."""
    return (cards[0] | cards[1]) != 0


@inlined
def has(cards: Set, card: int) -> bool:
    """Return whether a set contains a card."""
    return (cards[card >> 6] >> (card & 63)) & 1 != 0


@inlined
def count(cards: Set) -> int:
    """Return the number of cards in a set."""
    return ones(cards[0]) + ones(cards[1])


@inlined
def meet(left: Set, right: Set) -> Set:
    """Return the cards that are in both sets."""
    return left[0] & right[0], left[1] & right[1]


@inlined
def join(left: Set, right: Set) -> Set:
    """Return the cards that are in either set."""
    return left[0] | right[0], left[1] | right[1]


@inlined
def minus(left: Set, right: Set) -> Set:
    """Return the cards of the first set that are not in the second."""
    return left[0] & ~right[0], left[1] & ~right[1]


@inlined
def single(card: int) -> Set:
    """Return the set of one card."""
    bit = 1 << (card & 63)
    return (bit, 0) if card < WORD else (0, bit)


@inlined
def lowest(cards: Set) -> int:
    """Return the lowest card of a set, which must not be empty."""
    return lowest_one(cards[0]) if cards[0] != 0 else WORD + lowest_one(cards[1])


@inlined
def highest(cards: Set) -> int:
    """Return the highest card of a set, which must not be empty."""
    return WORD + highest_one(cards[1]) if cards[1] != 0 else highest_one(cards[0])


@inlined
def rest(cards: Set) -> Set:
    """Return the set without its lowest card."""
    low, high = cards
    return (low & (low - 1), high) if low != 0 else (low, high & (high - 1))


@inlined
def nth(cards: Set, n: int) -> int:
    """Return the card that has exactly n lower cards in the set."""
    low, high = cards
    in_low = ones(low)
    if n < in_low:
        for _ in range(n):
            low &= low - 1
        return lowest_one(low)
    for _ in range(n - in_low):
        high &= high - 1
    return WORD + lowest_one(high)
