"""The running turn and how it can continue: `tenback.rules.editions`, compiled."""

from typing import Any, NamedTuple

import numpy as np

from tenback.fastsim.bits import (
    Set,
    count,
    has,
    has_any,
    join,
    lowest,
    lowest_one,
    meet,
    minus,
    ones,
    rest,
    single,
    table_of_sets,
    whole,
)
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.tables import (
    NO_TRICK,
    ONE_PILE,
    PILES,
    SKULL,
    STOP,
    THREE,
    Row,
    burning_cards,
    carriers,
    hand_of,
    put,
    top_of,
)
from tenback.rules.piles import D1, U1

FORWARD = np.stack([table_of_sets(U1.forward), table_of_sets(D1.forward)])
BACKWARD = np.stack([table_of_sets(U1.backward), table_of_sets(D1.backward)])
FITTING = np.stack([table_of_sets(U1.fitting), table_of_sets(D1.fitting)])
"""The card sets of the referee's piles, by direction (0 ascending, 1 descending) and top."""

THREE_CARDS = 3
"""How many cards a `three` demands (E5)."""


class Progress(NamedTuple):
    """How far the running turn has come, as in `tenback.rules.progress`."""

    seat: int
    minimum: int
    tops: int
    hand: Set
    played: int
    used: int
    last: int
    """The index of the pile that the last card of this turn was laid on, or −1."""
    has_stop: int
    has_three: int


@inlined
def progress_of(table: Row) -> Progress:
    """Return the running turn of a table."""
    seat = whole(table.seat)
    return Progress(
        seat,
        whole(table.minimum),
        whole(table.tops),
        hand_of(table, seat),
        whole(table.played),
        whole(table.used),
        whole(table.last),
        whole(table.has_stop),
        whole(table.has_three),
    )


@inlined
def after(rules: Row, table: Row, turn: Progress, card: int, pile: int) -> Progress:
    """Return the progress after a play, without checking that the play is allowed."""
    command = whole(table.commands[card]) if rules.has_commands else 0
    return Progress(
        turn.seat,
        turn.minimum,
        put(turn.tops, pile, card),
        minus(turn.hand, single(card)),
        turn.played + 1,
        turn.used | (1 << pile),
        pile,
        turn.has_stop | whole(command == STOP),
        turn.has_three | whole(command == THREE),
    )


@inlined
def looked_up(sets: Any, direction: int, top: int) -> Set:
    """Return the card set for a direction and a top."""
    return sets[direction, top, 0], sets[direction, top, 1]


@inlined
def visible(table: Row, tops: int) -> int:
    """Return the commands on top of the piles (E6), as a set: bit n for command n."""
    commands = 0
    for pile in range(PILES):
        commands |= 1 << whole(table.commands[top_of(tops, pile)])
    return commands


@inlined
def shows(commands: int, command: int) -> bool:
    """Return whether a command is in the set of visible commands."""
    return (commands >> command) & 1 != 0


@inlined
def fit(rules: Row, table: Row, turn: Progress, pile: int) -> Set:
    """Return the cards that the seat may lay on a pile now (C5, C6, E3, E5, E8, E9, F3, F4)."""
    if rules.is_duel:
        return fit_in_duel(turn, pile)
    if rules.has_commands:
        return fit_under(table, turn, visible(table, turn.tops), pile)
    return fit_on(turn.hand, turn.tops, pile)


@inlined
def fits(rules: Row, table: Row, turn: Progress) -> tuple[Set, Set, Set, Set]:
    """Return the cards that the seat may lay now, for each pile."""
    return (
        fit(rules, table, turn, 0),
        fit(rules, table, turn, 1),
        fit(rules, table, turn, 2),
        fit(rules, table, turn, 3),
    )


@inlined
def fit_in_duel(turn: Progress, pile: int) -> Set:
    """Return what fits on an own pile (F3), or the one improvement of the opponent's (F4)."""
    direction, top = pile & 1, top_of(turn.tops, pile)
    if pile >> 1 == turn.seat:
        return meet(turn.hand, looked_up(FITTING, direction, top))
    if has_helped(turn):
        return 0, 0
    return meet(turn.hand, looked_up(BACKWARD, direction, top))


@inlined
def has_helped(turn: Progress) -> bool:
    """Return whether a card was laid on an opponent's pile in this turn (F4)."""
    return (turn.used >> (2 * (1 - turn.seat))) & 3 != 0


@inlined
def fit_under(table: Row, turn: Progress, commands: int, pile: int) -> Set:
    """Return the cards that fit on a pile while these commands are visible (E3, E5, E8, E9)."""
    if turn.has_stop or (turn.has_three and turn.played >= THREE_CARDS):
        return 0, 0
    if turn.last >= 0 and turn.last != pile and shows(commands, ONE_PILE):
        return 0, 0
    hand, direction, top = turn.hand, pile >> 1, top_of(turn.tops, pile)
    if turn.has_three and turn.played + 1 < THREE_CARDS:
        hand = minus(hand, carriers(table, STOP))
    if shows(commands, NO_TRICK):
        return meet(hand, looked_up(FORWARD, direction, top))
    return meet(hand, looked_up(FITTING, direction, top))


@inlined
def may_end(rules: Row, table: Row, turn: Progress) -> bool:
    """Return whether the turn would be complete if it ended now (C7, E3, E4, E5, F5, O2)."""
    if rules.has_commands:
        return may_end_under(turn, visible(table, turn.tops))
    return turn.played >= turn.minimum and fires(rules, turn) == 0


@inlined
def may_end_under(turn: Progress, commands: int) -> bool:
    """Return whether the turn may end while these commands are visible."""
    if shows(commands, SKULL):
        return False
    if turn.has_three:
        return turn.played == THREE_CARDS
    return turn.played >= turn.minimum or turn.has_stop != 0


@inlined
def fires(rules: Row, turn: Progress) -> int:
    """Return the piles that have burned since the turn began (O2), as a set: bit i for pile i.

    A pile that this turn has not used still shows the top that it had then.
    """
    burning, piles = burning_cards(rules), 0
    if has_any(burning):
        for pile in range(PILES):
            piles |= whole(has(burning, top_of(turn.tops, pile))) << pile
    return piles & ~turn.used


@inlined
def can_lay_one(hand: Set, tops: int) -> bool:
    """Return whether any card fits on any pile by the rules of Classic."""
    fitting = looked_up(FITTING, 0, top_of(tops, 0))
    for pile in range(1, PILES):
        fitting = join(fitting, looked_up(FITTING, pile >> 1, top_of(tops, pile)))
    return has_any(meet(hand, fitting))


@compiled
def can_lay_several(hand: Set, tops: int, owed: int) -> bool:
    """Return whether `owed` cards, two or more, can be laid in succession in Classic."""
    for pile in range(PILES):
        cards = meet(hand, looked_up(FITTING, pile >> 1, top_of(tops, pile)))
        while has_any(cards):
            card = lowest(cards)
            others, then = minus(hand, single(card)), put(tops, pile, card)
            if can_lay_one(others, then) if owed == 2 else can_lay_several(others, then, owed - 1):
                return True
            cards = rest(cards)
    return False


@inlined
def can_lay(hand: Set, tops: int, owed: int) -> bool:
    """Return whether `owed` further cards can be laid in Classic: the end test (C10)."""
    if owed <= 0:
        return True
    return can_lay_one(hand, tops) if owed == 1 else can_lay_several(hand, tops, owed)


@compiled
def can_cover(hand: Set, tops: int, owed: int, piles: int) -> bool:
    """Return whether some piles can be covered and `owed` cards laid in all (O5).

    Piles do not affect each other, so the piles to cover may come first. No turn owes more than
    three cards (C14): if it owes more cards than there are piles, there are at most two piles.
    """
    if ones(piles) >= owed:
        return can_cover_each(hand, tops, piles)
    pile, other = lowest_one(piles), piles & (piles - 1)
    cards = fit_on(hand, tops, pile)
    while has_any(cards):
        card = lowest(cards)
        others, then = minus(hand, single(card)), put(tops, pile, card)
        if other == 0 and can_lay(others, then, owed - 1):
            return True
        if other != 0 and can_cover_one(others, then, owed - 1, lowest_one(other)):
            return True
        cards = rest(cards)
    return False


@compiled
def can_cover_each(hand: Set, tops: int, piles: int) -> bool:
    """Return whether each pile can get a cover of its own: any k piles have k covers (Hall)."""
    for some in range(1 << PILES):
        if some & ~piles == 0:
            cards = (0, 0)
            for pile in range(PILES):
                if (some >> pile) & 1:
                    cards = join(cards, fit_on(hand, tops, pile))
            if count(cards) < ones(some):
                return False
    return True


@compiled
def can_cover_one(hand: Set, tops: int, owed: int, pile: int) -> bool:
    """Return whether one pile can be covered and `owed` cards laid in all."""
    cards = fit_on(hand, tops, pile)
    while has_any(cards):
        card = lowest(cards)
        if can_lay(minus(hand, single(card)), put(tops, pile, card), owed - 1):
            return True
        cards = rest(cards)
    return False


@inlined
def fit_on(hand: Set, tops: int, pile: int) -> Set:
    """Return the cards that fit on a pile in Classic (C5, C6)."""
    return meet(hand, looked_up(FITTING, pile >> 1, top_of(tops, pile)))


@compiled
def can_complete_duel(rules: Row, table: Row, turn: Progress) -> bool:
    """Return whether the turn's minimum of two cards can still be reached (F8)."""
    if turn.played >= turn.minimum:
        return True
    for pile in range(PILES):
        cards = fit_in_duel(turn, pile)
        while has_any(cards):
            then = after(rules, table, turn, lowest(cards), pile)
            if then.played >= turn.minimum:
                return True
            for other in range(PILES):
                if has_any(fit_in_duel(then, other)):
                    return True
            cards = rest(cards)
    return False
