"""What a seat knows as arrays: rows of bytes, and the inputs of a network."""

from tenback.encoding.inputs import SCHEMES, Scheme, after, inputs, sights
from tenback.encoding.library import Library, NumPy
from tenback.encoding.rows import ROW, Array, as_bytes

__all__ = [
    "ROW",
    "SCHEMES",
    "Array",
    "Library",
    "NumPy",
    "Scheme",
    "after",
    "as_bytes",
    "inputs",
    "sights",
]
