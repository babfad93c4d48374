"""Intervals, against figures from elsewhere."""

import random

import pytest

from tenback.arena.intervals import bounded_interval, mean, mean_interval, wilson


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [  # Newcombe (1998), table I, method 3: Wilson's score interval
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(won: int, of: int, low: float, high: float) -> None:
    assert wilson(won, of) == pytest.approx((low, high), abs=5e-5)
    assert wilson(of - won, of) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_wilson_knows_nothing_of_no_sittings() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_mean_counts_each_value_as_often_as_it_occurred() -> None:
    assert mean([(-1, 3), (2, 1), (5, 0)]) == -0.25


def test_the_interval_of_a_mean_is_two_standard_errors_wide_to_either_side() -> None:
    low, high = mean_interval([(0, 50), (10, 50)], -100, 100)
    assert (low, high) == pytest.approx((5 - 1.96 * 0.5, 5 + 1.96 * 0.5), abs=1e-3)


def test_one_value_says_nothing_about_the_mean() -> None:
    assert mean_interval([(3, 1)], -98, 98) == (-98.0, 98.0)


def test_the_paired_interval_is_that_of_bonett_and_price() -> None:
    both, only_a, only_b, neither = 36, 12, 2, 50
    n, p, q = 102, 13 / 102, 3 / 102
    reach = 1.959964 * ((p + q - (p - q) ** 2) / n) ** 0.5
    counted = [(1, only_a), (0, both + neither), (-1, only_b)]
    assert bounded_interval(counted, -1, 1) == pytest.approx((p - q - reach, p - q + reach))


def test_deals_that_all_agree_leave_some_doubt_within_bounds() -> None:
    low, high = bounded_interval([(1, 10)], -1, 1)
    assert 0 < low < 1
    assert high == 1


def test_ninety_five_of_a_hundred_intervals_hold_the_truth() -> None:
    dice = random.Random(5)
    runs = 2000
    holding = 0
    for _ in range(runs):
        won = sum(dice.random() < 0.05 for _ in range(200))
        low, high = wilson(won, 200)
        holding += low <= 0.05 <= high
    assert 0.93 < holding / runs < 0.98
