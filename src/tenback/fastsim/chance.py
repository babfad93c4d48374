"""Random streams for simulation: SplitMix64, with one word of state and a few steps per number.

Deals that people name by a code are made by hashing (`tenback.rules.chance`). Simulations need a
million deals per second, and a game that is lost early never uses the rest of its cards.

    deal n of a run          base = mix(seed + GAP · (n + 1))
    its stream for purpose p state = mix(base + GAP · (p + 1))
    the next word            state += GAP; mix(state)
    a number below k         (word >> 32) · k >> 32, skipping words that would favor some (Lemire)
"""

from hashlib import sha256
from operator import index
from typing import Any

import numpy as np

from tenback.fastsim.bits import whole
from tenback.fastsim.compiling import inlined
from tenback.rules.chance import check_seed

GAP = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR, SECOND_FACTOR = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
FIRST_SHIFT, SECOND_SHIFT, THIRD_SHIFT = np.uint64(30), np.uint64(27), np.uint64(31)
HALF = np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)
WORDS = np.uint64(1 << 32)

CARDS, STARTER, LAYOUT, SEATS = 0, 2, 3, 4
"""The numbers of the purposes: CARDS and CARDS + 1 for draw piles, SEATS + i for seat i."""


def run_seed(text: str) -> int:
    """Return the number that the text of a run's seed stands for."""
    digest = sha256(f"tenback:1:run:{check_seed(text)}".encode("ascii")).digest()
    return int.from_bytes(digest[:8], "big")


def word_of(seed: int) -> Any:
    """Return a run's seed as an unsigned word, modulo 2⁶⁴."""
    return np.uint64(index(seed) % (1 << 64))


@inlined
def mix(word: Any) -> Any:
    """Return a hash of a word, in which every bit depends on every bit of the input."""
    word = (word ^ (word >> FIRST_SHIFT)) * FIRST_FACTOR
    word = (word ^ (word >> SECOND_SHIFT)) * SECOND_FACTOR
    return word ^ (word >> THIRD_SHIFT)


@inlined
def base_of(seed: Any, number: int) -> Any:
    """Return the number from which all random streams of a deal are derived."""
    return mix(seed + GAP * np.uint64(number + 1))


@inlined
def stream_of(base: Any, purpose: int) -> Any:
    """Return the initial state of the random stream for a purpose."""
    return mix(base + GAP * np.uint64(purpose + 1))


@inlined
def below(streams: Any, which: int, bound: int) -> int:
    """Return a random number from 0 to bound − 1, and advance one of several streams."""
    wide = np.uint64(bound)
    while True:
        streams[which] += GAP
        product = (mix(streams[which]) >> HALF) * wide
        low = product & LOW_HALF
        if low >= wide or low >= (WORDS - wide) % wide:
            return whole(product >> HALF)
