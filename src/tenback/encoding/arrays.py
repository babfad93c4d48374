"""The few array functions that NumPy and torch spell differently."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from tenback.encoding.rows import Array


class Arrays(Protocol):
    """The array functions that a library must provide."""

    def integers(self, values: Array) -> Array:
        """Return values as signed integers."""

    def wide_integers(self, values: Array) -> Array:
        """Return values as signed 64-bit integers."""

    def bytes(self, values: Array) -> Array:
        """Return values as unsigned bytes."""

    def floats(self, values: Array) -> Array:
        """Return values as floats, for the inputs of a network."""

    def arange(self, first: int, stop: int) -> Array:
        """Return the integers from `first` up to, but not including, `stop`."""

    def concatenate(self, arrays: Sequence[Array]) -> Array:
        """Return the arrays joined along the last axis."""

    def where(self, condition: Array, yes: Array, no: Array) -> Array:
        """Return elements of `yes` where the condition holds, and of `no` elsewhere."""

    def clip(self, values: Array, low: int, high: int) -> Array:
        """Return values clipped to the range from `low` to `high`."""

    def copy(self, array: Array) -> Array:
        """Return a copy of an array."""


class NumPyArrays:
    """The array functions of NumPy."""

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
        """Return the integers from `first` up to, but not including, `stop`."""
        return np.arange(first, stop, dtype=np.int32)

    def concatenate(self, arrays: Sequence[Array]) -> Array:
        """Return the arrays joined along the last axis."""
        return np.concatenate(arrays, axis=-1)

    def where(self, condition: Array, yes: Array, no: Array) -> Array:
        """Return elements of `yes` where the condition holds, and of `no` elsewhere."""
        return np.where(condition, yes, no)

    def copy(self, array: Array) -> Array:
        """Return a copy of an array."""
        return array.copy()

    def clip(self, values: Array, low: int, high: int) -> Array:
        """Return values clipped to the range from `low` to `high`."""
        return np.clip(values, low, high)
