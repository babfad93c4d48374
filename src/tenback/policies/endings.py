"""Exact endings: the fewest cards that can be left once a seat knows where every card is.

A seat knows that if nothing is left to draw after the turn and at most one other seat holds cards:
that seat must hold all unseen cards. Only what the seat's view shows is read.

In Classic piles do not affect each other. A seat alone can then lay the last cards pile by pile in
one turn, and sets decide what can be laid: which of the cards a pile can take in some order, and
whether four such sets make up all the cards. On Fire only adds that a burning pile must take at
least one card (O2). Endings with commands or a second hand are searched move by move, up to a
limit.

The search works on a stack that the caller provides.
"""

from typing import Any

import numpy as np

from tenback.fastsim.bits import (
    Set,
    count,
    has,
    has_any,
    join,
    lowest,
    minus,
    nth,
    ones,
    rest,
    whole,
)
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.tables import (
    DRAW_ONE,
    LONGEST_TURN,
    NO_PILE,
    PILES,
    Array,
    Row,
    Setup,
    burning_cards,
    draw_pile_of,
    draw_size,
    hand_of,
    top_of,
)
from tenback.fastsim.turns import (
    FITTING,
    Progress,
    after,
    fit,
    looked_up,
    may_end,
    shows,
    visible,
)
from tenback.policies.costs import unlaid_of

UNKNOWN = -1
"""The answer if cards are hidden or the search would take too long."""
MOST_TRIED = 1500
"""The limit on plays searched, which takes a few tenths of a millisecond."""

SUBSETS = 1 << LONGEST_TURN
PLAYS = LONGEST_TURN * PILES
"""The plays of a moment are numbered below this, nearest cards first; this number ends the turn."""

MOMENT = np.dtype(
    [
        ("hand", "i8", (2,)),
        ("waiting", "i8", (2,)),  # the hand of the other seat
        ("tops", "i8"),
        ("minimum", "i1"),
        ("played", "i1"),
        ("used", "i1"),
        ("last", "i1"),
        ("has_stop", "i1"),
        ("has_three", "i1"),
        ("tried", "i1"),  # how many moves from this moment have been tried
    ],
    align=True,
)
ROOM = np.dtype(
    [
        ("lasts", "u1", (SUBSETS,)),
        ("sets", "u1", (PILES, SUBSETS)),
        ("moments", MOMENT, (4 * LONGEST_TURN + 1,)),
    ],
    align=True,
)
"""The scratch space for one ending."""


def lefts_of(setup: Setup, tables: Array, owners: Array, lines: Array) -> Array:
    """Return the fewest cards that can be left after each line; `owners` holds their tables."""
    found = np.zeros(len(lines), np.int64)
    write_lefts(setup.rules, tables, owners, lines, np.zeros(1, ROOM), found)
    return found


@compiled
def write_lefts(rules: Row, tables: Any, owners: Any, lines: Any, rooms: Any, found: Any) -> None:
    """Write the fewest cards that can be left after each line."""
    for index in range(len(lines)):
        table, line = tables[owners[index]], lines[index]
        turn = Progress(
            whole(table.seat),
            whole(table.minimum),
            whole(line.tops),
            (line.hand[0], line.hand[1]),
            whole(line.played),
            whole(line.used),
            whole(line.last),
            0,
            whole(line.has_three),
        )
        found[index] = left_at_best(rules, table, turn, rooms[0])


@compiled
def left_at_best(rules: Row, table: Row, turn: Progress, room: Row) -> int:
    """Return the fewest cards that can be left if the seat to move ends its turn like this.

    Zero means that the game can be won.
    """
    if rules.is_duel:
        return UNKNOWN
    source, others, holder = draw_pile_of(rules, turn.seat), 0, turn.seat
    for seat in range(rules.seats):
        if seat != turn.seat and has_any(hand_of(table, seat)):
            others, holder = others + 1, seat
    to_draw = draw_size(rules, table, source)
    unseen = minus(unlaid_of(rules, table, source), hand_of(table, turn.seat))
    hidden = to_draw + (count(hand_of(table, holder)) if others else 0)
    is_alone = rules.seats == 1 or (others == 0 and to_draw == 0)
    is_known = is_alone or (others == 1 and to_draw == 0)
    if not is_known or count(unseen) != hidden or drawn(rules, table, turn, to_draw) < to_draw:
        return UNKNOWN
    if is_alone and not rules.has_commands:
        return left_alone(rules, turn.tops, join(turn.hand, unseen), room)
    if is_alone:
        return left_by_trial(rules, table, turn.tops, join(turn.hand, unseen), (0, 0), room)
    return left_by_trial(rules, table, turn.tops, unseen, turn.hand, room)


@inlined
def drawn(rules: Row, table: Row, turn: Progress, to_draw: int) -> int:
    """Return how many cards the seat draws at the end of its turn (C8, E10)."""
    wanted = rules.hand_size - count(turn.hand)
    if rules.has_commands and shows(visible(table, turn.tops), DRAW_ONE):
        wanted = 1
    return min(wanted, to_draw)


@compiled
def left_alone(rules: Row, tops: int, cards: Set, room: Row) -> int:
    """Return the fewest of the last eight or fewer cards of Classic or On Fire that can be left."""
    size = count(cards)
    every = (1 << size) - 1
    for pile in range(PILES):
        is_fire = has(burning_cards(rules), top_of(tops, pile))
        write_sets_on(pile >> 1, top_of(tops, pile), cards, size, room.lasts, room.sets[pile])
        room.sets[pile, 0] = not is_fire
    add_sets(room.sets[0], room.sets[1], room.lasts, every)
    add_sets(room.sets[2], room.sets[3], room.lasts, every)
    most = 0
    for some in range(every + 1):
        if room.sets[0, some]:
            if room.sets[2, every ^ some]:
                return 0
            most = max(most, most_with(room.sets[2], some, every))
    return size - most


@inlined
def write_sets_on(direction: int, top: int, cards: Set, size: int, lasts: Any, sets: Any) -> None:
    """Write for each set of cards whether a pile can take exactly these cards in some order.

    A set of cards is a number: bit i stands for the card with i lower ones among `cards`. `lasts`
    receives, in the same form, the cards of each set that can be laid last.
    """
    under = cards_under(direction, cards, size)
    first = fitting_among(looked_up(FITTING, direction, top), cards)
    lasts[0] = 0
    for some in range(1, 1 << size):
        found = 0
        for place in range(size):
            if (some >> place) & 1:
                before = some ^ (1 << place)
                if before == 0:
                    is_last = (first >> place) & 1
                else:
                    is_last = whole(whole(lasts[before]) & (under >> (8 * place)) & 255 != 0)
                found |= is_last << place
        lasts[some] = found
        sets[some] = found != 0


@inlined
def cards_under(direction: int, cards: Set, size: int) -> int:
    """Return for each card the set of others that it can be laid on, one byte per card."""
    under = 0
    for place in range(size):
        over = fitting_among(looked_up(FITTING, direction, nth(cards, place)), cards)
        for other in range(size):
            under |= ((over >> other) & 1) << (8 * other + place)
    return under


@inlined
def fitting_among(fitting: Set, cards: Set) -> int:
    """Return which of the cards are also in `fitting`, as one bit per card."""
    found, place = 0, 0
    while has_any(cards):
        found |= whole(has(fitting, lowest(cards))) << place
        cards = rest(cards)
        place += 1
    return found


@inlined
def add_sets(sets: Any, others: Any, before: Any, every: int) -> None:
    """Replace the sets that one pile can take with those that two can take together."""
    for some in range(every + 1):
        before[some] = sets[some]
    for some in range(every + 1):
        part, is_taken = some, before[some] & others[0]
        while part != 0 and not is_taken:
            is_taken = others[part] & before[some ^ part]
            part = (part - 1) & some
        sets[some] = is_taken


@inlined
def most_with(sets: Any, some: int, every: int) -> int:
    """Return the most cards that can be laid if the other two piles take exactly `some`."""
    others = every ^ some
    part, most = others, 0
    while True:
        if sets[part]:
            most = max(most, ones(some) + ones(part))
        if part == 0:
            return most
        part = (part - 1) & others


@compiled
def left_by_trial(rules: Row, table: Row, tops: int, hand: Set, waiting: Set, room: Row) -> int:
    """Return the fewest cards that can be left from the start of a turn with nothing to draw.

    The seat to move holds `hand`, and another seat may hold `waiting`.
    """
    fewest = count(hand) + count(waiting)
    if fewest == 0:
        return 0
    moments = room.moments
    write_turn(rules, moments[0], tops, hand, waiting)
    depth, tried = 0, 0
    while depth >= 0:
        moment = moments[depth]
        move, turn = whole(moment.tried), turn_at(moment)
        moment.tried += 1
        if move > PLAYS:
            depth -= 1
            continue
        waiting = moment.waiting[0], moment.waiting[1]
        if move == PLAYS or (move >> 2) >= count(turn.hand):
            moment.tried = PLAYS + 1
            if may_end(rules, table, turn):
                depth += 1
                write_next_turn(rules, moments[depth], turn, waiting)
            continue
        pile = move & 3
        cards = fit(rules, table, turn, pile)
        fitting = count(cards)
        if (move >> 2) >= fitting:
            continue
        tried += 1
        if tried > MOST_TRIED:
            return UNKNOWN
        card = nth(cards, fitting - 1 - (move >> 2) if pile >> 1 else move >> 2)
        turn = after(rules, table, turn, card, pile)
        left = count(turn.hand) + count(waiting)
        is_complete = may_end(rules, table, turn)
        if left == 0 and is_complete:
            return 0
        fewest = min(fewest, max(left, 1))
        if turn.has_stop or not has_any(turn.hand):
            if is_complete:
                depth += 1
                write_next_turn(rules, moments[depth], turn, waiting)
        else:
            depth += 1
            write_moment(moments[depth], turn, waiting)
    return fewest


@inlined
def write_next_turn(rules: Row, moment: Row, turn: Progress, waiting: Set) -> None:
    """Write the start of the next turn, by the other seat if it has cards."""
    if has_any(waiting):
        write_turn(rules, moment, turn.tops, waiting, turn.hand)
    else:
        write_turn(rules, moment, turn.tops, turn.hand, waiting)


@inlined
def write_turn(rules: Row, moment: Row, tops: int, hand: Set, waiting: Set) -> None:
    """Write the start of a turn after the last card was drawn (C9)."""
    begun = Progress(0, rules.last_minimum, tops, hand, 0, 0, NO_PILE, 0, 0)
    write_moment(moment, begun, waiting)


@inlined
def write_moment(moment: Row, turn: Progress, waiting: Set) -> None:
    """Write a moment from which no moves have been tried."""
    moment.hand[0], moment.hand[1] = turn.hand
    moment.waiting[0], moment.waiting[1] = waiting
    moment.tops = turn.tops
    moment.minimum = turn.minimum
    moment.played = turn.played
    moment.used = turn.used
    moment.last = turn.last
    moment.has_stop = turn.has_stop
    moment.has_three = turn.has_three
    moment.tried = 0


@inlined
def turn_at(moment: Row) -> Progress:
    """Return the turn at a moment."""
    return Progress(
        0,
        whole(moment.minimum),
        whole(moment.tops),
        (moment.hand[0], moment.hand[1]),
        whole(moment.played),
        whole(moment.used),
        whole(moment.last),
        whole(moment.has_stop),
        whole(moment.has_three),
    )
