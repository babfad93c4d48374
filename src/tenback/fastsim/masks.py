"""Legal actions as masks: one byte per action, 1 if it is legal."""

from typing import Any

from tenback.fastsim.actions import BEGIN, END, act
from tenback.fastsim.bits import has, has_any, lowest, rest
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.sittings import can_complete
from tenback.fastsim.tables import LOWEST_CARD, NOBODY, PILES, RUNNING, Row
from tenback.fastsim.turns import after, fits, may_end, progress_of


@inlined
def write_legal(rules: Row, table: Row, mask: Any) -> None:
    """Write the mask of the legal actions."""
    mask[:] = 0
    if table.ending != RUNNING:
        return
    if table.seat == NOBODY:
        mask[BEGIN : BEGIN + rules.seats] = 1
        return
    turn = progress_of(table)
    first, second, third, fourth = fits(rules, table, turn)
    cards = turn.hand
    while has_any(cards):
        card = lowest(cards)
        action = (card - LOWEST_CARD) * PILES
        mask[action] = has(first, card)
        mask[action + 1] = has(second, card)
        mask[action + 2] = has(third, card)
        mask[action + 3] = has(fourth, card)
        cards = rest(cards)
    mask[END] = may_end(rules, table, turn)


@compiled
def write_masks(rules: Row, table: Row, legal: Any, losing: Any) -> None:
    """Write the masks of the legal actions and of those plays among them that lose at once."""
    write_legal(rules, table, legal)
    losing[:] = 0
    for action in range(END):
        if legal[action]:
            card, pile = action // PILES + LOWEST_CARD, action % PILES
            then = after(rules, table, progress_of(table), card, pile)
            losing[action] = not can_complete(rules, table, then)


@compiled
def count_sequences(rules: Row, tables: Any, masks: Any, depth: int) -> int:
    """Return the number of sequences of `depth` legal actions that start at the first table.

    The other tables and the masks are scratch space: one of each per action of a sequence.
    """
    write_legal(rules, tables[0], masks[0])
    if depth == 1:
        return masks[0].sum()
    sequences = 0
    for action in range(len(masks[0])):
        if masks[0, action]:
            tables[1] = tables[0]
            act(rules, tables[1], action)
            sequences += count_sequences(rules, tables[1:], masks[1:], depth - 1)
    return sequences
