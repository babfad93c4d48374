"""Lets the code of `tenback.encoding` work on Torch tensors."""

from collections.abc import Sequence

import torch
from torch import Tensor


class TorchArrays:
    """Tensors on one device; inputs of networks have the given precision."""

    def __init__(self, device: torch.device, precision: torch.dtype) -> None:
        self.device = device
        self.precision = precision

    def integers(self, values: Tensor) -> Tensor:
        """Return values as signed integers."""
        return values.to(torch.int32)

    def wide_integers(self, values: Tensor) -> Tensor:
        """Return values as signed 64-bit integers."""
        return values.to(torch.int64)

    def bytes(self, values: Tensor) -> Tensor:
        """Return values as unsigned bytes."""
        return values.to(torch.uint8)

    def floats(self, values: Tensor) -> Tensor:
        """Return values as inputs of a network."""
        return values.to(self.precision)

    def arange(self, first: int, stop: int) -> Tensor:
        """Return the numbers of a range."""
        return torch.arange(first, stop, dtype=torch.int32, device=self.device)

    def concatenate(self, arrays: Sequence[Tensor]) -> Tensor:
        """Return tensors side by side."""
        return torch.cat(tuple(arrays), dim=-1)

    def where(self, condition: Tensor, yes: Tensor, no: Tensor) -> Tensor:
        """Return `yes` where the condition holds, else `no`."""
        return torch.where(condition, yes, no)

    def clip(self, values: Tensor, low: int, high: int) -> Tensor:
        """Return values within bounds."""
        return values.clamp(low, high)

    def copy(self, array: Tensor) -> Tensor:
        """Return a copy."""
        return array.clone()
