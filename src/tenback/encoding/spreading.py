"""The inputs of a network, compiled; equal to those of `tenback.encoding.inputs`.

Compiled code writes each section where the scheme has it, and as long as the scheme says.
"""

from typing import Any

import numpy as np

from tenback.encoding.rows import MOST_OTHERS
from tenback.encoding.scheme import BURNING, SMALLEST_HAND, USUAL_MINIMUM, WORDS, Scheme, Sections
from tenback.fastsim.bits import Set, has, whole
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.tables import LOWEST_CARD, MOST_SEATS, PILES, Array, Row
from tenback.rules.piles import TRICK

PLACES = 128
"""The number of places in a card set; numbers outside are in no set."""
LARGEST = Scheme(behind=0, ahead=0, side=0, kinds=(), is_duel=True)
"""A scheme with every section and every card set, except for those of kinds."""
HAND, HAND_AND_HAND, HAND_AND_UNSEEN, UNSEEN_AND_HAND, OTHERS = map(
    LARGEST.card_sets.index,
    (
        "hand",
        "hand with hand ten back",
        "hand with unseen ten back",
        "unseen with hand ten back",
        "others",
    ),
)
"""The card sets around a top, as indices; without the others, those of kinds come one earlier."""

SECTION = np.dtype([("start", "i8"), ("size", "i8")], align=True)


def field_of(section: str) -> str:
    """Return the name of a section in compiled code.

    >>> field_of("is the opponent's")
    'is_the_opponents'
    """
    return section.replace(" ", "_").replace("'", "")


def _fields(sections: Sections) -> np.dtype[Any]:
    return np.dtype([(field_of(name), SECTION) for name in sections.sizes], align=True)


SCHEME = np.dtype(
    [
        ("behind", "i8"),
        ("window", "i8"),
        ("side", "i8"),
        ("is_duel", "i8"),
        ("sets", "i8"),  # the number of card sets around each pile
        ("first_kind", "i8"),
        ("kinds", "i8"),  # the number of kinds, counted from the first
        ("pile", _fields(LARGEST.pile)),
        ("rest", _fields(LARGEST.rest)),
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
    for part, sections in (("pile", scheme.pile), ("rest", scheme.rest)):
        for name, size in sections.sizes.items():
            row[part][field_of(name)] = sections.start(name), size
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
        row, kind_of = rows[index], kinds[whole(rows[index].layout)]
        for place in range(PILES):
            for which in range(scheme.sets):
                write_set(scheme, row, kind_of, place, which, piles[index, place])
            write_pile(scheme, row, kind_of, place, piles[index, place])
        write_rest(scheme, row, kind_of, rest[index])


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
    if which >= OTHERS + scheme.is_duel:
        number = which - OTHERS - scheme.is_duel
        first = hand if number < scheme.kinds else unseen
        kind = scheme.first_kind + number % scheme.kinds
    elif which == OTHERS:
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
    """Write the inputs of a pile other than card sets."""
    pile, at = pile_at(scheme, row, place), scheme.pile
    height, kind = height_of(scheme, row, pile), whole(kind_of[row.tops[pile]])
    beside, first, second = (
        height_of(scheme, row, pile_at(scheme, row, place ^ 1)),
        height_of(scheme, row, pile_at(scheme, row, place ^ 2)),
        height_of(scheme, row, pile_at(scheme, row, place ^ 3)),
    )
    held, hidden, close = 0, 0, 0
    sign = -1 if is_descending(scheme, pile) else 1
    card = whole(row.tops[pile])
    for step in range(1, scheme.window - scheme.behind):
        card += sign
        held += whole(is_among((row.hand[0], row.hand[1]), card))
        hidden += whole(is_among((row.unseen[0], row.unseen[1]), card))
        if step == TRICK:
            close = hidden
    is_used = (whole(row.used) >> pile) & 1
    out[at.height.start] = np.float32(height * 0.01)
    out[at.ahead_of_the_pile_beside.start] = np.float32((beside - height) * 0.02)
    out[at.towards_the_first_opposite.start] = np.float32((first + height - scheme.side) * 0.01)
    out[at.towards_the_second_opposite.start] = np.float32((second + height - scheme.side) * 0.01)
    out[at.hand_ahead.start] = np.float32(held * 0.125)
    out[at.unseen_ahead.start] = np.float32(hidden * 0.02)
    out[at.unseen_close_ahead.start] = np.float32(close * 0.1)
    out[at.is_used.start] = np.float32(is_used)
    out[at.is_stale.start] = np.float32((whole(row.stale) >> pile) & 1)
    out[at.was_laid_on_last.start] = np.float32(row.last == pile + 1)
    out[at.is_the_opponents.start] = np.float32(scheme.is_duel and pile >= 2)
    for other in range(MOST_OTHERS):
        for word in range(WORDS):
            is_said = row.said[other, pile] == 1 + word
            out[at.words.start + other * WORDS + word] = np.float32(is_said)
    write_one_of(out, at.level, height >> 2, 0)
    write_one_of(out, at.command, kind, 1)
    out[at.burns.start] = np.float32(kind == BURNING)
    out[at.must_be_covered.start] = np.float32(kind == BURNING and not is_used)


@inlined
def write_one_of(out: Any, section: Row, value: int, first: int) -> None:
    """Write a number as one-hot inputs, the first of which stands for the number `first`."""
    for each in range(section.size):
        out[section.start + each] = np.float32(first + each == value)


@inlined
def write_cards(scheme: Row, row: Row, cards: Set, out: Any, section: Row) -> None:
    """Write for each card whether it is in a set."""
    is_turned = is_mirrored(scheme, row)
    for each in range(section.size):
        card = scheme.side - LOWEST_CARD - each if is_turned else LOWEST_CARD + each
        out[section.start + each] = np.float32(is_among(cards, card))


@inlined
def write_rest(scheme: Row, row: Row, kind_of: Any, out: Any) -> None:
    """Write the inputs that belong to no pile."""
    at = scheme.rest
    write_cards(scheme, row, (row.hand[0], row.hand[1]), out, at.hand)
    write_cards(scheme, row, (row.unseen[0], row.unseen[1]), out, at.unseen)
    write_cards(scheme, row, (row.others[0], row.others[1]), out, at.others)
    owed = max(whole(row.minimum) - whole(row.played), 0)
    out[at.is_over.start] = np.float32(row.is_over > 0)
    out[at.has_three.start] = np.float32(row.has_three > 0)
    out[at.has_a_large_minimum.start] = np.float32(row.usual > USUAL_MINIMUM)
    out[at.has_a_minimum_of_one.start] = np.float32(row.minimum == 1)
    for seat in range(MOST_SEATS):
        out[at.hand_sizes.start + seat] = np.float32(row.sizes[seat] * 0.125)
        out[at.is_out.start + seat] = np.float32(row.sizes[seat] == 0)
    for source in range(2):
        out[at.draw_sizes.start + source] = np.float32(row.draws[source] * 0.01)
    write_one_of(out, at.seats, whole(row.seats), 1)
    write_one_of(out, at.full_hand, whole(row.hand_size), SMALLEST_HAND)
    write_one_of(out, at.owed, min(owed, at.owed.size - 1), 0)
    write_one_of(out, at.played, whole(row.played), 0)
    write_one_of(out, at.own_hand_size, whole(row.sizes[0]), 0)
    write_one_of(out, at.own_draw_size, whole(row.draws[0]), 0)
    write_one_of(out, at.other_draw_size, whole(row.draws[1]), 0)
    for command in range(at.visible_commands.size):
        is_visible = False
        for pile in range(PILES):
            is_visible = is_visible or kind_of[row.tops[pile]] == 1 + command
        out[at.visible_commands.start + command] = np.float32(is_visible)
