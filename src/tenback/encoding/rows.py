"""A row: what one seat knows at one moment, in 96 bytes.

Rows are written by compiled code, for views and for simulated tables alike, and spread into the
inputs of a network by `tenback.encoding.inputs`. Seats are told clockwise from the seat itself; in
a duel, its own piles come first.
"""

from typing import Any

import numpy as np

Array = Any
"""An array of NumPy, or a tensor of torch: the code for both is one."""

PILES = 4
MOST_OTHERS = 4

ROW = np.dtype(
    [
        ("hand", "i8", (2,)),  # card sets in two words, as `fastsim.bits` has them
        ("unseen", "i8", (2,)),  # neither laid nor in the hand; in a duel, of its own cards
        ("others", "i8", (2,)),  # in a duel, the cards that the opponent has not laid
        ("tops", "u1", (PILES,)),
        ("said", "u1", (MOST_OTHERS, PILES)),  # what stands, by the other seats
        ("sizes", "u1", (1 + MOST_OTHERS,)),  # of the hands
        ("draws", "u1", (2,)),  # sizes of the draw piles
        ("seats", "u1"),
        ("hand_size", "u1"),  # that is drawn up to
        ("usual", "u1"),  # the minimum while there are cards to draw
        ("minimum", "u1"),  # of the running turn
        ("played", "u1"),
        ("used", "u1"),  # the piles of this turn, bit by bit
        ("last", "u1"),  # the pile of the card laid last in this turn + 1, or 0
        ("has_three", "u1"),
        ("is_over", "u1"),  # whether the turn is: cards are about to be drawn
        ("stale", "u1"),  # the piles that have changed since anybody spoke, bit by bit
        ("is_duel", "u1"),
        ("seat", "u1"),
        ("layout", "<u2"),  # which of the layouts that go with the rows holds
        ("is_opening", "u1"),  # whether nobody has begun yet (C4)
        ("spare", "u1", (6,)),
    ]
)
ROW_SIZE = ROW.itemsize


SECTIONS = {
    name: slice(start, start + kind.itemsize)
    for name, (kind, start, *_) in (ROW.fields or {}).items()
}
"""Where each section stands among the bytes of a row."""


def as_bytes(rows: Array) -> Array:
    """Return rows as a table of bytes, a line each."""
    return rows.view(np.uint8).reshape(len(rows), ROW_SIZE)
