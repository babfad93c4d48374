import numpy as np

from tenback.bots.sparse_layer import add_weights

PLACES, WINDOW, UNITS = 32, 40, 3


def test_the_weights_of_all_that_is_in_the_sets_are_added_up() -> None:
    weights = np.random.default_rng(1).random((2 * WINDOW + 5, UNITS), np.float32)
    sets = np.zeros((2, 2, 2), np.int64)
    sets[0, 0] = 1 << 31 | 1, 1 << 7 | 1 << 8  # places 0, 31 and 39; the last one does not count
    sets[0, 1] = 1 << 2, 0
    sums = np.ones((2, UNITS), np.float32)
    add_weights(sets, PLACES, WINDOW, weights, sums)
    assert np.allclose(sums[0], 1 + weights[[0, 31, 39, WINDOW + 2]].sum(axis=0))
    assert np.array_equal(sums[1], np.ones(UNITS))
