"""How sure a figure is: intervals that hold the truth in 95 of 100 runs."""

from collections.abc import Iterable
from math import sqrt

Interval = tuple[float, float]

Z = 1.959963984540054
"""So many standard deviations to either side hold 95 % of a normal distribution."""


def wilson(won: int, of: int) -> Interval:
    """Return Wilson's interval of a rate, which is sound also for few sittings and rare wins.

    >>> low, high = wilson(won=5, of=10)
    >>> f"{low:.4f} {high:.4f}"
    '0.2366 0.7634'
    """
    if not of:
        return 0.0, 1.0
    rate = won / of
    middle = rate + Z * Z / (2 * of)
    reach = Z * sqrt(rate * (1 - rate) / of + Z * Z / (4 * of * of))
    whole = 1 + Z * Z / of
    low, high = (middle - reach) / whole, (middle + reach) / whole
    return (max(low, 0.0) if won else 0.0), (min(high, 1.0) if won < of else 1.0)


def mean(counts: Iterable[tuple[int, int]]) -> float:
    """Return the mean of values that come with how often they occurred."""
    total = number = 0
    for value, count in counts:
        total += value * count
        number += count
    return total / number


def mean_interval(counts: Iterable[tuple[int, int]], least: int, most: int) -> Interval:
    """Return the interval of a mean by its standard error, within what is possible at all."""
    number = total = squares = 0
    for value, count in counts:
        number += count
        total += value * count
        squares += value * value * count
    if number < 2:
        return float(least), float(most)
    middle = total / number
    reach = Z * sqrt(max(squares / number - middle * middle, 0.0) / number)
    return max(middle - reach, float(least)), min(middle + reach, float(most))


def bounded_interval(counts: Iterable[tuple[int, int]], least: int, most: int) -> Interval:
    """Return the interval of a mean of values that have bounds.

    Two imagined deals, one at either bound, keep it from being too sure where all deals agree: for
    differences of won and lost that is the interval of Bonett and Price (2012).
    """
    return mean_interval([*counts, (least, 1), (most, 1)], least, most)
