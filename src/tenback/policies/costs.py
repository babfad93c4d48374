"""The cost of ending a turn: the way the piles went, broken words, and cards left to lay.

Only what the seat's view shows is read: of other hands their sizes and signals, never a card.
"""

from typing import NamedTuple

import numpy as np

from tenback.fastsim.bits import (
    Set,
    count,
    has,
    has_any,
    highest,
    join,
    lowest,
    meet,
    minus,
    rest,
    table_of_sets,
    whole,
)
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.tables import (
    DRAW_ONE,
    FREE,
    HELP,
    KEEP,
    NOTHING,
    NUMBER_COUNT,
    PILES,
    SMALL,
    Array,
    Row,
    burning_cards,
    carriers,
    draw_pile_of,
    draw_size,
    hand_of,
    is_descending_pile,
    top_of,
)
from tenback.fastsim.turns import (
    FITTING,
    FORWARD,
    Progress,
    has_helped,
    looked_up,
    shows,
    visible,
)
from tenback.policies.signals import FAR, SMALL_STEP
from tenback.policies.weights import KEEP_BY_PAIR
from tenback.rules.cards import NUMBERS, card_set
from tenback.rules.piles import TRICK

NO_PLACE = 30
"""The number of cards that a card fitting nowhere counts as passing: more than any real one."""


def _between(low: int, high: int) -> Array:
    """Return the cards from `low` to `high` − 1 steps ahead of each top, by direction and top."""
    return np.stack(
        [
            table_of_sets(
                card_set(
                    card for step in range(low, high) if (card := top + sign * step) in NUMBERS
                )
                for top in range(NUMBER_COUNT)
            )
            for sign in (1, -1)
        ]
    )


SMALLS, FREES = _between(1, SMALL_STEP + 1), _between(SMALL_STEP + 1, FAR)
"""Where the nearest card of a seat that says `small`, or `free`, lies, by direction and top."""


class WordCosts(NamedTuple):
    """The costs of moving a pile despite what other seats have said about it."""

    going_on: float
    """The cost of moving the pile forward at all."""
    passing_small: float
    passing_free: float
    """The cost of passing every card that seats saying `small`, or `free`, may mean."""
    going_back: float
    word: int
    """The word of the next seat."""


class Known(NamedTuple):
    """What the seat to move knows besides its turn."""

    tops: int
    unseen: Set
    """The cards in other hands and in the draw pile; in a duel, in the seat's own draw pile."""
    opponents: Set
    """In a duel, the cards that the opponent has not laid."""
    draw: int
    chance: float
    """The probability that the next seat holds a given unseen card."""
    heard: tuple[WordCosts, WordCosts, WordCosts, WordCosts]


@compiled
def known_of(rules: Row, table: Row, weights: Row) -> Known:
    """Return what the seat to move knows."""
    seat = whole(table.seat)
    source = draw_pile_of(rules, seat)
    unseen = minus(unlaid_of(rules, table, source), hand_of(table, seat))
    following = follower_of(rules, table, seat)
    held = 0 if following == seat or rules.is_duel else count(hand_of(table, following))
    return Known(
        whole(table.tops),
        unseen,
        unlaid_of(rules, table, 1 - seat) if rules.is_duel else (0, 0),
        draw_size(rules, table, source),
        held / max(count(unseen), 1),
        (
            word_costs_of(rules, table, weights, unseen, following, 0),
            word_costs_of(rules, table, weights, unseen, following, 1),
            word_costs_of(rules, table, weights, unseen, following, 2),
            word_costs_of(rules, table, weights, unseen, following, 3),
        ),
    )


@inlined
def unlaid_of(rules: Row, table: Row, source: int) -> Set:
    """Return the cards of a deck that have not been laid: those in hands and in the draw pile."""
    laid = table.laid[source, 0], table.laid[source, 1]
    every = minus(looked_up(FORWARD, 0, 1), looked_up(FORWARD, 0, rules.numbers + 1))
    return minus(every, laid)


@inlined
def follower_of(rules: Row, table: Row, seat: int) -> int:
    """Return the next seat that holds cards, possibly the same seat (C9)."""
    for _ in range(rules.seats):
        seat = 0 if seat + 1 == rules.seats else seat + 1
        if has_any(hand_of(table, seat)):
            break
    return seat


@compiled
def word_costs_of(
    rules: Row, table: Row, weights: Row, unseen: Set, following: int, pile: int
) -> WordCosts:
    """Return the costs of the words about a pile; `keep` without an unseen trick means a pair."""
    back = trick_on(rules, whole(table.tops), pile)
    going_on, passing_small, passing_free, going_back = 0.0, 0.0, 0.0, 0.0
    for seat in range(rules.seats):
        word = whole(table.said[seat, pile])
        if seat == table.seat or word == NOTHING or not has_any(hand_of(table, seat)):
            continue
        if word == KEEP and not has(unseen, back):
            word = KEEP_BY_PAIR
        cost = weights.said[whole(seat == following), word]
        if word == SMALL:
            passing_small += cost
        elif word == FREE:
            passing_free += cost
        else:
            going_on += cost
        going_back += weights.back_for_help if word == HELP else weights.back
    is_other = following != table.seat
    word = whole(table.said[following, pile]) if is_other else NOTHING
    return WordCosts(going_on, passing_small, passing_free, going_back, word)


@inlined
def trick_on(rules: Row, tops: int, pile: int) -> int:
    """Return the card that brings a pile back by ten (C6), or 0 if there is none."""
    top = top_of(tops, pile)
    back = top + TRICK if is_descending_pile(rules, pile) else top - TRICK
    return back if 0 < back < NUMBER_COUNT else 0


@inlined
def cost_of(rules: Row, table: Row, weights: Row, known: Known, turn: Progress) -> float:
    """Return the cost of ending the turn now."""
    cost = cost_of_piles(rules, weights, known, turn)
    cost += cost_of_hand(rules, weights, known, turn) - weights.card * turn.played
    if rules.is_duel:
        cost += cost_of_help(weights, known, turn)
    if rules.has_commands:
        cost += cost_of_commands(table, weights, turn)
    if has_any(burning_cards(rules)):
        cost += cost_of_fire(rules, weights, known, turn)
    if rules.is_duel or rules.has_commands:
        cost -= weights.hand * hand_to_be(rules, table, known, turn)
    return cost


@inlined
def first_pile(rules: Row, turn: Progress) -> int:
    """Return the index of the first pile that the seat owns; a team owns all piles."""
    return 2 * turn.seat if rules.is_duel else 0


@inlined
def pile_count(rules: Row) -> int:
    """Return the number of piles that a seat owns."""
    return PILES // 2 if rules.is_duel else PILES


@inlined
def cost_of_piles(rules: Row, weights: Row, known: Known, turn: Progress) -> float:
    """Return the cost of the seat's piles: steps, broken words, cards that will be hard to lay."""
    unlaid = join(known.unseen, turn.hand)
    fitting, once, twice = (0, 0), (0, 0), (0, 0)
    best_ascending, best_descending = 0, 0
    cost, miss = 0.0, 1.0
    first = first_pile(rules, turn)
    for pile in range(first, first + pile_count(rules)):
        direction = is_descending_pile(rules, pile)
        top, before = top_of(turn.tops, pile), top_of(known.tops, pile)
        step = before - top if direction else top - before
        forward = meet(unlaid, looked_up(FORWARD, direction, top))
        ahead = count(forward)
        best_ascending = max(best_ascending, 0 if direction else ahead)
        best_descending = max(best_descending, ahead if direction else 0)
        fitting = join(fitting, looked_up(FITTING, direction, top))
        twice = join(twice, meet(once, forward))
        once = join(once, forward)
        cost += weights.step * step - weights.ahead * ahead
        back = trick_on(rules, turn.tops, pile)
        if has(turn.hand, back):
            cost -= weights.trick_held
        elif has(known.unseen, back):
            cost -= weights.trick_unseen if step == 0 else weights.trick_made
        if step != 0:
            cost += cost_of_words(known, pile, direction, top)
        word = known.heard[pile].word if step == 0 else NOTHING
        miss *= 1.0 - chance_to_go_on(known, turn, word, direction, top, forward)
    cost -= weights.ahead_of_best * (best_ascending + best_descending)
    cost += weights.single * count(minus(once, twice)) + weights.dead * count(
        minus(unlaid, fitting)
    )
    return cost + weights.stuck * miss


@inlined
def cost_of_words(known: Known, pile: int, direction: int, top: int) -> float:
    """Return the cost of the words that the new top of a pile goes against."""
    heard, before = known.heard[pile], top_of(known.tops, pile)
    if (top > before) == (direction == 1):
        return heard.going_back
    cost = heard.going_on
    if heard.passing_small != 0:
        cost += heard.passing_small * share_passed(known, SMALLS, direction, before, top)
    if heard.passing_free != 0:
        cost += heard.passing_free * share_passed(known, FREES, direction, before, top)
    return cost


@inlined
def share_passed(known: Known, sets: Array, direction: int, before: int, top: int) -> float:
    """Return the share of the unseen cards in a region that a pile has passed."""
    cards = meet(known.unseen, looked_up(sets, direction, before))
    ahead = count(meet(cards, looked_up(FORWARD, direction, top)))
    return 1.0 - ahead / max(count(cards), 1)


@inlined
def chance_to_go_on(
    known: Known, turn: Progress, word: int, direction: int, top: int, forward: Set
) -> float:
    """Return the chance that the next seat has a play on a pile that passes no unlaid card.

    Such a play is a backwards trick that the seat has announced, or the nearest card that is still
    to be laid.
    """
    if word == KEEP:
        return 1.0
    if not has_any(forward):
        return 0.0
    nearest = highest(forward) if direction else lowest(forward)
    if has(turn.hand, nearest):
        return 0.0
    if word == NOTHING:
        return known.chance
    step = abs(nearest - top)
    if word == HELP:
        return known.chance if step >= FAR else 0.0
    if word == SMALL:
        meant = meet(known.unseen, looked_up(SMALLS, direction, top))
    else:
        meant = meet(known.unseen, looked_up(FREES, direction, top))
    return max(known.chance, 1.0 / count(meant)) if has(meant, nearest) else 0.0


@inlined
def cost_of_hand(rules: Row, weights: Row, known: Known, turn: Progress) -> float:
    """Return the cost of the cards kept, by how many other cards each would have to pass."""
    unlaid = join(known.unseen, turn.hand)
    first = first_pile(rules, turn)
    cost, cards, least = 0.0, turn.hand, NO_PLACE
    while has_any(cards):
        card = lowest(cards)
        cards = rest(cards)
        passed = NO_PLACE
        for pile in range(first, first + pile_count(rules)):
            direction, top = is_descending_pile(rules, pile), top_of(turn.tops, pile)
            forward = looked_up(FORWARD, direction, top)
            if has(forward, card):
                between = minus(forward, looked_up(FORWARD, direction, card))
                passed = min(passed, count(meet(unlaid, between)) - 1)
            elif card == trick_on(rules, turn.tops, pile):
                passed = -TRICK
        cost += weights.rest * passed
        least = min(least, passed)
        if card + TRICK < NUMBER_COUNT and has(cards, card + TRICK):
            cost -= weights.pair
    return cost + weights.next * least


@inlined
def cost_of_help(weights: Row, known: Known, turn: Progress) -> float:
    """Return the cost of helping the opponent with a card on one of their piles (F4)."""
    cost, first = 0.0, 2 * (1 - turn.seat)
    for pile in range(first, first + 2):
        top, before = top_of(turn.tops, pile), top_of(known.tops, pile)
        ahead = count(meet(known.opponents, looked_up(FORWARD, pile & 1, top)))
        was_ahead = count(meet(known.opponents, looked_up(FORWARD, pile & 1, before)))
        cost += weights.given * abs(top - before) + weights.given_ahead * (ahead - was_ahead)
    return cost


@inlined
def cost_of_commands(table: Row, weights: Row, turn: Progress) -> float:
    """Return the cost of the visible commands (E6) and of those in the hand."""
    cost = 0.0
    for pile in range(PILES):
        cost += weights.shown[whole(table.commands[top_of(turn.tops, pile)])]
    for command in range(1, len(weights.held)):
        cost += weights.held[command] * count(meet(turn.hand, carriers(table, command)))
    return cost


@inlined
def cost_of_fire(rules: Row, weights: Row, known: Known, turn: Progress) -> float:
    """Return the cost of burning cards on the piles and in the hand (O2)."""
    burning = burning_cards(rules)
    cost = weights.burning_held * count(meet(turn.hand, burning))
    for pile in range(PILES):
        top = top_of(turn.tops, pile)
        if has(burning, top):
            covers = looked_up(FITTING, pile >> 1, top)
            cost += weights.burning + weights.uncovered * chance_of_none(known, turn, covers)
    return cost


@inlined
def chance_of_none(known: Known, turn: Progress, covers: Set) -> float:
    """Return the probability that the next seat, possibly the same, holds none of some cards."""
    chance = known.chance
    if chance == 0:
        if has_any(meet(turn.hand, covers)):
            return 0.0
        chance = min(turn.played, known.draw) / max(count(known.unseen), 1)
    none = 1.0
    for _ in range(count(meet(known.unseen, covers))):
        none *= 1.0 - chance
    return none


@inlined
def hand_to_be(rules: Row, table: Row, known: Known, turn: Progress) -> int:
    """Return how many cards the seat will hold after drawing (C8, E10, F6)."""
    held = count(turn.hand)
    wanted = rules.hand_size - held
    if rules.is_duel and not has_helped(turn):
        wanted = 2
    if rules.has_commands and shows(visible(table, turn.tops), DRAW_ONE):
        wanted = 1
    return held + min(wanted, known.draw)
