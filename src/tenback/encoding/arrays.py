"""The few array functions that NumPy and torch spell differently."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from tenback.encoding.rows import Array


class Arrays(Protocol):
    """The array functions of a library."""

    def integers(self, values: Array) -> Array:
        """Return values as signed integers."""

    def wide_integers(self, values: Array) -> Array:
        """Return values as signed 64-bit integers."""

    def bytes(self, values: Array) -> Array:
        """Return values as unsigned bytes."""

    def floats(self, values: Array) -> Array:
        """Return values as inputs of a network."""

    def arange(self, first: int, stop: int) -> Array:
        """Return the numbers from the first up to, but not including, the last."""

    def concatenate(self, arrays: Sequence[Array]) -> Array:
        """Return arrays side by side, along the last axis."""

    def where(self, condition: Array, yes: Array, no: Array) -> Array:
        """Return one or the other, element by element."""

    def clip(self, values: Array, low: int, high: int) -> Array:
        """Return values clipped to two bounds."""

    def copy(self, array: Array) -> Array:
        """Return a copy."""


class NumPyArrays:
    """NumPy arrays."""

    def integers(self, values: Array) -> Array:
        """Return values as signed integers."""
        return values.astype(np.int32)

    def wide_integers(self, values: Array) -> Array:
        """Return values as signed 64-bit integers."""
        return values.astype(np.int64)

    def bytes(self, values: Array) -> Array:
        """Return values as unsigned bytes."""
        return values.astype(np.uint8)

    def floats(self, values: Array) -> Array:
        """Return values as single-precision floats."""
        return values.astype(np.float32, copy=False)

    def arange(self, first: int, stop: int) -> Array:
        """Return the numbers of a range."""
        return np.arange(first, stop, dtype=np.int32)

    def concatenate(self, arrays: Sequence[Array]) -> Array:
        """Return arrays side by side."""
        return np.concatenate(arrays, axis=-1)

    def where(self, condition: Array, yes: Array, no: Array) -> Array:
        """Return one or the other."""
        return np.where(condition, yes, no)

    def copy(self, array: Array) -> Array:
        """Return a copy."""
        return array.copy()

    def clip(self, values: Array, low: int, high: int) -> Array:
        """Return values within bounds."""
        return np.clip(values, low, high)
