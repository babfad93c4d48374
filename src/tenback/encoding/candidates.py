"""What a seat that thinks has to compare: plays without the pointless ones, and what it knows."""

from typing import Any

from tenback.encoding.rows import MOST_OTHERS
from tenback.fastsim.actions import END
from tenback.fastsim.bits import count, has, has_any, join, lowest, minus, rest, whole
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.sittings import can_complete
from tenback.fastsim.tables import (
    LOWEST_CARD,
    NOBODY,
    NUMBER_COUNT,
    PILES,
    Row,
    burning_cards,
    draw_pile_of,
    draw_size,
    hand_of,
    top_of,
)
from tenback.fastsim.turns import (
    FORWARD,
    Progress,
    after,
    fit,
    looked_up,
    may_end,
    progress_of,
)
from tenback.rules.piles import TRICK

MOST_CANDIDATES = 8 * PILES + 1


@compiled
def list_candidates(rules: Row, table: Row, actions: Any) -> int:
    """Write the actions worth a thought, and return how many: while a turn goes on, one at least.

    A play that loses at once is none: as long as nothing is lost, another way exists (C10).
    """
    turn = progress_of(table)
    found = 0
    if may_end(rules, table, turn):
        actions[0] = END
        found = 1
    for pile in range(PILES):
        cards = fit(rules, table, turn, pile)
        if not rules.is_duel and not rules.has_commands:
            cards = minus(cards, pointless(rules, table, turn, pile))
        while has_any(cards):
            card = lowest(cards)
            if can_complete(rules, table, after(rules, table, turn, card, pile)):
                actions[found] = (card - LOWEST_CARD) * PILES + pile
                found += 1
            cards = rest(cards)
    return found


@inlined
def pointless(rules: Row, table: Row, turn: Progress, pile: int) -> Any:
    """Return the cards that are better laid on the other pile of the same direction.

    Whatever goes on that pile then goes on this one, which is further back: all but the card that
    would take the other one back by ten, if it is still to come and lies behind this one's top. A
    pile that burns wants to be covered (O2).
    """
    other, direction = pile ^ 1, pile >> 1
    top, other_top = top_of(turn.tops, pile), top_of(turn.tops, other)
    ahead = top - other_top if direction else other_top - top
    back = other_top + TRICK if direction else other_top - TRICK
    if ahead < 0 or (ahead == 0 and pile < other) or has(burning_cards(rules), top):
        return 0, 0
    is_behind = back > top if direction else back < top
    if is_behind and 2 <= back < NUMBER_COUNT - 1:
        is_laid = has((table.laid[0, 0], table.laid[0, 1]), back)
        if not is_laid and ahead > 0:
            return 0, 0
    return looked_up(FORWARD, direction, other_top)


@compiled
def write_row(rules: Row, table: Row, layout: int, row: Row) -> None:
    """Write what the seat to move knows; in the opening, what seat 0 does."""
    is_opening = table.seat == NOBODY
    seat = 0 if is_opening else whole(table.seat)
    source = draw_pile_of(rules, seat)
    hand = hand_of(table, seat)
    row.hand[0], row.hand[1] = hand
    unseen = minus(all_cards(rules), join(hand, (table.laid[source, 0], table.laid[source, 1])))
    row.unseen[0], row.unseen[1] = unseen
    row.draws[0] = draw_size(rules, table, source)
    shift = 2 * seat if rules.is_duel else 0
    for pile in range(PILES):
        row.tops[pile] = top_of(table.tops, pile ^ shift)
    row.used = table.used if shift == 0 else (table.used >> 2) | ((table.used & 3) << 2)
    row.last = 0 if table.last < 0 else (table.last ^ shift) + 1
    if rules.is_duel:
        other = 1 - source
        row.others[0], row.others[1] = minus(
            all_cards(rules), (table.laid[other, 0], table.laid[other, 1])
        )
        row.draws[1] = draw_size(rules, table, other)
    holder = seat
    for place in range(rules.seats):
        row.sizes[place] = count(hand_of(table, holder))
        if place > 0:
            for pile in range(PILES):
                row.said[place - 1, pile] = table.said[holder, pile]
        holder = 0 if holder + 1 == rules.seats else holder + 1
    for place in range(rules.seats, MOST_OTHERS + 1):
        row.sizes[place] = 0
        for pile in range(PILES):
            row.said[place - 1, pile] = 0
    row.seats = rules.seats
    row.hand_size = rules.hand_size
    row.usual = rules.minimum
    row.minimum = table.minimum
    row.played = table.played
    row.has_three = table.has_three
    row.is_over = 0
    row.stale = 0
    row.is_duel = rules.is_duel
    row.seat = seat
    row.is_opening = is_opening
    row.layout = layout


@inlined
def all_cards(rules: Row) -> Any:
    """Return the set of all number cards of a draw pile."""
    if rules.is_duel:
        return (1 << (rules.numbers + LOWEST_CARD)) - (1 << LOWEST_CARD), 0
    return -(1 << LOWEST_CARD), (1 << (rules.numbers + LOWEST_CARD - 64)) - 1
