"""The actions that a seat has to compare: legal ones without those that cannot be best."""

from typing import Any

import numpy as np

from tenback.encoding.rows import ROW, write_row
from tenback.fastsim.actions import END
from tenback.fastsim.bits import has, has_any, lowest, minus, rest
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.sittings import can_complete
from tenback.fastsim.tables import (
    LONGEST_TURN,
    LOWEST_CARD,
    NUMBER_COUNT,
    PILES,
    Array,
    Row,
    Setup,
    burning_cards,
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

MOST_CANDIDATES = LONGEST_TURN * PILES + 1


def candidates_of(setup: Setup, tables: Array, stale: Array) -> tuple[Array, Array, Array]:
    """Return the rows of the seats to move, whose candidates each is, and the actions.

    `stale` marks the piles that have changed since anybody spoke.
    """
    count = len(tables)
    rows, counts = np.zeros(count, ROW), np.zeros(count, np.int64)
    listed = np.zeros((count, MOST_CANDIDATES), np.int16)
    write_candidates(setup.rules, tables, rows, listed, counts)
    rows["stale"] = stale
    owners = np.repeat(np.arange(count), counts)
    places = np.arange(len(owners)) - (np.cumsum(counts) - counts)[owners]
    return rows, owners, listed[owners, places]


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
            cards = minus(cards, dominated_cards(rules, table, turn, pile))
        while has_any(cards):
            card = lowest(cards)
            if can_complete(rules, table, after(rules, table, turn, card, pile)):
                actions[found] = (card - LOWEST_CARD) * PILES + pile
                found += 1
            cards = rest(cards)
    return found


@inlined
def dominated_cards(rules: Row, table: Row, turn: Progress, pile: int) -> Any:
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
def write_candidates(rules: Row, tables: Any, rows: Any, listed: Any, counts: Any) -> None:
    """Write what the seats to move know and can do."""
    for index in range(len(tables)):
        table = tables[index]
        write_row(rules, table, table.layout, rows[index])
        counts[index] = list_candidates(rules, table, listed[index])
