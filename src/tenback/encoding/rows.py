"""Rows: what one seat knows at one moment, in 96 bytes.

Compiled code writes rows from views and simulated tables alike, and `tenback.encoding.inputs`
converts them to the inputs of a network. Seats are listed clockwise from the row's own seat. In a
duel, the seat's own piles come first.
"""

from typing import Any

import numpy as np

from tenback.fastsim.bits import count, join, minus, whole
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.tables import (
    LOWEST_CARD,
    MOST_SEATS,
    NOBODY,
    PILES,
    Row,
    draw_pile_of,
    draw_size,
    hand_of,
    top_of,
)

Array = Any
"""A NumPy array or a torch tensor; the same code serves both."""

MOST_OTHERS = MOST_SEATS - 1

ROW = np.dtype(
    [
        ("hand", "i8", (2,)),  # card sets in two words, as `fastsim.bits` has them
        ("unseen", "i8", (2,)),  # neither laid nor in the hand; in a duel, only own cards
        ("others", "i8", (2,)),  # in a duel, the cards that the opponent has not laid
        ("tops", "u1", (PILES,)),
        ("said", "u1", (MOST_OTHERS, PILES)),  # the standing words of the other seats
        ("sizes", "u1", (MOST_SEATS,)),  # the sizes of the hands
        ("draws", "u1", (2,)),  # the sizes of the draw piles
        ("seats", "u1"),
        ("hand_size", "u1"),  # the size of a full hand
        ("usual", "u1"),  # the minimum while there are cards to draw
        ("minimum", "u1"),  # the minimum of the running turn
        ("played", "u1"),
        ("used", "u1"),  # the piles used in this turn, one bit each
        ("last", "u1"),  # 1 + the pile of the card laid last in this turn, or 0
        ("has_three", "u1"),
        ("is_over", "u1"),  # whether the turn is over and cards are about to be drawn
        ("stale", "u1"),  # the piles that have changed since anybody spoke, one bit each
        ("is_duel", "u1"),
        ("seat", "u1"),
        ("is_opening", "u1"),  # whether nobody has begun yet (C4)
        ("layout", "<u2"),  # the index of the layout among those that come with the rows
        ("mover", "u1"),  # how far clockwise the seat to move sits: 0 for the seat itself
        ("spare", "u1", (5,)),
    ]
)
ROW_SIZE = ROW.itemsize


SECTIONS = {
    name: slice(start, start + kind.itemsize)
    for name, (kind, start, *_) in (ROW.fields or {}).items()
}
"""The bytes of a row that each section occupies."""


def as_bytes(rows: Array) -> Array:
    """Return rows as an array of bytes, of shape (rows, ROW_SIZE)."""
    return rows.view(np.uint8).reshape(len(rows), ROW_SIZE)


@compiled
def write_row(rules: Row, table: Row, layout: int, row: Row) -> None:
    """Write the row of the seat to move, or of seat 0 in the opening."""
    write_seat_row(rules, table, 0 if table.seat == NOBODY else whole(table.seat), layout, row)


@inlined
def write_seat_row(rules: Row, table: Row, seat: int, layout: int, row: Row) -> None:
    """Write the row of any seat; its turn fields describe the turn of the seat to move."""
    is_opening = table.seat == NOBODY
    source = draw_pile_of(rules, seat)
    hand = hand_of(table, seat)
    row.hand[0], row.hand[1] = hand
    unseen = minus(all_cards(rules), join(hand, (table.laid[source, 0], table.laid[source, 1])))
    row.unseen[0], row.unseen[1] = unseen
    row.draws[0] = draw_size(rules, table, source)
    shift = 2 * seat if rules.is_duel else 0
    for pile in range(PILES):
        row.tops[pile] = top_of(table.tops, pile ^ shift)
    row.used = table.used if shift == 0 else (table.used >> 2) | ((table.used & 3) << 2)
    row.last = 0 if table.last < 0 else (table.last ^ shift) + 1
    if rules.is_duel:
        other = 1 - source
        row.others[0], row.others[1] = minus(
            all_cards(rules), (table.laid[other, 0], table.laid[other, 1])
        )
        row.draws[1] = draw_size(rules, table, other)
    holder = seat
    for place in range(rules.seats):
        row.sizes[place] = count(hand_of(table, holder))
        if place > 0:
            for pile in range(PILES):
                row.said[place - 1, pile] = table.said[holder, pile]
        holder = 0 if holder + 1 == rules.seats else holder + 1
    for place in range(rules.seats, MOST_OTHERS + 1):
        row.sizes[place] = 0
        for pile in range(PILES):
            row.said[place - 1, pile] = 0
    row.seats = rules.seats
    row.hand_size = rules.hand_size
    row.usual = rules.minimum
    row.minimum = table.minimum
    row.played = table.played
    row.has_three = table.has_three
    row.is_over = 0
    row.stale = 0
    row.is_duel = rules.is_duel
    row.seat = seat
    row.is_opening = is_opening
    row.mover = 0 if is_opening else (whole(table.seat) - seat + rules.seats) % rules.seats
    row.layout = layout


@compiled
def write_line_row(rules: Row, table: Row, layout: int, line: Row, row: Row) -> None:
    """Write what the seat to move knows at the end of a line, before it draws.

    A line contains the state of the turn at its end (see `tenback.policies.lines`).
    """
    write_row(rules, table, layout, row)
    shift = 2 * whole(row.seat) if rules.is_duel else 0
    row.hand[0], row.hand[1] = line.hand[0], line.hand[1]
    for pile in range(PILES):
        row.tops[pile] = top_of(whole(line.tops), pile ^ shift)
    row.sizes[0] = count((line.hand[0], line.hand[1]))
    row.played = line.played
    row.used = line.used if shift == 0 else (line.used >> 2) | ((line.used & 3) << 2)
    row.last = 0 if line.last < 0 else (line.last ^ shift) + 1
    row.has_three = line.has_three
    row.is_over = 1
    row.stale = 0
    for step in range(line.length):
        row.stale |= 1 << ((whole(line.actions[step]) & 3) ^ shift)


@inlined
def all_cards(rules: Row) -> Any:
    """Return the set of all number cards in a deck."""
    if rules.is_duel:
        return (1 << (rules.numbers + LOWEST_CARD)) - (1 << LOWEST_CARD), 0
    return -(1 << LOWEST_CARD), (1 << (rules.numbers + LOWEST_CARD - 64)) - 1
