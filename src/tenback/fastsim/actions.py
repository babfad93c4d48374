"""Moves as numbers: the plays ordered by card, then pile; then `end`; then who begins.

>>> from tenback.rules import Classic, Play
>>> from tenback.rules.piles import D1
>>> action_of(Play(23, D1)), str(move_of(Classic(), 86)), str(move_of(Classic(), END))
(86, '23>d1', 'end')
"""

from tenback.fastsim.bits import has
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.sittings import begin_turn, end_turn, lay
from tenback.fastsim.tables import (
    LOWEST_CARD,
    MOST_CARDS,
    MOST_SEATS,
    NOBODY,
    PILES,
    RUNNING,
    Row,
)
from tenback.fastsim.turns import fit, may_end, progress_of
from tenback.rules import END as END_MOVE
from tenback.rules import Begin, Edition, End, Move, Play

END = MOST_CARDS * PILES
BEGIN = END + 1
ACTIONS = BEGIN + MOST_SEATS
"""The number of actions, the same for every edition."""


def action_of(move: Move) -> int:
    """Return the action number of a play, of `end`, or of a `begin`."""
    match move:
        case Play(card, pile):
            return (card - LOWEST_CARD) * PILES + pile.index
        case End():
            return END
        case Begin(seat):
            return BEGIN + seat
        case _:
            raise ValueError(f"{move} has no number: it changes nothing that is simulated")


def move_of(edition: Edition, action: int) -> Move:
    """Return the move for an action number."""
    if action < END:
        return Play(action // PILES + LOWEST_CARD, edition.piles[action % PILES])
    return END_MOVE if action == END else Begin(action - BEGIN)


@compiled
def is_legal(rules: Row, table: Row, action: int) -> bool:
    """Return whether an action is legal now."""
    if table.ending != RUNNING or action < 0:
        return False
    if table.seat == NOBODY:
        return BEGIN <= action < BEGIN + rules.seats
    turn = progress_of(table)
    if action < END:
        cards = fit(rules, table, turn, action & 3)
        return has(cards, (action >> 2) + LOWEST_CARD)
    return action == END and may_end(rules, table, turn)


@inlined
def act(rules: Row, table: Row, action: int) -> None:
    """Apply a legal action to a table."""
    if action < END:
        lay(rules, table, (action >> 2) + LOWEST_CARD, action & 3)
    elif action == END:
        end_turn(rules, table)
    else:
        begin_turn(rules, table, action - BEGIN)
