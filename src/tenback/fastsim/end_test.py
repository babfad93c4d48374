"""The end test of Extreme (E12), compiled; see the referee's end test for the reasoning.

The referee remembers the situations that it has visited. Here it is cheaper to search them again.
"""

from tenback.fastsim.bits import Set, count, has_any, lowest, meet, minus, rest, single
from tenback.fastsim.compiling import compiled
from tenback.fastsim.tables import (
    NO_TRICK,
    ONE_PILE,
    PILES,
    SKULL,
    STOP,
    THREE,
    Row,
    carriers,
    top_of,
)
from tenback.fastsim.turns import (
    FITTING,
    FORWARD,
    THREE_CARDS,
    Progress,
    after,
    fit_under,
    looked_up,
    may_end_under,
    shows,
    visible,
)

MORE_THAN_ANY_HAND = 99


@compiled
def can_complete_commands(rules: Row, table: Row, turn: Progress) -> bool:
    """Return whether the turn can still be completed."""
    if turn.has_three:
        return succeeds(rules, table, turn, THREE_CARDS)
    threes = carriers(table, THREE)
    if succeeds(rules, table, holding(turn, minus(turn.hand, threes)), MORE_THAN_ANY_HAND):
        return True
    may_lay_three = has_any(meet(turn.hand, threes)) and turn.played < THREE_CARDS
    return may_lay_three and succeeds(rules, table, turn, THREE_CARDS)


@compiled
def holding(turn: Progress, hand: Set) -> Progress:
    """Return the turn with another hand."""
    return Progress(
        turn.seat,
        turn.minimum,
        turn.tops,
        hand,
        turn.played,
        turn.used,
        turn.last,
        turn.has_stop,
        turn.has_three,
    )


@compiled
def succeeds(rules: Row, table: Row, turn: Progress, most: int) -> bool:
    """Return whether the turn can be completed with at most `most` cards in all."""
    commands = visible(table, turn.tops)
    if may_end_under(turn, commands):
        return True
    skulls = 0
    for pile in range(PILES):
        skulls += table.commands[top_of(turn.tops, pile)] == SKULL
    if is_hopeless(table, turn, commands, skulls, most):
        return False
    must_cover = skulls == most - turn.played
    may_fill = turn.played < (THREE_CARDS if most == THREE_CARDS else turn.minimum)
    skull_cards, three_cards = carriers(table, SKULL), carriers(table, THREE)
    for is_demanding in range(2):
        for is_idle in range(1 if must_cover or not may_fill else 2):
            for pile in range(PILES):
                command = table.commands[top_of(turn.tops, pile)]
                is_binding = command in (NO_TRICK, ONE_PILE)
                is_helpful = command == SKULL or (is_binding and not must_cover)
                if is_helpful == (is_idle == 1):
                    continue
                cards = fit_under(table, turn, commands, pile)
                tame = minus(minus(cards, skull_cards), three_cards)
                cards = minus(cards, tame) if is_demanding else tame
                while has_any(cards):
                    if succeeds(rules, table, after(rules, table, turn, lowest(cards), pile), most):
                        return True
                    cards = rest(cards)
    return False


@compiled
def is_hopeless(table: Row, turn: Progress, commands: int, skulls: int, most: int) -> bool:
    """Return whether a quick check shows that there is no completion."""
    if skulls > 0 and skulls > most - turn.played:
        return True
    if skulls > 0 and not may_cover(table, turn, commands, skulls):
        return True
    held = count(turn.hand)
    if turn.has_three:
        return held < THREE_CARDS - turn.played
    has_stop = has_any(meet(turn.hand, carriers(table, STOP)))
    return not has_stop and held < turn.minimum - turn.played


@compiled
def may_cover(table: Row, turn: Progress, commands: int, skulls: int) -> bool:
    """Return False only if the skulls cannot all be covered, whatever else is laid."""
    is_bound_for_good = False
    for pile in range(PILES):
        is_other = turn.last >= 0 and pile != turn.last
        if is_other and table.commands[top_of(turn.tops, pile)] == ONE_PILE:
            is_bound_for_good = True
    skull_cards = carriers(table, SKULL)
    lingering = lingering_cards(table, SKULL)
    low, high = 0, 0
    left_to_the_end = 0
    for pile in range(PILES):
        top = top_of(turn.tops, pile)
        if table.commands[top] != SKULL:
            continue
        if is_bound_for_good and pile != turn.last:
            return False
        covers = meet(turn.hand, looked_up(FITTING, pile >> 1, top))
        if not gets_past(table, skull_cards, pile, covers, turn.hand):
            return False
        left_to_the_end += not gets_past(table, lingering, pile, covers, turn.hand)
        needs_trick = shows(commands, NO_TRICK) and not has_any(
            meet(covers, looked_up(FORWARD, pile >> 1, top))
        )
        if needs_trick and not may_free_tricks(table, turn.tops, minus(turn.hand, covers)):
            return False
        low |= covers[0]
        high |= covers[1]
    return left_to_the_end <= 1 and count((low, high)) >= skulls


@compiled
def lingering_cards(table: Row, command: int) -> Set:
    """Return the cards of a command, and those that stop a turn or bind it to one pile."""
    own, one_piles, stops = (
        carriers(table, command),
        carriers(table, ONE_PILE),
        carriers(table, STOP),
    )
    return own[0] | one_piles[0] | stops[0], own[1] | one_piles[1] | stops[1]


@compiled
def gets_past(table: Row, risky: Set, pile: int, covers: Set, hand: Set) -> bool:
    """Return whether cards of the hand can cover a pile until its top is not in `risky`."""
    if has_any(minus(covers, risky)):
        return True
    cards = minus(covers, carriers(table, STOP))
    while has_any(cards):
        card = lowest(cards)
        others = minus(hand, single(card))
        onwards = meet(others, looked_up(FITTING, pile >> 1, card))
        if gets_past(table, risky, pile, onwards, others):
            return True
        cards = rest(cards)
    return False


@compiled
def may_free_tricks(table: Row, tops: int, hand: Set) -> bool:
    """Return whether every `no-trick` might be covered so that the turn goes on elsewhere."""
    lingering = lingering_cards(table, NO_TRICK)
    for pile in range(PILES):
        top = top_of(tops, pile)
        if table.commands[top] == NO_TRICK:
            covers = meet(hand, looked_up(FORWARD, pile >> 1, top))
            if not gets_past(table, lingering, pile, covers, hand):
                return False
    return True
