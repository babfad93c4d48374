"""The first layer of a network: most inputs are sets, so weights are added, not multiplied."""

from typing import Any

from tenback.fastsim.bits import lowest_one
from tenback.fastsim.compiling import compiled


@compiled
def add_weights(sets: Any, places: int, window: int, weights: Any, sums: Any) -> None:
    """Add the weights of everything in each row's sets to that row's sums.

    A row has several sets of several words each. A word holds `places` bits, and only the first
    `window` bits of a set count. Weights are stored set by set, and within a set bit by bit.
    """
    for line in range(len(sets)):
        total = sums[line]
        for plane in range(sets.shape[1]):
            for word in range(sets.shape[2]):
                first = plane * window + word * places
                bits = sets[line, plane, word]
                while bits != 0:
                    place = lowest_one(bits)
                    bits &= bits - 1
                    if word * places + place < window:
                        own = weights[first + place]
                        for unit in range(len(total)):
                            total[unit] += own[unit]
