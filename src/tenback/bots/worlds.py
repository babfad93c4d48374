"""Tables some plays later: within a turn, and after it with the hidden cards sampled."""

from typing import Any

import numpy as np

from tenback.encoding.rows import all_cards
from tenback.fastsim.actions import act
from tenback.fastsim.bits import Set, count, has_any, join, lowest, minus, rest, single, whole
from tenback.fastsim.chance import below, stream_of
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.sittings import forget
from tenback.fastsim.tables import (
    MOST_CARDS,
    NOTHING,
    PILES,
    TABLE,
    Array,
    Row,
    Setup,
    draw_pile_of,
    draw_size,
    hand_of,
    hold,
    top_of,
)
from tenback.policies.signals import word_for
from tenback.policies.talking import act_and_talk

TRIES = 400
"""So often a hand is drawn that does not go with what its seat has said; then it must do."""


def play_ahead(setup: Setup, tables: Array, owners: Array, actions: Array) -> Array:
    """Return tables on which one more play each has been made, and nobody has said anything."""
    found = np.zeros(len(owners), TABLE)
    play_on_copies(setup.rules, tables, owners, actions, found)
    return found


def play_in_worlds(
    setup: Setup, tables: Array, actions: Array, stale: Array, seeds: Array
) -> Array:
    """Return tables on which an action each has been done, in a world that its seed decides.

    Equal seeds make equal worlds of tables that look the same. What was said about stale piles is
    no longer held against anybody.
    """
    found = np.zeros(len(tables), TABLE)
    deck = np.zeros(MOST_CARDS, np.uint8)
    play_out(setup.rules, tables, actions, stale, seeds, deck, found)
    return found


@compiled
def play_on_copies(rules: Row, tables: Any, owners: Any, actions: Any, found: Any) -> None:
    """Copy tables, and make a play on each copy that does not end the turn."""
    for index in range(len(owners)):
        found[index] = tables[owners[index]]
        found[index].talkers = 0
        act(rules, found[index], actions[index])


@compiled
def play_out(
    rules: Row, tables: Any, actions: Any, stale: Any, seeds: Any, deck: Any, found: Any
) -> None:
    """Copy tables, draw what is hidden at random, and do an action on each."""
    for index in range(len(tables)):
        found[index] = tables[index]
        table = found[index]
        table.spare_stream[0] = stream_of(seeds[index], 0)
        draw_world(rules, table, whole(table.seat), whole(stale[index]), deck)
        table.talkers = talkers_heard(rules, table)
        for pile in range(PILES):
            if (stale[index] >> pile) & 1:
                forget(rules, table, pile)
        act_and_talk(rules, table, whole(actions[index]))


@inlined
def draw_world(rules: Row, table: Row, seat: int, stale: int, deck: Any) -> None:
    """Draw the other hands and the draw piles at random."""
    for source in range(1 + rules.is_duel):
        own = hand_of(table, seat) if source == draw_pile_of(rules, seat) else (0, 0)
        laid = table.laid[source, 0], table.laid[source, 1]
        left = write_cards(deck, minus(all_cards(rules), join(own, laid)))
        for other in range(rules.seats):
            if other != seat and draw_pile_of(rules, other) == source:
                size = count(hand_of(table, other))
                hold(table, other, (0, 0))
                hold(table, other, draw_hand(rules, table, other, stale, deck, left, size))
                left -= size
        size = min(draw_size(rules, table, source), left)  # less, where the past is hidden (C13)
        shuffle(table, deck, left, size)
        table.ordered[source] = rules.numbers
        for place in range(size):
            table.deck[source, rules.numbers - 1 - place] = deck[left - 1 - place]


@inlined
def write_cards(deck: Any, cards: Set) -> int:
    """Write a set as a list, and return how long it is."""
    length = 0
    while has_any(cards):
        deck[length] = lowest(cards)
        length += 1
        cards = rest(cards)
    return length


@inlined
def shuffle(table: Row, deck: Any, left: int, drawn: int) -> None:
    """Draw so many cards at random to the end of those that are left."""
    for place in range(left - 1, left - 1 - drawn, -1):
        pick = below(table.spare_stream, 0, place + 1)
        card = deck[pick]
        deck[pick] = deck[place]
        deck[place] = card


@inlined
def draw_hand(
    rules: Row, table: Row, seat: int, stale: int, deck: Any, left: int, size: int
) -> Set:
    """Draw a hand that goes with what its seat has said; it lies at the end of the deck."""
    hand = 0, 0
    for _ in range(TRIES):
        shuffle(table, deck, left, size)
        hand = 0, 0
        for place in range(left - size, left):
            hand = join(hand, single(whole(deck[place])))
        if rules.is_duel or agrees(table, seat, stale, hand):
            break
    return hand


@inlined
def agrees(table: Row, seat: int, stale: int, hand: Set) -> bool:
    """Return whether a hand goes with what its seat has said of piles that have not changed."""
    for pile in range(PILES):
        word = table.said[seat, pile]
        is_held = word != NOTHING and not (stale >> pile) & 1
        if is_held and word_for(hand, pile >> 1, top_of(table.tops, pile)) != word:
            return False
    return True


@inlined
def talkers_heard(rules: Row, table: Row) -> int:
    """Return the seats that have said something."""
    talkers = 0
    for seat in range(rules.seats):
        for pile in range(PILES):
            if table.said[seat, pile] != NOTHING:
                talkers |= 1 << seat
    return talkers
