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
        """Return values as signed integers of 64 bits."""

    def bytes(self, values: Array) -> Array:
        """Return values as unsigned bytes."""

    def floats(self, values: Array) -> Array:
        """Return values as inputs of a network."""

    def arange(self, first: int, stop: int) -> Array:
        """Return the numbers from the first to before the last one."""

    def concatenate(self, arrays: Sequence[Array]) -> Array:
        """Return arrays side by side, along the last axis."""

    def where(self, condition: Array, yes: Array, no: Array) -> Array:
        """Return one or the other, element by element."""

    def clip(self, values: Array, low: int, high: int) -> Array:
        """Return values, none below the one bound or above the other."""

    def copy(self, array: Array) -> Array:
        """Return a copy."""


class NumPyArrays:
    """Arrays of NumPy."""

    def integers(self, values: Array) -> Array:
        """Return values as signed integers."""
        return values.astype(np.int32)

    def wide_integers(self, values: Array) -> Array:
        """Return values as signed integers of 64 bits."""
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
