"""Quick proofs that a table is lost; a table without such a proof may still be lost.

A pile goes back only by tricks, so there is a lowest number that an ascending pile can ever show
again, and a highest number for a descending pile. A card between the two can never be laid.

    ascending 50 and 62; not laid 29, 31, 40, 41
    40 goes back from 50, 41 on from 40, 31 back from 41: the lowest is 31, and 29 is stuck
"""

from tenback.fastsim.bits import (
    WORD,
    Set,
    count,
    has_any,
    highest,
    join,
    lowest,
    meet,
    minus,
    rest,
    single,
)
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.tables import SKULL, THREE, Row, carriers, hand_of, top_of
from tenback.fastsim.turns import FITTING, FORWARD, THREE_CARDS, Progress, looked_up
from tenback.rules.piles import TRICK


@inlined
def ten_lower(cards: Set) -> Set:
    """Return the numbers that are ten lower than a card of a set."""
    low, high = cards
    return ((low >> TRICK) & ((1 << (WORD - TRICK)) - 1)) | (high << (WORD - TRICK)), high >> TRICK


@inlined
def ten_higher(cards: Set) -> Set:
    """Return the numbers that are ten higher than a card of a set."""
    low, high = cards
    return low << TRICK, (high << TRICK) | ((low >> (WORD - TRICK)) & ((1 << TRICK) - 1))


@inlined
def lowest_ascending(tops: int, unlaid: Set) -> int:
    """Return the lowest number that an ascending pile can ever show again."""
    first, second = top_of(tops, 0), top_of(tops, 1)
    bottom, shown = min(first, second), join(single(first), single(second))
    while True:
        reached = join(single(bottom), meet(unlaid, looked_up(FORWARD, 0, bottom)))
        tricks = meet(unlaid, ten_lower(join(shown, reached)))
        if not has_any(tricks) or lowest(tricks) >= bottom:
            return bottom
        bottom = lowest(tricks)


@inlined
def highest_descending(tops: int, unlaid: Set) -> int:
    """Return the highest number that a descending pile can ever show again."""
    first, second = top_of(tops, 2), top_of(tops, 3)
    summit, shown = max(first, second), join(single(first), single(second))
    while True:
        reached = join(single(summit), meet(unlaid, looked_up(FORWARD, 1, summit)))
        tricks = meet(unlaid, ten_higher(join(shown, reached)))
        if not has_any(tricks) or highest(tricks) <= summit:
            return summit
        summit = highest(tricks)


@inlined
def is_hopeless(rules: Row, table: Row, turn: Progress, unlaid: Set) -> bool:
    """Return whether the remaining cards certainly cannot all be laid within the rules."""
    bottom, summit = lowest_ascending(turn.tops, unlaid), highest_descending(turn.tops, unlaid)
    between = meet(looked_up(FORWARD, 0, summit), looked_up(FORWARD, 1, bottom))
    if has_any(meet(unlaid, between)):
        return True
    return rules.has_commands and cannot_obey(rules, table, turn, unlaid, bottom, summit)


@compiled
def cannot_obey(
    rules: Row, table: Row, turn: Progress, unlaid: Set, bottom: int, summit: int
) -> bool:
    """Return whether a `skull` has no cover, or a `three` lacks two cards to go with it."""
    skulls, threes = carriers(table, SKULL), carriers(table, THREE)
    undrawn = unlaid
    for seat in range(rules.seats):
        undrawn = minus(undrawn, turn.hand if seat == turn.seat else hand_of(table, seat))
    if has_bare_skull(meet(undrawn, skulls), unlaid, bottom, summit):
        return True
    for seat in range(rules.seats):
        hand = turn.hand if seat == turn.seat else hand_of(table, seat)
        if has_bare_skull(meet(hand, skulls), join(hand, undrawn), bottom, summit):
            return True
        if has_any(meet(hand, threes)) and not has_any(undrawn):
            is_in_time = seat == turn.seat and turn.played < THREE_CARDS
            if count(hand) + (turn.played if is_in_time else 0) < THREE_CARDS:
                return True
    return False


@inlined
def has_bare_skull(skulls: Set, covers: Set, bottom: int, summit: int) -> bool:
    """Return whether any of the skulls has no cover among the given cards on any pile (E4)."""
    while has_any(skulls):
        skull = lowest(skulls)
        is_covered = skull >= bottom and has_any(meet(covers, looked_up(FITTING, 0, skull)))
        if not is_covered and skull <= summit:
            is_covered = has_any(meet(covers, looked_up(FITTING, 1, skull)))
        if not is_covered:
            return True
        skulls = rest(skulls)
    return False
