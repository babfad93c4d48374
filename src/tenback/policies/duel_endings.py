"""Exact endings of duels: turns that win at once, and ends of turns that decide who wins.

Each player knows which cards the opponent has not laid, but not which of them are in the hand.
Three things are certain all the same:

- Whoever lays the last own card wins at once (F7).
- The opponent loses if two cards could not be laid even with all unlaid cards in the hand (F8).
  Otherwise some possible hand can lay two, so this is exact.
- Once nothing is left to draw, the opponent holds all unlaid cards, and wins if one turn can take
  them all.

Only what the seat's view shows is read.
"""

from typing import Any

import numpy as np

from tenback.fastsim.bits import Set, count, has_any, lowest, rest, whole
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.tables import (
    LOWEST_CARD,
    NO_PILE,
    PILES,
    Array,
    Row,
    Setup,
    draw_pile_of,
    draw_size,
    hand_of,
)
from tenback.fastsim.turns import Progress, after, can_complete_duel, fit_in_duel, progress_of
from tenback.policies.costs import unlaid_of
from tenback.policies.lines import LINE, STACK, start_from, turn_at, write_line

UNDECIDED, WON, LOST = 0, 1, 2
"""What a seat can know about a duel at the end of its turn."""


def wins_of(setup: Setup, tables: Array) -> tuple[Array, Array]:
    """Return the indices of duels that the running turn can win at once, and lines that do."""
    lines, found = np.zeros(len(tables), LINE), np.zeros(len(tables), np.bool_)
    write_wins(setup.rules, tables, np.zeros(1, STACK), lines, found)
    return np.flatnonzero(found), lines[found]


def outcomes_of(setup: Setup, tables: Array, owners: Array, lines: Array) -> Array:
    """Return what is certain after each line of a duel; `owners` holds their tables."""
    found = np.zeros(len(lines), np.int64)
    write_outcomes(setup.rules, tables, owners, lines, np.zeros(1, STACK), found)
    return found


@compiled
def write_wins(rules: Row, tables: Any, stacks: Any, lines: Any, found: Any) -> None:
    """Write lines that win at once, and at which tables there is one."""
    for index in range(len(tables)):
        table, moments = tables[index], stacks[0].moments
        turn = progress_of(table)
        if draw_size(rules, table, draw_pile_of(rules, turn.seat)) == 0:
            length, then = lay_all(rules, table, turn, moments)
            found[index] = length > 0
            if length > 0:
                write_line(lines[index], then, moments, length, 0.0)


@compiled
def write_outcomes(
    rules: Row, tables: Any, owners: Any, lines: Any, stacks: Any, found: Any
) -> None:
    """Write what is certain after each line."""
    for index in range(len(lines)):
        table, line = tables[owners[index]], lines[index]
        hand = line.hand[0], line.hand[1]
        found[index] = outcome_after(rules, table, whole(line.tops), hand, stacks[0].moments)


@compiled
def outcome_after(rules: Row, table: Row, tops: int, hand: Set, moments: Any) -> int:
    """Return what is certain if the seat to move ends its turn with these tops and this hand."""
    seat, minimum = whole(table.seat), whole(rules.minimum)
    if not has_any(hand) and draw_size(rules, table, seat) == 0:
        return WON
    other = 1 - seat
    unlaid, held = unlaid_of(rules, table, other), count(hand_of(table, other))
    reply = Progress(other, minimum, tops, unlaid, 0, 0, NO_PILE, 0, 0)
    if held < minimum or not can_complete_duel(rules, table, reply):
        return WON
    if count(unlaid) == held and lay_all(rules, table, reply, moments)[0] > 0:
        return LOST
    return UNDECIDED


@inlined
def lay_all(rules: Row, table: Row, turn: Progress, moments: Any) -> tuple[int, Progress]:
    """Return in how many plays a turn can lay its whole hand, 0 if it cannot, and the turn then.

    The plays are left in the moments. Plays on different piles can be swapped, so only the order of
    the piles is searched.
    """
    start_from(moments[0], rules, table, turn, -1, False)
    depth, begun = 0, turn
    while depth >= 0:
        moment = moments[depth]
        turn = turn_at(moment, begun)
        if not has_any(turn.hand):
            return depth, turn
        cards, pile = (moment.cards[0], moment.cards[1]), moment.pile
        if not has_any(cards):
            moment.pile += 1
            if moment.pile >= PILES:
                depth -= 1
            else:
                moment.cards[0], moment.cards[1] = fit_in_duel(turn, moment.pile)
            continue
        card = lowest(cards)
        moment.cards[0], moment.cards[1] = rest(cards)
        if depth == 0 or pile >= whole(moment.last):
            then = after(rules, table, turn, card, pile)
            action = (card - LOWEST_CARD) * PILES + pile
            depth += 1
            start_from(moments[depth], rules, table, then, action, False)
    return 0, begun
