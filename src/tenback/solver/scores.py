"""The score of a table in a beam; only tables with equally many cards laid compare."""

import numpy as np

from tenback.fastsim.bits import Set, count, join, meet, single, table_of_sets, whole
from tenback.fastsim.compiling import inlined
from tenback.fastsim.tables import NUMBER_COUNT, Row, hand_of, top_of
from tenback.fastsim.turns import FORWARD, looked_up
from tenback.rules.piles import D1, U1, Pile
from tenback.solver.hopeless import ten_higher, ten_lower

ROOM, TRICK, NEAR = 1, 1, 2
REACHES = (4, 9, 20)
"""The weights of a score, found by trial on deals of all kinds.

ROOM counts for each number that a pile can still move forward, TRICK for each trick that is still
possible, and NEAR, for each of the REACHES, for each card in sight that fits with a step no larger
than that.
"""
HORIZON = 16
"""The number of cards in sight: those in hands, then with few seats the next ones to be drawn."""


def within(reach: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return the cards that fit with a step of at most `reach`, by direction and top."""

    def near(pile: Pile, top: int) -> int:
        fitting = (card for card in range(NUMBER_COUNT) if pile.fitting[top] >> card & 1)
        return sum(1 << card for card in fitting if pile.step(top, card) <= reach)

    return np.stack(
        [table_of_sets(near(pile, top) for top in range(NUMBER_COUNT)) for pile in (U1, D1)]
    )


WITHIN = np.stack([within(reach) for reach in REACHES])


@inlined
def in_sight_of_others(rules: Row, table: Row) -> Set:
    """Return the cards in sight, except the hand of the seat to move."""
    cards = (0, 0)
    for seat in range(rules.seats):
        if seat != table.seat:
            cards = join(cards, hand_of(table, seat))
    soon = max(HORIZON - rules.seats * rules.hand_size, 0)
    for place in range(table.next[0], min(table.next[0] + soon, rules.numbers)):
        cards = join(cards, single(whole(table.deck[0, place])))
    return cards


@inlined
def score_of(tops: int, unlaid: Set, in_sight: Set) -> int:
    """Return the score of a table by its tops, the cards not laid, and the cards in sight."""
    first, second, third, fourth = (
        top_of(tops, 0),
        top_of(tops, 1),
        top_of(tops, 2),
        top_of(tops, 3),
    )
    room = third + fourth - first - second
    ascending = meet(unlaid, looked_up(FORWARD, 0, min(first, second)))
    descending = meet(unlaid, looked_up(FORWARD, 1, max(third, fourth)))
    tricks = count(meet(ascending, ten_higher(unlaid))) + count(meet(descending, ten_lower(unlaid)))
    near = 0
    for sets in WITHIN:
        near += count(meet(in_sight, around(sets, tops)))
    return ROOM * room + TRICK * tricks + NEAR * near


@inlined
def around(sets: object, tops: int) -> Set:
    """Return the union of the sets for all tops."""
    return join(
        join(looked_up(sets, 0, top_of(tops, 0)), looked_up(sets, 0, top_of(tops, 1))),
        join(looked_up(sets, 1, top_of(tops, 2)), looked_up(sets, 1, top_of(tops, 3))),
    )
