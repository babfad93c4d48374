"""Randomness is SplitMix64, and favors no number."""

import numpy as np
import pytest

from tenback.fastsim.chance import GAP, base_of, below, mix, run_seed, stream_of
from tenback.rules import BadInput


def test_the_words_are_those_of_splitmix64() -> None:
    """The published first outputs for the seed 1234567."""
    state, words = 1234567, []
    for _ in range(5):
        state = (state + int(GAP)) % 2**64
        words.append(int(mix(np.uint64(state))))
    assert words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_numbers_below_a_bound_are_equally_likely() -> None:
    streams = np.array([7], np.uint64)
    drawn = [below(streams, 0, 5) for _ in range(50_000)]
    counts = np.bincount(drawn, minlength=5)
    assert len(counts) == 5
    assert np.all(abs(counts - 10_000) < 450)  # five standard deviations


def test_streams_differ_by_seed_number_and_purpose() -> None:
    streams = {
        stream_of(np.uint64(base_of(np.uint64(seed), number)), purpose)
        for seed in range(5)
        for number in range(100)
        for purpose in range(9)
    }
    assert len(streams) == 5 * 100 * 9


def test_a_run_has_a_seed_like_a_deal() -> None:
    assert run_seed("TENBACK") == 15871786507940823884
    assert 0 <= run_seed("7") < 2**64
    with pytest.raises(BadInput, match="'u' is not a valid seed"):
        run_seed("u")
