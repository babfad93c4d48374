import numpy as np
import pytest
import torch

from tenback.encoding import NumPyArrays, inputs, scheme_of
from tenback.training.arrays import TorchArrays
from tests.encoding.test_inputs import SETUPS, moments

TORCH = TorchArrays(torch.device("cpu"), torch.float32)


@pytest.mark.parametrize(("edition", "seats"), SETUPS)
def test_torch_and_numpy_see_the_same(edition: str, seats: int) -> None:
    pool, rows = moments(edition, seats)[-1]
    scheme = scheme_of(pool.setups[0].edition)
    kinds = torch.from_numpy(pool.kinds)
    for ours, theirs in zip(
        inputs(rows, pool.kinds, scheme, NumPyArrays()),
        inputs(torch.from_numpy(rows), kinds, scheme, TORCH),
        strict=True,
    ):
        assert np.allclose(ours, theirs.numpy())
