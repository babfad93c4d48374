"""Plays lines at copies of tables, with the hidden cards drawn at random.

All lines of a table get the same draws, so luck favors none of them.
"""

from typing import Any

import numpy as np

from tenback.encoding.rows import all_cards
from tenback.fastsim.actions import END
from tenback.fastsim.bits import Set, count, has_any, join, lowest, minus, rest, single, whole
from tenback.fastsim.chance import GAP, HALF, below, stream_of
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.tables import (
    MOST_CARDS,
    NOTHING,
    PILES,
    RUNNING,
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
"""How many hands are tried for one that fits what its seat said; then the last is kept."""


def play_lines(
    setup: Setup, tables: Array, owners: Array, lines: Array, seeds: Array, draws: range
) -> Array:
    """Return the tables after each line with each draw, line by line.

    `owners` gives the table of each line. Equal seeds give equal draws at tables that look alike.
    """
    found = np.zeros((len(lines), len(draws)), TABLE)
    deck = np.zeros(MOST_CARDS, np.uint8)
    write_draws(setup.rules, tables, owners, lines, seeds, draws.start, deck, found)
    return found.reshape(-1)


@compiled
def write_draws(
    rules: Row,
    tables: Any,
    owners: Any,
    lines: Any,
    seeds: Any,
    first: int,
    deck: Any,
    found: Any,
) -> None:
    """Copy tables, draw the hidden cards at random, and play a line on each copy."""
    for index in range(len(lines)):
        for place in range(found.shape[1]):
            found[index, place] = tables[owners[index]]
            table = found[index, place]
            draw_all(rules, table, seeds[owners[index]], first + place, deck)
            play_line(rules, table, lines[index])


@compiled
def play_turns(rules: Row, tables: Any, which: Any, lines: Any) -> None:
    """Play one line at each of some tables, to the end of the turn."""
    for place in range(len(which)):
        play_line(rules, tables[which[place]], lines[place])


@inlined
def play_line(rules: Row, table: Row, line: Row) -> None:
    """Play a line to the end of the turn; the talkers update their words after every move."""
    for step in range(line.length):
        act_and_talk(rules, table, whole(line.actions[step]))
    if table.ending == RUNNING and table.played == line.played:  # the turn has not ended by itself
        act_and_talk(rules, table, END)


@inlined
def draw_all(rules: Row, table: Row, seed: Any, draw: int, deck: Any) -> None:
    """Draw the cards that are hidden from the seat to move, for the given seed and draw number."""
    table.spare_stream[0] = stream_of(seed, draw)
    draw_hidden(rules, table, whole(table.seat), seed + GAP * np.uint64(draw), deck)
    table.talkers = talkers_heard(rules, table)


@inlined
def draw_hidden(rules: Row, table: Row, seat: int, where: Any, deck: Any) -> None:
    """Draw the other hands and the draw piles at random.

    The word `where` decides which card is on top of a draw pile: its place among the remaining
    cards, which are in ascending order if no other hand was drawn before. The words of consecutive
    draws are a golden section apart, so they spread evenly over all cards.
    """
    for source in range(1 + rules.is_duel):
        own = hand_of(table, seat) if source == draw_pile_of(rules, seat) else (0, 0)
        laid = table.laid[source, 0], table.laid[source, 1]
        left = write_cards(deck, minus(all_cards(rules), join(own, laid)))
        for other in range(rules.seats):
            if other != seat and draw_pile_of(rules, other) == source:
                size = count(hand_of(table, other))
                hold(table, other, (0, 0))
                hold(table, other, draw_hand(rules, table, other, deck, left, size))
                left -= size
        size = min(draw_size(rules, table, source), left)  # less if the past is hidden (C13)
        if size > 0:
            exchange(deck, whole(((where >> HALF) * np.uint64(left)) >> HALF), left - 1)
            shuffle(table, deck, left - 1, size - 1)
        table.ordered[source] = rules.numbers
        top = rules.numbers - draw_size(rules, table, source)
        for place in range(size):
            table.deck[source, top + place] = deck[left - 1 - place]


@inlined
def write_cards(deck: Any, cards: Set) -> int:
    """Write the cards of a set to a list, and return how many there are."""
    length = 0
    while has_any(cards):
        deck[length] = lowest(cards)
        length += 1
        cards = rest(cards)
    return length


@inlined
def exchange(deck: Any, place: int, other: int) -> None:
    """Swap two cards of a deck."""
    card = deck[place]
    deck[place] = deck[other]
    deck[other] = card


@inlined
def shuffle(table: Row, deck: Any, left: int, drawn: int) -> None:
    """Draw a number of cards at random, moving them to the end of the remaining ones."""
    for taken in range(drawn):
        exchange(deck, below(table.spare_stream, 0, left - taken), left - 1 - taken)


@inlined
def draw_hand(rules: Row, table: Row, seat: int, deck: Any, left: int, size: int) -> Set:
    """Draw a hand that agrees with what its seat said; moves it to the end of the deck."""
    hand = 0, 0
    for _ in range(TRIES):
        shuffle(table, deck, left, size)
        hand = 0, 0
        for place in range(left - size, left):
            hand = join(hand, single(whole(deck[place])))
        if rules.is_duel or agrees(table, seat, hand):
            break
    return hand


@inlined
def agrees(table: Row, seat: int, hand: Set) -> bool:
    """Return whether a hand agrees with what its seat said."""
    for pile in range(PILES):
        word = table.said[seat, pile]
        if word != NOTHING and word_for(hand, pile >> 1, top_of(table.tops, pile)) != word:
            return False
    return True


@inlined
def talkers_heard(rules: Row, table: Row) -> int:
    """Return the seats that have said something, one bit each."""
    talkers = 0
    for seat in range(rules.seats):
        for pile in range(PILES):
            if table.said[seat, pile] != NOTHING:
                talkers |= 1 << seat
    return talkers
