"""Fixtures for the tests of training."""

import pytest
import torch


@pytest.fixture(autouse=True)
def _one_core() -> None:
    """Limit Torch to one core: tests run in parallel, and its threads wait by spinning."""
    torch.set_num_threads(1)
