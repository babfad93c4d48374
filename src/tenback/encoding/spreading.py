"""The inputs of a network, compiled; equal to those of `tenback.encoding.inputs`.

A row's inputs are written in pieces: each set of cards around the top of each pile, then the other
inputs of that pile, and at the end the inputs that belong to no pile.
"""

from typing import Any

import numpy as np

from tenback.encoding.rows import MOST_OTHERS
from tenback.encoding.scheme import (
    BURNING,
    COMMANDS,
    LARGEST_HAND,
    LEVELS,
    MOST_OWED,
    SMALL_DRAW,
    SMALLEST_HAND,
    USUAL_MINIMUM,
    WORDS,
    Scheme,
)
from tenback.fastsim.bits import Set, has, whole
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.tables import LOWEST_CARD, MOST_CARDS, MOST_SEATS, PILES, Array, Row
from tenback.rules.piles import TRICK

PLACES = 128
"""The number of places in a card set; numbers outside are in no set."""
HAND, UNSEEN, HAND_AND_HAND, HAND_AND_UNSEEN, UNSEEN_AND_HAND, BEHIND_PLAIN = range(6)
"""The card sets around a top, in the order of `Scheme`; the others come after these."""

SCHEME = np.dtype(
    [
        ("behind", "i8"),
        ("window", "i8"),
        ("side", "i8"),
        ("is_duel", "i8"),
        ("sets", "i8"),  # the number of card sets around each pile
        ("first_kind", "i8"),
        ("kinds", "i8"),  # the number of kinds, counted from the first
    ],
    align=True,
)


def scheme_row(scheme: Scheme) -> Array:
    """Return a scheme as compiled code reads it, in an array of length 1."""
    row = np.zeros(1, SCHEME)
    row["behind"], row["window"], row["side"] = scheme.behind, scheme.window, scheme.side
    row["is_duel"], row["sets"] = scheme.is_duel, len(scheme.card_sets)
    row["first_kind"] = min(scheme.kinds, default=0)
    row["kinds"] = len(scheme.kinds)
    return row


def spread(rows: Array, kinds: Array, scheme: Scheme) -> tuple[Array, Array]:
    """Return the inputs of a network: those of each pile, in canonical order, and all others."""
    piles = np.zeros((len(rows), PILES, scheme.pile_size), np.float32)
    rest = np.zeros((len(rows), scheme.rest_size), np.float32)
    write_inputs(scheme_row(scheme), rows, kinds, piles, rest)
    return piles, rest


@compiled
def write_inputs(schemes: Any, rows: Any, kinds: Any, piles: Any, rest: Any) -> None:
    """Write the inputs of rows into arrays that must be all zeros."""
    scheme = schemes[0]
    for index in range(len(rows)):
        for piece in range(pieces_of(scheme)):
            write_piece(scheme, rows[index], kinds, piece, piles[index], rest[index])


@inlined
def pieces_of(scheme: Row) -> int:
    """Return the number of pieces in which a row's inputs are written."""
    return PILES * (scheme.sets + 1) + 1


@compiled
def write_piece(scheme: Row, row: Row, kinds: Any, piece: int, piles: Any, rest: Any) -> None:
    """Write one piece of a row's inputs."""
    kind_of = kinds[whole(row.layout)]
    if piece == PILES * (scheme.sets + 1):
        write_rest(scheme, row, kind_of, rest)
        return
    place, cards = piece // (scheme.sets + 1), piece % (scheme.sets + 1)
    if cards == scheme.sets:
        write_pile(scheme, row, kind_of, place, piles[place])
    else:
        write_set(scheme, row, kind_of, place, cards, piles[place])


@inlined
def height_of(scheme: Row, row: Row, pile: int) -> int:
    """Return how far a pile has come; a descending pile is mirrored."""
    top = whole(row.tops[pile])
    return scheme.side - top if is_descending(scheme, pile) else top


@inlined
def is_descending(scheme: Row, pile: int) -> int:
    """Return 1 for a descending pile, 0 for an ascending one."""
    return pile & 1 if scheme.is_duel else pile >> 1


@inlined
def is_mirrored(scheme: Row, row: Row) -> int:
    """Return 1 if the row is mirrored, so that the direction further ahead comes first."""
    first, second = height_of(scheme, row, 0), height_of(scheme, row, 1)
    if scheme.is_duel:
        return whole(first < second)
    return whole(first + second < height_of(scheme, row, 2) + height_of(scheme, row, 3))


@inlined
def pile_at(scheme: Row, row: Row, place: int) -> int:
    """Return the pile that comes at a place in the canonical order."""
    if scheme.is_duel:
        return place ^ is_mirrored(scheme, row)
    pair = 2 * ((place >> 1) ^ is_mirrored(scheme, row))
    is_swapped = height_of(scheme, row, pair) < height_of(scheme, row, pair + 1)
    return pair + ((place & 1) ^ whole(is_swapped))


@inlined
def is_among(cards: Set, card: int) -> bool:
    """Return whether a number, which need not be a card, is in a set."""
    return 0 <= card < PLACES and has(cards, card)


@inlined
def write_set(scheme: Row, row: Row, kind_of: Any, place: int, which: int, out: Any) -> None:
    """Write which cards around the top of a pile are in one of the card sets."""
    pile = pile_at(scheme, row, place)
    sign = -1 if is_descending(scheme, pile) else 1
    card = whole(row.tops[pile]) - sign * scheme.behind
    hand, unseen = (row.hand[0], row.hand[1]), (row.unseen[0], row.unseen[1])
    others = row.others[0], row.others[1]
    is_held = which in (HAND, HAND_AND_HAND, HAND_AND_UNSEEN)
    first = hand if is_held else unseen
    second = unseen if which == HAND_AND_UNSEEN else hand
    is_of_two = HAND_AND_HAND <= which <= UNSEEN_AND_HAND
    kind = 0
    if which >= BEHIND_PLAIN + scheme.is_duel:
        number = which - BEHIND_PLAIN - scheme.is_duel
        first = hand if number < scheme.kinds else unseen
        kind = scheme.first_kind + number % scheme.kinds
    elif which >= BEHIND_PLAIN:
        first = others
    start = which * scheme.window
    for offset in range(scheme.window):
        is_in = is_among(first, card)
        if is_of_two:
            is_in = is_in and is_among(second, card - sign * TRICK)
        if kind > 0:
            is_in = is_in and kind_of[card] == kind
        out[start + offset] = np.float32(is_in)
        card += sign


@inlined
def write_pile(scheme: Row, row: Row, kind_of: Any, place: int, out: Any) -> None:
    """Write the inputs of a pile other than card sets, in the order of `Scheme.pile`."""
    pile, at = pile_at(scheme, row, place), scheme.sets * scheme.window
    height, kind = height_of(scheme, row, pile), whole(kind_of[row.tops[pile]])
    out[at] = np.float32(height * 0.01)
    beside = height_of(scheme, row, pile_at(scheme, row, place ^ 1))
    out[at + 1] = np.float32((beside - height) * 0.02)
    for across in range(2, 4):
        opposite = height_of(scheme, row, pile_at(scheme, row, place ^ across))
        out[at + across] = np.float32((opposite + height - scheme.side) * 0.01)
    held, hidden, close = 0, 0, 0
    sign = -1 if is_descending(scheme, pile) else 1
    card = whole(row.tops[pile])
    for step in range(1, scheme.window - scheme.behind):
        card += sign
        held += whole(is_among((row.hand[0], row.hand[1]), card))
        hidden += whole(is_among((row.unseen[0], row.unseen[1]), card))
        if step == TRICK:
            close = hidden
    out[at + 4] = np.float32(held * 0.125)
    out[at + 5] = np.float32(hidden * 0.02)
    out[at + 6] = np.float32(close * 0.1)
    is_used = (whole(row.used) >> pile) & 1
    out[at + 7] = np.float32(is_used)
    out[at + 8] = np.float32((whole(row.stale) >> pile) & 1)
    out[at + 9] = np.float32(row.last == pile + 1)
    out[at + 10] = np.float32(scheme.is_duel and pile >= 2)
    at += 11
    for other in range(MOST_OTHERS):
        at = write_one_of(out, at, whole(row.said[other, pile]), 1, WORDS)
    at = write_one_of(out, at, height >> 2, 0, LEVELS - 1)
    at = write_one_of(out, at, kind, 1, COMMANDS)
    out[at] = np.float32(kind == BURNING)
    out[at + 1] = np.float32(kind == BURNING and not is_used)


@inlined
def write_one_of(out: Any, at: int, value: int, first: int, last: int) -> int:
    """Write a number as one-hot inputs, and return the index after them."""
    for each in range(first, last + 1):
        out[at + each - first] = np.float32(each == value)
    return at + last + 1 - first


@inlined
def write_cards(scheme: Row, row: Row, cards: Set, out: Any, at: int) -> int:
    """Write for each card whether it is in a set, and return the index after these inputs."""
    is_turned = is_mirrored(scheme, row)
    for place in range(LOWEST_CARD, LOWEST_CARD + MOST_CARDS):
        card = scheme.side - place if is_turned else place
        out[at + place - LOWEST_CARD] = np.float32(is_among(cards, card))
    return at + MOST_CARDS


@inlined
def write_rest(scheme: Row, row: Row, kind_of: Any, out: Any) -> None:
    """Write the inputs that belong to no pile, in the order of `Scheme.rest`."""
    at = write_cards(scheme, row, (row.hand[0], row.hand[1]), out, 0)
    at = write_cards(scheme, row, (row.unseen[0], row.unseen[1]), out, at)
    if scheme.is_duel:
        at = write_cards(scheme, row, (row.others[0], row.others[1]), out, at)
    out[at] = np.float32(row.is_over > 0)
    out[at + 1] = np.float32(row.has_three > 0)
    out[at + 2] = np.float32(row.usual > USUAL_MINIMUM)
    out[at + 3] = np.float32(row.minimum == 1)
    at += 4
    for seat in range(MOST_SEATS):
        out[at + seat] = np.float32(row.sizes[seat] * 0.125)
        out[at + MOST_SEATS + seat] = np.float32(row.sizes[seat] == 0)
    at += 2 * MOST_SEATS
    out[at] = np.float32(row.draws[0] * 0.01)
    out[at + 1] = np.float32(row.draws[1] * 0.01)
    at = write_one_of(out, at + 2, whole(row.seats), 1, MOST_SEATS)
    at = write_one_of(out, at, whole(row.hand_size), SMALLEST_HAND, LARGEST_HAND)
    owed = min(max(whole(row.minimum) - whole(row.played), 0), MOST_OWED)
    at = write_one_of(out, at, owed, 0, MOST_OWED)
    at = write_one_of(out, at, whole(row.played), 0, LARGEST_HAND)
    at = write_one_of(out, at, whole(row.sizes[0]), 0, LARGEST_HAND)
    at = write_one_of(out, at, whole(row.draws[0]), 0, SMALL_DRAW)
    at = write_one_of(out, at, whole(row.draws[1]), 0, SMALL_DRAW)
    for command in range(1, COMMANDS + 1):
        is_visible = False
        for pile in range(PILES):
            is_visible = is_visible or kind_of[row.tops[pile]] == command
        out[at + command - 1] = np.float32(is_visible)
