"""What a seat knows, as arrays: rows of bytes, and the inputs of a network."""

from tenback.encoding.arrays import Arrays, NumPyArrays
from tenback.encoding.inputs import card_sets, inputs
from tenback.encoding.rows import ROW, Array, as_bytes
from tenback.encoding.scheme import Scheme, card_kinds, scheme_of

__all__ = [
    "ROW",
    "Array",
    "Arrays",
    "NumPyArrays",
    "Scheme",
    "as_bytes",
    "card_kinds",
    "card_sets",
    "inputs",
    "scheme_of",
]
