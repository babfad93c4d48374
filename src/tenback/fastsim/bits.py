"""Sets of cards as two words: cards 0 to 63 in the first, the others in the second.

The words are signed, because Numba turns a mix of signed and unsigned numbers into floats. No set
is ever shifted as a number, so the sign means nothing.
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
    """Return card sets of the referee as an array with two words per line."""
    return np.array([words(mask) for mask in masks], dtype=np.int64)


def _instruction(generate: Callable[[Any, Any], Any]) -> Any:
    """Return a function of one word that compiles to a machine instruction."""

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
"""How many bits are set, and the positions of the lowest and highest of them."""


@inlined
def whole(value: Any) -> Any:
    """Return a byte, a truth value or an unsigned word as a signed word."""
    return np.int64(value)


@inlined
def has_any(cards: Set) -> bool:
    """Return whether there is a card in the set."""
    return (cards[0] | cards[1]) != 0


@inlined
def has(cards: Set, card: int) -> bool:
    """Return whether a card is in the set."""
    return (cards[card >> 6] >> (card & 63)) & 1 != 0


@inlined
def count(cards: Set) -> int:
    """Return how many cards there are."""
    return ones(cards[0]) + ones(cards[1])


@inlined
def meet(left: Set, right: Set) -> Set:
    """Return the cards in both."""
    return left[0] & right[0], left[1] & right[1]


@inlined
def join(left: Set, right: Set) -> Set:
    """Return the cards in either."""
    return left[0] | right[0], left[1] | right[1]


@inlined
def minus(left: Set, right: Set) -> Set:
    """Return the cards of the first that are not in the second."""
    return left[0] & ~right[0], left[1] & ~right[1]


@inlined
def single(card: int) -> Set:
    """Return the set of one card."""
    bit = 1 << (card & 63)
    return (bit, 0) if card < WORD else (0, bit)


@inlined
def lowest(cards: Set) -> int:
    """Return the lowest card; there must be one."""
    return lowest_one(cards[0]) if cards[0] != 0 else WORD + lowest_one(cards[1])


@inlined
def highest(cards: Set) -> int:
    """Return the highest card; there must be one."""
    return WORD + highest_one(cards[1]) if cards[1] != 0 else highest_one(cards[0])


@inlined
def rest(cards: Set) -> Set:
    """Return the cards without the lowest."""
    low, high = cards
    return (low & (low - 1), high) if low != 0 else (low, high & (high - 1))


@inlined
def nth(cards: Set, n: int) -> int:
    """Return the card of the set with n lower ones in it."""
    low, high = cards
    in_low = ones(low)
    if n < in_low:
        for _ in range(n):
            low &= low - 1
        return lowest_one(low)
    for _ in range(n - in_low):
        high &= high - 1
    return WORD + lowest_one(high)
