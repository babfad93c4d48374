"""What the tests of training stand on."""

import pytest
import torch


@pytest.fixture(autouse=True)
def _one_core() -> None:
    """Let torch compute on one core: tests run side by side, and its threads wait by spinning."""
    torch.set_num_threads(1)
