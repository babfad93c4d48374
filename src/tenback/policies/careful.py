"""The bot `careful`: searches all ways to play the running turn, and heeds others' signals."""

from tenback.fastsim.actions import END
from tenback.fastsim.bits import has_any, lowest, rest
from tenback.fastsim.compiling import compiled
from tenback.fastsim.sittings import can_complete
from tenback.fastsim.tables import (
    LOWEST_CARD,
    PILES,
    Array,
    Row,
    draw_pile_of,
    draw_size,
)
from tenback.fastsim.turns import Progress, after, fit, may_end, progress_of
from tenback.policies.costs import Known, cost_of, known_of
from tenback.policies.lines import may_pay, touches_command
from tenback.policies.weights import DUEL, SOLO, TEAM, WEIGHTS, phase_of

NO_WAY = 1e9
"""A cost higher than that of any way to play a turn."""
MOST_MOMENTS = 2000
"""The limit on moments searched after a first play, shortest ways first; rarely reached."""


@compiled
def choose_careful(rules: Row, table: Row) -> int:
    """Return the first play of the cheapest way to play the turn, or `end`."""
    if rules.is_duel:
        return choose_by(rules, table, WEIGHTS[DUEL])
    return choose_by(rules, table, WEIGHTS[SOLO if rules.seats == 1 else TEAM])


@compiled
def choose_by(rules: Row, table: Row, weights: Array) -> int:
    """Return the choice of `careful` by weights for each phase; on a tie, the first play."""
    turn = progress_of(table)
    phase = weights[phase_of(draw_size(rules, table, draw_pile_of(rules, turn.seat)))]
    known = known_of(rules, table, phase)
    least, action = NO_WAY, END
    is_free = may_end(rules, table, turn)
    if is_free:
        least = cost_of(rules, table, phase, known, turn)
    for pile in range(PILES):
        cards = fit(rules, table, turn, pile)
        while has_any(cards):
            card = lowest(cards)
            cards = rest(cards)
            if is_free and not may_pay(rules, known.draw, turn, card, pile):
                continue
            then = after(rules, table, turn, card, pile)
            binds = touches_command(rules, table, turn, card, pile)
            cost = cheapest_way(rules, table, phase, known, then, pile, binds)
            is_way_out = action == END and not is_free and can_complete(rules, table, then)
            if cost < least or is_way_out:
                least, action = cost, (card - LOWEST_CARD) * PILES + pile
    return action


@compiled
def cheapest_way(
    rules: Row, table: Row, weights: Row, known: Known, turn: Progress, pile: int, is_binding: bool
) -> float:
    """Return the cost of the cheapest way to continue the turn after a play on `pile`.

    Two plays on different piles can be swapped if neither lays nor covers a command. So only the
    order of the piles is searched, and every outcome comes up once. `is_binding` says that the play
    touched a command.
    """
    least = NO_WAY
    moments = [(turn, pile, is_binding)]
    seen = 0
    while seen < min(len(moments), MOST_MOMENTS):
        turn, pile, is_binding = moments[seen]
        seen += 1
        is_free = may_end(rules, table, turn)
        if is_free:
            least = min(least, cost_of(rules, table, weights, known, turn))
        for other in range(PILES):
            cards = fit(rules, table, turn, other)
            while has_any(cards):
                card = lowest(cards)
                cards = rest(cards)
                binds = touches_command(rules, table, turn, card, other)
                if other < pile and not (is_binding or binds):
                    continue
                if not is_free or may_pay(rules, known.draw, turn, card, other):
                    moments.append((after(rules, table, turn, card, other), other, binds))
    return least
