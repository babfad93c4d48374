"""Keys that identify equal tables, so that each table is searched only once.

Two tables of one search are equal if every seat holds the same cards, as many cards were drawn, and
their faces are equal. A face is a 64-bit word:

    cards laid in the turn   4 bits   as far as they matter: up to the minimum, or to three (E5)
    last pile                3 bits   while a one-pile is visible (E9)
    stop laid, three laid    2 bits
    fires to cover           4 bits   pile by pile, in the order of the tops (O2)
    seat to move             3 bits
    cards drawn              7 bits
    tops                    32 bits   the lower of two ascending piles first, likewise descending
"""

from typing import Any

import numpy as np

from tenback.fastsim.bits import Set, minus, single
from tenback.fastsim.chance import GAP, mix
from tenback.fastsim.compiling import inlined
from tenback.fastsim.tables import ONE_PILE, PILES, Row, hand_of, top_of
from tenback.fastsim.turns import THREE_CARDS, Progress, fires, shows, visible


@inlined
def face_of(rules: Row, table: Row, turn: Progress) -> int:
    """Return the face of a table with the given turn: all that identifies it except the hands."""
    tops, last, enough = sorted_tops(turn.tops), 0, turn.minimum
    if rules.has_commands:
        enough = max(enough, THREE_CARDS)
        if shows(visible(table, turn.tops), ONE_PILE):
            last = 1 + pile_with(tops, top_of(turn.tops, turn.last))
    face = (min(turn.played, enough) << 3) | last
    face = (face << 2) | (turn.has_stop << 1) | turn.has_three
    face = (face << 4) | fires_among(tops, rules, turn)
    face = (face << 3) | turn.seat
    face = (face << 7) | table.next[0]
    return (face << 32) | tops


@inlined
def sorted_tops(tops: int) -> int:
    """Return the tops with the lower of two piles of the same direction first."""
    first, second, third, fourth = (
        top_of(tops, 0),
        top_of(tops, 1),
        top_of(tops, 2),
        top_of(tops, 3),
    )
    ascending = min(first, second) | (max(first, second) << 8)
    descending = min(third, fourth) | (max(third, fourth) << 8)
    return ascending | (descending << 16)


@inlined
def pile_with(tops: int, card: int) -> int:
    """Return the index of the pile that shows a card."""
    for pile in range(PILES):
        if top_of(tops, pile) == card:
            return pile
    return PILES


@inlined
def fires_among(tops: int, rules: Row, turn: Progress) -> int:
    """Return the piles that the turn must still cover, one bit each, in sorted order."""
    piles, found = fires(rules, turn), 0
    for pile in range(PILES):
        if (piles >> pile) & 1:
            found |= 1 << pile_with(tops, top_of(turn.tops, pile))
    return found


@inlined
def hash_of_hand(seat: int, hand: Set) -> Any:
    """Return a hash of the cards that a seat holds."""
    return mix(mix(np.uint64(hand[0]) + np.uint64(seat + 1) * GAP) + np.uint64(hand[1]))


@inlined
def hash_of_others(rules: Row, table: Row) -> Any:
    """Return a hash of the cards that all seats except the one to move hold."""
    word = np.uint64(0)
    for seat in range(rules.seats):
        if seat != table.seat:
            word += hash_of_hand(seat, hand_of(table, seat))
    return word


@inlined
def hash_of(others: Any, face: int, turn: Progress) -> Any:
    """Return the hash of a table; equal tables have equal hashes, others almost never do."""
    return mix(others + hash_of_hand(turn.seat, turn.hand) + mix(np.uint64(face)))


@inlined
def hold_the_same(rules: Row, table: Row, turn: Progress, other: Row, card: int) -> bool:
    """Return whether all hands equal those of another table after `card` is laid there."""
    low, high = minus(hand_of(other, turn.seat), single(card))
    if low != turn.hand[0] or high != turn.hand[1]:
        return False
    for seat in range(rules.seats):
        low, high = hand_of(table, seat)
        is_same = low == other.hands[seat, 0] and high == other.hands[seat, 1]
        if seat != turn.seat and not is_same:
            return False
    return True
