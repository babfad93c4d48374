"""Lines: complete ways to play the rest of a turn; a search keeps the cheapest few.

The search works on a stack that the caller provides. It reads only what the seat's view shows.
"""

from typing import Any

import numpy as np

from tenback.fastsim.bits import Set, has, has_any, lowest, rest, whole
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.sittings import can_complete
from tenback.fastsim.tables import (
    LONGEST_TURN,
    LOWEST_CARD,
    NUMBER_COUNT,
    PILES,
    Row,
    draw_pile_of,
    draw_size,
    is_descending_pile,
    top_of,
)
from tenback.fastsim.turns import Progress, after, fit, may_end, progress_of
from tenback.policies.costs import Known, cost_of, known_of
from tenback.policies.weights import DUEL, SOLO, TEAM, WEIGHTS, phase_of
from tenback.rules.piles import TRICK

REACH = 10
"""The largest step of an optional card; no card is worth a larger one by itself."""
REACH_WITH_TRICK = 20
"""The largest step if the hand can bring the pile straight back by ten (C6)."""
MOST_MOMENTS = 8000
"""The limit on moments searched, shortest lines first.

It allows all ways to lay three cards of eight (C14) and is rarely reached.
"""

STAGES = 2
"""The number of stages of the search: mandatory cards first, then optional ones."""

MOMENT = np.dtype(
    [
        ("hand", "i8", (2,)),
        ("cards", "i8", (2,)),  # the cards still to be tried on the pile
        ("tops", "i8"),
        ("pile", "i8"),  # the pile being tried
        ("played", "i1"),
        ("used", "i1"),
        ("last", "i1"),
        ("has_stop", "i1"),
        ("has_three", "i1"),
        ("touches", "i1"),  # whether the play that led here laid or covered a command
        ("action", "i2"),  # the action that led here
    ],
    align=True,
)
"""A moment of the search: the turn so far, and the plays that are still to be tried."""
STACK = np.dtype([("moments", MOMENT, (LONGEST_TURN + 1,))], align=True)
"""The moments of the line being searched, from its start: the scratch space of a search."""

LINE = np.dtype(
    [
        ("cost", "f8"),
        ("tops", "i4"),
        ("hand", "i8", (2,)),
        ("actions", "i2", (LONGEST_TURN,)),
        ("length", "i1"),  # how many of the actions are valid
        ("played", "i1"),
        ("used", "i1"),
        ("last", "i1"),
        ("has_three", "i1"),
    ],
    align=True,
)
"""The plays of a line, and the state of the turn after them."""


@compiled
def list_lines(rules: Row, table: Row, moments: Any, lines: Any) -> int:
    """Write the cheapest lines from the current moment, best first, and return how many there are.

    There is at least one while the game is running (C10). Lines with equal outcomes are listed
    once. The search covers the mandatory cards first, then optional ones.
    """
    turn = progress_of(table)
    weights = weights_of(rules, table, turn)
    known = known_of(rules, table, weights)
    found = 0
    for stage in range(STAGES):
        found = begin_stage(rules, table, weights, known, turn, moments, lines, found, stage)
        depth, seen = next_end(rules, table, known.draw, turn, moments, stage, 0, 0)
        while depth >= 0:
            then = turn_at(moments[depth], turn)
            found = keep(rules, table, weights, known, then, moments, depth, lines, found)
            depth, seen = next_end(rules, table, known.draw, turn, moments, stage, depth, seen)
    if found == 0:
        found = write_way_out(rules, table, turn, moments, lines)
    return found


@inlined
def weights_of(rules: Row, table: Row, turn: Progress) -> Row:
    """Return the weights of the cost formula for the seat to move."""
    weights = WEIGHTS[DUEL if rules.is_duel else SOLO if rules.seats == 1 else TEAM]
    return weights[phase_of(draw_size(rules, table, draw_pile_of(rules, turn.seat)))]


@inlined
def begin_stage(
    rules: Row,
    table: Row,
    weights: Row,
    known: Known,
    turn: Progress,
    moments: Any,
    lines: Any,
    found: int,
    stage: int,
) -> int:
    """Start a stage of the search; in the first one, the turn may end without another card."""
    start_from(moments[0], rules, table, turn, -1, False)
    if stage == 0 and may_end(rules, table, turn):
        return keep(rules, table, weights, known, turn, moments, 0, lines, found)
    return found


@compiled
def next_end(
    rules: Row,
    table: Row,
    draw: int,
    turn: Progress,
    moments: Any,
    stage: int,
    depth: int,
    seen: int,
) -> Set:
    """Advance to the next moment where a line may end; return its depth and the moments so far.

    The depth is −1 at the end of the search. Two plays on different piles can be swapped if neither
    lays nor covers a command, so only the order of the piles is searched.
    """
    owed = max(turn.minimum - turn.played, 0)
    shorter = owed if stage > 0 else -1
    longest = LONGEST_TURN if stage > 0 else owed
    while depth >= 0 and seen < MOST_MOMENTS:
        moment = moments[depth]
        cards = moment.cards[0], moment.cards[1]
        turn = turn_at(moment, turn)
        if depth == longest:
            depth -= 1
            continue
        if not has_any(cards):
            moment.pile += 1
            if moment.pile >= PILES:
                depth -= 1
            else:
                moment.cards[0], moment.cards[1] = fit(rules, table, turn, moment.pile)
            continue
        card, pile = lowest(cards), moment.pile
        moment.cards[0], moment.cards[1] = rest(cards)
        touches = touches_command(rules, table, turn, card, pile)
        is_turned = depth > 0 and pile < whole(moment.last) and not (moment.touches or touches)
        is_free = may_end(rules, table, turn)
        if is_turned or (is_free and not may_pay(rules, draw, turn, card, pile)):
            continue
        seen += 1
        then = after(rules, table, turn, card, pile)
        depth += 1
        start_from(moments[depth], rules, table, then, (card - LOWEST_CARD) * PILES + pile, touches)
        if depth > shorter and may_end(rules, table, then):
            return depth, seen
    return -1, seen


@inlined
def start_from(
    moment: Row, rules: Row, table: Row, turn: Progress, action: int, touches: bool
) -> None:
    """Write a moment from which no plays have been tried."""
    moment.hand[0], moment.hand[1] = turn.hand
    moment.tops = turn.tops
    moment.played = turn.played
    moment.used = turn.used
    moment.last = turn.last
    moment.has_stop = turn.has_stop
    moment.has_three = turn.has_three
    moment.touches = touches
    moment.action = action
    moment.pile = 0
    moment.cards[0], moment.cards[1] = fit(rules, table, turn, 0)


@inlined
def turn_at(moment: Row, turn: Progress) -> Progress:
    """Return the turn at a moment."""
    return Progress(
        turn.seat,
        turn.minimum,
        whole(moment.tops),
        (moment.hand[0], moment.hand[1]),
        whole(moment.played),
        whole(moment.used),
        whole(moment.last),
        whole(moment.has_stop),
        whole(moment.has_three),
    )


@inlined
def touches_command(rules: Row, table: Row, turn: Progress, card: int, pile: int) -> bool:
    """Return whether a play lays or covers a command."""
    if not rules.has_commands:
        return False
    return (table.commands[card] | table.commands[top_of(turn.tops, pile)]) != 0


@inlined
def may_pay(rules: Row, draw: int, turn: Progress, card: int, pile: int) -> bool:
    """Return whether an optional card may be worthwhile; solo, the last cards all are."""
    if rules.seats == 1 and draw == 0:
        return True
    is_descending, top = is_descending_pile(rules, pile), top_of(turn.tops, pile)
    step = top - card if is_descending else card - top
    back = card + TRICK if is_descending else card - TRICK
    has_back = 0 < back < NUMBER_COUNT and has(turn.hand, back)
    return step <= (REACH_WITH_TRICK if has_back else REACH)


@inlined
def keep(
    rules: Row,
    table: Row,
    weights: Row,
    known: Known,
    turn: Progress,
    moments: Any,
    length: int,
    lines: Any,
    found: int,
) -> int:
    """Insert a line into those found if it is among the cheapest; return how many there are."""
    cost = cost_of(rules, table, weights, known, turn)
    if found == len(lines) and cost >= lines[found - 1].cost:
        return found
    for place in range(found):
        line = lines[place]
        if line.tops == turn.tops and line.hand[0] == turn.hand[0] and line.hand[1] == turn.hand[1]:
            return found
    place = min(found, len(lines) - 1)
    while place > 0 and lines[place - 1].cost > cost:
        lines[place] = lines[place - 1]
        place -= 1
    write_line(lines[place], turn, moments, length, cost)
    return min(found + 1, len(lines))


@inlined
def write_line(line: Row, turn: Progress, moments: Any, length: int, cost: float) -> None:
    """Write a line and the state of the turn after it."""
    line.cost = cost
    line.tops = turn.tops
    line.hand[0], line.hand[1] = turn.hand
    line.length = length
    line.played = turn.played
    line.used = turn.used
    line.last = turn.last
    line.has_three = turn.has_three
    for step in range(length):
        line.actions[step] = moments[step + 1].action


@compiled
def write_way_out(rules: Row, table: Row, turn: Progress, moments: Any, lines: Any) -> int:
    """Write any line that completes the turn, for turns in which the search found none."""
    length = 0
    while not may_end(rules, table, turn):
        is_on = False
        for pile in range(PILES):
            cards = fit(rules, table, turn, pile)
            while has_any(cards) and not is_on:
                card = lowest(cards)
                cards = rest(cards)
                then = after(rules, table, turn, card, pile)
                if can_complete(rules, table, then):
                    is_on = True
                    turn = then
                    length += 1
                    moments[length].action = (card - LOWEST_CARD) * PILES + pile
        if not is_on:
            return 0
    write_line(lines[0], turn, moments, length, 0.0)
    return 1
