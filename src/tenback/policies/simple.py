"""The two simplest compiled bots: `random` and `greedy`."""

from tenback.fastsim.actions import END
from tenback.fastsim.bits import Set, count, has_any, highest, lowest, meet, minus, nth, rest
from tenback.fastsim.chance import below
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.sittings import can_complete
from tenback.fastsim.tables import LOWEST_CARD, PILES, Row, is_descending_pile, top_of
from tenback.fastsim.turns import (
    FORWARD,
    Progress,
    after,
    fires,
    fit,
    fits,
    looked_up,
    may_end,
    progress_of,
)
from tenback.policies.policy import COVERING_GAIN, FURTHEST

ACTION_BITS = (1 << 10) - 1
NO_RANK = 1 << 30
"""The rank of no play. Plays are ranked by one number; smaller is better."""
LEAST_COST = -FURTHEST - COVERING_GAIN


@inlined
def choose_random(rules: Row, table: Row) -> int:
    """Return a random legal action; all are equally likely."""
    turn = progress_of(table)
    first, second, third, fourth = fits(rules, table, turn)
    in_first, in_second, in_third = count(first), count(second), count(third)
    plays = in_first + in_second + in_third + count(fourth)
    pick = below(table.seat_streams, table.seat, plays + may_end(rules, table, turn))
    if pick == plays:
        return END
    pile, cards = 0, first
    if pick >= in_first:
        pick -= in_first
        pile, cards = 1, second
        if pick >= in_second:
            pick -= in_second
            pile, cards = 2, third
            if pick >= in_third:
                pick -= in_third
                pile, cards = 3, fourth
    return (nth(cards, pick) - LOWEST_CARD) * PILES + pile


@compiled
def choose_greedy(rules: Row, table: Row, reach: int) -> int:
    """Return the play with the smallest step that does not lose, or `end` if none is within reach.

    A backwards trick is a step of −10; a card on an opponent's pile costs what it improves (F4).
    Fires are covered first (O2). On a tie the lowest card on the first pile wins.
    """
    turn = progress_of(table)
    is_free, to_cover = may_end(rules, table, turn), fires(rules, turn)
    rank = NO_RANK
    for pile in range(PILES):
        cards = fit(rules, table, turn, pile)
        if has_any(cards):
            card = nearest(rules, turn, cards, pile)
            rank = min(rank, rank_of(rules, turn, to_cover, card, pile))
    while rank != NO_RANK and not (is_free and step_of(rank) > reach):
        card, pile = card_of(rank), rank & 3
        if can_complete(rules, table, after(rules, table, turn, card, pile)):
            return rank & ACTION_BITS
        rank = next_rank(rules, table, turn, to_cover, rank)
    return END


@inlined
def nearest(rules: Row, turn: Progress, cards: Set, pile: int) -> int:
    """Return the card with the smallest step among those that fit on a pile."""
    is_descending = is_descending_pile(rules, pile)
    top = top_of(turn.tops, pile)
    forward = meet(cards, looked_up(FORWARD, is_descending, top))
    tricks = minus(cards, forward)
    if rules.is_duel and pile >> 1 != turn.seat:
        return lowest(cards) if is_descending else highest(cards)
    if has_any(tricks):
        return lowest(tricks)
    return highest(forward) if is_descending else lowest(forward)


@compiled
def next_rank(rules: Row, table: Row, turn: Progress, to_cover: int, refused: int) -> int:
    """Return the rank of the next best play after one that was refused because it loses."""
    best = NO_RANK
    for pile in range(PILES):
        cards = fit(rules, table, turn, pile)
        while has_any(cards):
            rank = rank_of(rules, turn, to_cover, lowest(cards), pile)
            if refused < rank < best:
                best = rank
            cards = rest(cards)
    return best


@inlined
def rank_of(rules: Row, turn: Progress, to_cover: int, card: int, pile: int) -> int:
    """Return the rank of a play: its cost, then its action number."""
    top = top_of(turn.tops, pile)
    step = top - card if is_descending_pile(rules, pile) else card - top
    if rules.is_duel and pile >> 1 != turn.seat:
        step = -step
    if (to_cover >> pile) & 1:
        step -= COVERING_GAIN
    return ((step - LEAST_COST) << 10) + (card - LOWEST_CARD) * PILES + pile


@inlined
def step_of(rank: int) -> int:
    """Return the cost in a rank."""
    return (rank >> 10) + LEAST_COST


@inlined
def card_of(rank: int) -> int:
    """Return the card in a rank."""
    return ((rank & ACTION_BITS) >> 2) + LOWEST_CARD
