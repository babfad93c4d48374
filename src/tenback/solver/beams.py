"""A compiled beam search: each layer of tables has one more card laid than the last.

A node of a layer has two moments: its table as it is, and the table after `end`, if the turn may
end. A card can be laid from both. The best distinct results become the nodes of the next layer. If
no result ever had to be dropped, the search is complete.

    layer   0      1      2 …
            ○ ──▶ ○ ──▶ ○      23>u1, 25>u1
            │      └────▶ ○      23>u1, end, 40>d1
            └────▶ ○ ──▶ ○      40>d1, 23>u1: same table, so only one is kept
"""

from typing import Any, NamedTuple

import numpy as np

from tenback.fastsim.actions import BEGIN, END, act
from tenback.fastsim.bits import Set, has_any, join, lowest, minus, rest, single, whole, words
from tenback.fastsim.chance import mix
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.sittings import can_complete
from tenback.fastsim.tables import (
    ALL_LAID,
    LOWEST_CARD,
    NOBODY,
    PILES,
    RUNNING,
    STUCK,
    TABLE,
    Array,
    Row,
)
from tenback.fastsim.turns import Progress, after, fit, may_end, progress_of
from tenback.rules.cards import NUMBERS, card_set
from tenback.solver.hopeless import is_hopeless
from tenback.solver.keys import face_of, hash_of, hash_of_others, hold_the_same
from tenback.solver.scores import in_sight_of_others, score_of

CHILD = np.dtype(
    [
        ("rank", "i8"),  # the score, then random bits, so that no two are equal
        ("face", "i8"),
        ("hash", "u8"),
        ("moment", "i4"),  # 2 · node, or 2 · node + 1 after `end`
        ("action", "i4"),
    ],
    align=True,
)
LINK = np.dtype([("moment", "i4"), ("action", "i4")], align=True)
COUNTS = np.dtype(
    [
        ("layer", "i8"),
        ("nodes", "i8"),
        ("children", "i8"),
        ("floor", "i8"),  # children that do not rank higher are dropped
        ("is_cut", "i8"),  # whether a child was ever dropped
        ("salt", "u8"),  # breaks ties between equal scores; each salt breaks them differently
    ],
    align=True,
)

OVERSAMPLING = 4
"""How many children are collected before the best are picked, as a multiple of the width."""
NO_RANK = -(1 << 63)
NOTHING = -1
"""No action, no node, or an empty slot for a child."""
HALF = np.uint64(32)
ALL_CARDS = words(card_set(NUMBERS))


class Beam(NamedTuple):
    """The memory of a search of one width; nothing more is allocated while it runs."""

    moments: Array
    """Two tables for each node of the current layer."""
    later: Array
    """Two tables for each node of the next layer."""
    children: Array
    ranks: Array
    places: Array
    """A hash table of the children; its size is a power of two, and it is never half full."""
    links: Array
    """The moment and action that led to each node of each layer; in the first layer, who began."""
    counts: Array

    @classmethod
    def make(cls, *, width: int, cards: int, salt: int) -> "Beam":
        """Return a beam of a width, for a number of cards to lay."""
        counts = np.zeros(1, COUNTS)
        counts["salt"] = salt
        return cls(
            np.zeros(2 * width, TABLE),
            np.zeros(2 * width, TABLE),
            np.zeros(OVERSAMPLING * width, CHILD),
            np.zeros(OVERSAMPLING * width, np.int64),
            np.zeros(1 << (2 * OVERSAMPLING * width).bit_length(), np.int32),
            np.zeros((cards + 1, width), LINK),
            counts,
        )


@compiled
def begin(rules: Row, beam: Beam, tables: Array) -> None:
    """Write the first layer: one table, or one for each seat that can begin (C4)."""
    counts = beam.counts[0]
    start, link = tables[0], beam.links[0]
    if start.seat == NOBODY:
        for seat in range(rules.seats):
            link[counts.nodes].action = BEGIN + seat
            add(rules, beam, beam.moments, start, BEGIN + seat)
    else:
        link[0].action = NOTHING
        beam.moments[0] = start
        add_ended(rules, beam.moments, 0)
        counts.nodes = 1
    forget(beam)


@compiled
def grow(rules: Row, beam: Beam, first: int, last: int) -> None:
    """Collect the children of the nodes from `first` up to, but not including, `last`."""
    for moment in range(2 * first, 2 * last):
        table = beam.moments[moment]
        if table.ending != RUNNING:
            continue
        turn, others = progress_of(table), hash_of_others(rules, table)
        in_sight = in_sight_of_others(rules, table)
        for pile in range(PILES):
            cards = fit(rules, table, turn, pile)
            while has_any(cards):
                collect(rules, beam, moment, turn, lowest(cards), pile, others, in_sight)
                cards = rest(cards)


@inlined
def collect(
    rules: Row,
    beam: Beam,
    moment: int,
    turn: Progress,
    card: int,
    pile: int,
    others: Any,
    in_sight: Set,
) -> None:
    """Add the child after laying a card, unless it ranks too low, is a duplicate, or is lost."""
    table, counts = beam.moments[moment], beam.counts[0]
    then = after(rules, table, turn, card, pile)
    unlaid = minus(minus(ALL_CARDS, (table.laid[0, 0], table.laid[0, 1])), single(card))
    face = face_of(rules, table, then)
    word = hash_of(others, face, then)
    score = score_of(then.tops, unlaid, join(in_sight, then.hand))
    rank = (score << 32) | whole(mix(word + counts.salt) >> HALF)
    if rank <= counts.floor:
        counts.is_cut = 1
        return
    place = place_of(rules, beam, table, then, face, word)
    if beam.places[place] != NOTHING or is_lost(rules, table, then, unlaid):
        return
    child = beam.children[counts.children]
    child.rank, child.face, child.hash = rank, face, word
    child.moment, child.action = moment, (card - LOWEST_CARD) * PILES + pile
    beam.places[place] = counts.children
    counts.children += 1
    if counts.children == len(beam.children):
        cut(beam)


@inlined
def place_of(rules: Row, beam: Beam, table: Row, turn: Progress, face: int, word: Any) -> int:
    """Return the slot of an equal child, or an empty slot."""
    last = len(beam.places) - 1
    place = whole(word) & last
    while beam.places[place] != NOTHING:
        child = beam.children[beam.places[place]]
        if child.hash == word and child.face == face:
            card = (child.action >> 2) + LOWEST_CARD
            if hold_the_same(rules, table, turn, beam.moments[child.moment], card):
                return place
        place = (place + 1) & last
    return place


@inlined
def is_lost(rules: Row, table: Row, turn: Progress, unlaid: Set) -> bool:
    """Return whether a win can be ruled out without searching."""
    return has_any(unlaid) and (
        is_hopeless(rules, table, turn, unlaid) or not can_complete(rules, table, turn)
    )


@compiled
def cut(beam: Beam) -> None:
    """Keep only the best children, as many as the beam is wide."""
    counts, width = beam.counts[0], len(beam.moments) // 2
    if counts.children <= width:
        return
    for index in range(counts.children):
        beam.ranks[index] = beam.children[index].rank
    collected, counts.children = counts.children, 0
    counts.floor = nth_highest(beam.ranks, collected, width)
    counts.is_cut = 1
    beam.places[:] = NOTHING
    last = len(beam.places) - 1
    for index in range(collected):
        if beam.children[index].rank > counts.floor:
            place = whole(beam.children[index].hash) & last
            while beam.places[place] != NOTHING:
                place = (place + 1) & last
            beam.places[place] = counts.children
            beam.children[counts.children] = beam.children[index]
            counts.children += 1


@compiled
def nth_highest(ranks: Array, count: int, n: int) -> int:
    """Return the rank that n others exceed; reorders the ranks (Hoare's quickselect)."""
    first, last = 0, count - 1
    while first < last:
        pivot = ranks[(first + last) // 2]
        left, right = first, last
        while left <= right:
            while ranks[left] > pivot:
                left += 1
            while ranks[right] < pivot:
                right -= 1
            if left <= right:
                ranks[left], ranks[right] = ranks[right], ranks[left]
                left += 1
                right -= 1
        if right < n < left:
            break
        first, last = (first, right) if n <= right else (left, last)
    return ranks[n]


@compiled
def advance(rules: Row, beam: Beam) -> int:
    """Write the next layer from the children to `later`; return a node that has won, or −1."""
    cut(beam)
    counts = beam.counts[0]
    counts.layer += 1
    counts.nodes = 0
    for index in range(counts.children):
        child, node = beam.children[index], counts.nodes
        beam.links[counts.layer, node].moment = child.moment
        beam.links[counts.layer, node].action = child.action
        add(rules, beam, beam.later, beam.moments[child.moment], child.action)
        if beam.later[2 * node].ending == ALL_LAID:
            return node
    forget(beam)
    return NOTHING


@inlined
def add(rules: Row, beam: Beam, layer: Array, table: Row, action: int) -> None:
    """Add the table after an action as a node, unless the game is over."""
    node = beam.counts[0].nodes
    layer[2 * node] = table
    act(rules, layer[2 * node], action)
    if layer[2 * node].ending == RUNNING:
        add_ended(rules, layer, node)
        beam.counts[0].nodes += 1


@inlined
def add_ended(rules: Row, layer: Array, node: int) -> None:
    """Add the second moment of a node: after `end`, or over if the turn may not end."""
    layer[2 * node + 1] = layer[2 * node]
    table = layer[2 * node + 1]
    if may_end(rules, table, progress_of(table)):
        act(rules, table, END)
    else:
        table.ending = STUCK


@inlined
def forget(beam: Beam) -> None:
    """Make room for the children of a new layer."""
    beam.counts[0].children = 0
    beam.counts[0].floor = NO_RANK
    beam.places[:] = NOTHING
