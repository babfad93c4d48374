"""95 % confidence intervals of rates and means."""

from collections.abc import Iterable
from math import sqrt

Interval = tuple[float, float]

Z = 1.959963984540054
"""How many standard deviations either side of the mean cover 95 % of a normal distribution."""
FIRST_STUDENTS = 12.706204736432095, 4.302652729911275
"""The same for Student's distributions with one and two degrees of freedom."""


def wilson(won: int, of: int) -> Interval:
    """Return the Wilson interval of a rate, which holds up even with few games or rare wins.

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
    """Return the mean of values given with their counts."""
    total = number = 0
    for value, count in counts:
        total += value * count
        number += count
    return total / number


def student(freedom: int) -> float:
    """Return Student's t, which replaces Z when the deviation itself is estimated.

    From three degrees of freedom up, it uses the Cornish–Fisher series, accurate to a thousandth.

    >>> [round(student(freedom), 2) for freedom in (1, 5, 30, 1_000_000)]
    [12.71, 2.57, 2.04, 1.96]
    """
    if freedom <= len(FIRST_STUDENTS):
        return FIRST_STUDENTS[freedom - 1]
    terms = (
        Z,
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


def mean_interval(counts: Iterable[tuple[int, int]], least: int, most: int) -> Interval:
    """Return Student's interval of a mean, clipped to the possible range."""
    number, middle, variance = _moments(counts)
    if number < 2:
        return float(least), float(most)
    reach = student(number - 1) * sqrt(variance / (number - 1))
    return max(middle - reach, float(least)), min(middle + reach, float(most))


def bounded_interval(counts: Iterable[tuple[int, int]], least: int, most: int) -> Interval:
    """Return the interval of a mean of bounded values.

    Two imaginary deals, one at either bound, keep it from being too narrow where all deals agree.
    For differences between win rates, this is the interval of Bonett and Price (2012).
    """
    number, middle, variance = _moments([*counts, (least, 1), (most, 1)])
    reach = Z * sqrt(variance / number)
    return max(middle - reach, float(least)), min(middle + reach, float(most))


def _moments(counts: Iterable[tuple[int, int]]) -> tuple[int, float, float]:
    """Return how many values there are, their mean, and their mean square distance from it."""
    number = total = squares = 0
    for value, count in counts:
        number += count
        total += value * count
        squares += value * value * count
    if not number:
        return 0, 0.0, 0.0
    # Whole numbers until the end: no precision is lost where the values hardly differ.
    return number, total / number, (number * squares - total * total) / (number * number)
