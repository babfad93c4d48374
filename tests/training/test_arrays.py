import numpy as np
import pytest
import torch

from tenback.encoding import NumPyArrays, after, inputs, scheme_of
from tenback.training.arrays import TorchArrays
from tests.encoding.test_inputs import SETUPS, moments

TORCH = TorchArrays(torch.device("cpu"), torch.float32)


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_torch_and_numpy_see_the_same(edition: str, seats: int) -> None:
    pool, rows, _, then = moments(edition, seats)[-1]
    scheme = scheme_of(pool.setups[0].edition)
    kinds = torch.from_numpy(pool.kinds)
    for ours, theirs in zip(
        inputs(then, pool.kinds, scheme, NumPyArrays()),
        inputs(torch.from_numpy(then), kinds, scheme, TORCH),
        strict=True,
    ):
        assert np.allclose(ours, theirs.numpy())
    actions = np.random.default_rng(1).integers(0, 393, len(rows)).astype(np.int16)
    told = after(torch.from_numpy(rows), torch.from_numpy(actions), kinds, TORCH)
    assert np.array_equal(after(rows, actions, pool.kinds, NumPyArrays()), told.numpy())
