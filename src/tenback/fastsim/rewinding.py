"""Tables rewound to the start of the running turn; nothing hidden was revealed since."""

from typing import Any

import numpy as np

from tenback.fastsim.bits import join, minus, single, whole
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.tables import (
    NO_PILE,
    NOTHING,
    PILES,
    TABLE,
    Array,
    Row,
    Setup,
    draw_pile_of,
    hand_of,
    hold,
    top_of,
)


def turn_starts(setup: Setup, tables: Array) -> Array:
    """Return the tables as they were when the running turn of each began.

    A table stays as it is if other seats' signals stand there, because they may have been given
    since. So does a table where the tops at the start of the turn are unknown.
    """
    found = np.zeros(len(tables), TABLE)
    write_turn_starts(setup.rules, tables, found)
    return found


@compiled
def write_turn_starts(rules: Row, tables: Any, found: Any) -> None:
    """Copy tables, and undo the plays of their running turns."""
    for index in range(len(tables)):
        found[index] = tables[index]
        table = found[index]
        if table.played > 0 and not has_heard(rules, table) and knows_first_tops(table):
            take_back(rules, table)


@inlined
def has_heard(rules: Row, table: Row) -> bool:
    """Return whether any signal by a seat other than the one to move stands."""
    for seat in range(rules.seats):
        for pile in range(PILES):
            if seat != table.seat and table.said[seat, pile] != NOTHING:
                return True
    return False


@inlined
def knows_first_tops(table: Row) -> bool:
    """Return whether all tops at the start of the turn are known."""
    known = 0
    for pile in range(PILES):
        known += top_of(whole(table.first_tops), pile) > 0
    return known == PILES


@inlined
def take_back(rules: Row, table: Row) -> None:
    """Undo all plays of the running turn."""
    seat = whole(table.seat)
    source = draw_pile_of(rules, seat)
    hand, laid = hand_of(table, seat), (table.laid[source, 0], table.laid[source, 1])
    for place in range(table.played):
        card = single(whole(table.plays[place, 0]))
        hand, laid = join(hand, card), minus(laid, card)
    hold(table, seat, hand)
    table.laid[source, 0], table.laid[source, 1] = laid
    table.left[source] += table.played
    table.tops = table.first_tops
    table.played = 0
    table.used = 0
    table.last = NO_PILE
    table.has_stop = 0
    table.has_three = 0
