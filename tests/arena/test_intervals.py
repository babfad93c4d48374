"""Intervals, against figures from elsewhere."""

import random

import pytest

from tenback.arena import Duels
from tenback.arena.intervals import bounded_interval, mean, mean_interval, student, wilson


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


@pytest.mark.parametrize(
    ("freedom", "t"),
    [  # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, the column 0.975
        *((1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (6, 2.447), (8, 2.306)),
        *((10, 2.228), (15, 2.131), (20, 2.086), (30, 2.042), (60, 2.000), (100, 1.984)),
    ],
)
def test_student_gives_the_published_values(freedom: int, t: float) -> None:
    assert student(freedom) == pytest.approx(t, rel=1.3e-3)


def test_the_interval_of_a_mean_is_students() -> None:
    low, high = mean_interval([(0, 5), (10, 5)], -100, 100)
    reach = 2.262 * (250 / 9 / 10) ** 0.5
    assert (low, high) == pytest.approx((5 - reach, 5 + reach), abs=1e-3)


def test_a_mean_of_a_billion_deals_that_hardly_differ_keeps_its_interval() -> None:
    low, high = mean_interval([(98, 10**9), (97, 1)], 0, 98)
    assert 98 - low == pytest.approx(1e-9 * (1 + 1.96), rel=1e-2)
    assert high == 98


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


@pytest.mark.parametrize("deals", [3, 5, 10, 30, 200])
def test_so_do_the_intervals_of_differences_of_cards_left(deals: int) -> None:
    dice = random.Random(6)
    runs = 2000
    holding = 0
    for _ in range(runs):
        differences = [(round(dice.gauss(2, 9)), 1) for _ in range(deals)]
        low, high = mean_interval(differences, -98, 98)
        holding += low <= 2 <= high
    assert 0.935 < holding / runs < 0.965


@pytest.mark.parametrize("deals", [10, 20, 100, 400])
@pytest.mark.parametrize(
    "weights", [(1, 5, 20, 5, 1), (1, 2, 4, 4, 2), (0, 1, 2, 6, 10), (5, 0, 1, 0, 5)]
)
def test_so_do_the_intervals_of_duels_or_more(weights: tuple[int, ...], deals: int) -> None:
    dice = random.Random(7)
    runs = 2000
    truth = sum(wins * weight for wins, weight in enumerate(weights)) / (4 * sum(weights))
    holding = 0
    for _ in range(runs):
        per_deal = dice.choices(range(5), weights, k=deals)
        duels = Duels(tuple(per_deal.count(wins) for wins in range(5)), (sum(per_deal), 0, 0, 0))
        holding += duels.interval[0] <= truth <= duels.interval[1]
    assert holding / runs > 0.93
