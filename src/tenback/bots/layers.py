"""The first layer of a network: most inputs are sets, so weights are added, not multiplied."""

from typing import Any

from tenback.fastsim.bits import lowest_one
from tenback.fastsim.compiling import compiled

PLACES = 32
"""Of a word."""


@compiled
def add_weights(sets: Any, window: int, weights: Any, sums: Any) -> None:
    """Add to each line of sums the weights of all that is in its sets.

    A line has some sets of several words each, of which `window` places count. The weights of the
    first set's places come first, then those of the second set.
    """
    for line in range(len(sets)):
        total = sums[line]
        for plane in range(sets.shape[1]):
            for word in range(sets.shape[2]):
                first = plane * window + word * PLACES
                bits = sets[line, plane, word]
                while bits != 0:
                    place = lowest_one(bits)
                    bits &= bits - 1
                    if word * PLACES + place < window:
                        own = weights[first + place]
                        for unit in range(len(total)):
                            total[unit] += own[unit]
