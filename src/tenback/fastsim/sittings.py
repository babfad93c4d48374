"""A game, compiled: dealing, laying cards, ending turns, and judging how it ended."""

from typing import Any

from tenback.fastsim.bits import count, has_any, join, single, whole
from tenback.fastsim.chance import CARDS, LAYOUT, SEATS, STARTER, base_of, below, stream_of
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.end_test import can_complete_commands
from tenback.fastsim.tables import (
    ALL_LAID,
    COMMAND_BROKEN,
    DRAW_ONE,
    FIRE,
    KINDS,
    LOWEST_CARD,
    MOST_SEATS,
    NO_PILE,
    NOBODY,
    NOTHING,
    NUMBER_COUNT,
    RESIGNED,
    RUNNING,
    STUCK,
    Row,
    draw_pile_of,
    draw_size,
    hand_of,
    hold,
)
from tenback.fastsim.turns import (
    Progress,
    after,
    can_complete_duel,
    can_cover,
    can_lay,
    fires,
    has_helped,
    progress_of,
    shows,
    visible,
)


@compiled
def deal(rules: Row, layouts: Any, table: Row, seed: Any, number: int, starter: int) -> None:
    """Set a table up for deal `number` of a run; a duel's starter is drawn if none is given."""
    base = base_of(seed, number)
    table.number = number
    table.ending = RUNNING
    table.winner = NOBODY
    table.resigned = NOBODY
    table.tops = rules.tops
    table.first_tops = rules.tops
    table.seat = NOBODY
    table.minimum = 0
    table.played = 0
    table.used = 0
    table.last = NO_PILE
    table.has_three = 0
    table.said[:] = 0
    if rules.has_commands:
        table.spare_stream[0] = stream_of(base, LAYOUT)
        table.layout = below(table.spare_stream, 0, len(layouts))
        take_layout(table, layouts[table.layout])
    for source in range(1 + rules.is_duel):
        table.draw_streams[source] = stream_of(base, CARDS + source)
        table.next[source] = 0
        table.left[source] = rules.numbers
        table.laid[source, 0] = 0
        table.laid[source, 1] = 0
        table.ordered[source] = 0
        for index in range(rules.numbers):
            table.deck[source, index] = index + LOWEST_CARD
    start_seat_streams(table, seed, number)
    for seat in range(rules.seats):
        table.named[seat] = NOBODY
        hold(table, seat, (0, 0))
        draw(rules, table, seat, rules.hand_size)
    if rules.is_duel:
        table.spare_stream[0] = stream_of(base, STARTER)
        begin_turn(rules, table, below(table.spare_stream, 0, 2) if starter == NOBODY else starter)
    elif rules.seats == 1:
        begin_turn(rules, table, 0)


@inlined
def take_layout(table: Row, layout: Row) -> None:
    """Copy a layout's commands to a table (E14)."""
    for card in range(NUMBER_COUNT):
        table.commands[card] = layout.commands[card]
    for command in range(KINDS):
        table.carriers[command, 0] = layout.carriers[command, 0]
        table.carriers[command, 1] = layout.carriers[command, 1]


@inlined
def start_seat_streams(table: Row, seed: Any, number: int) -> None:
    """Start the seats' random streams."""
    base = base_of(seed, number)
    for seat in range(MOST_SEATS):
        table.seat_streams[seat] = stream_of(base, SEATS + seat)


@inlined
def next_card(rules: Row, table: Row, source: int) -> int:
    """Take the top card of a draw pile; its place in the order is drawn only now."""
    place = table.next[source]
    if place == table.ordered[source]:
        pick = place + below(table.draw_streams, source, rules.numbers - place)
        picked = table.deck[source, pick]
        table.deck[source, pick] = table.deck[source, place]
        table.deck[source, place] = picked
        table.ordered[source] = place + 1
    table.next[source] = place + 1
    return whole(table.deck[source, place])


@compiled
def order_deck(rules: Row, table: Row, source: int) -> None:
    """Draw the order of all cards that are still to come, without taking them."""
    place = table.next[source]
    while table.next[source] < rules.numbers:
        next_card(rules, table, source)
    table.next[source] = place


@inlined
def draw(rules: Row, table: Row, seat: int, wanted: int) -> None:
    """Let a seat draw the wanted number of cards, or what is left (C8, F6)."""
    source = draw_pile_of(rules, seat)
    hand = hand_of(table, seat)
    for _ in range(min(wanted, draw_size(rules, table, source))):
        hand = join(hand, single(next_card(rules, table, source)))
    hold(table, seat, hand)


@inlined
def can_complete(rules: Row, table: Row, turn: Progress) -> bool:
    """Return whether the turn can still be completed (C10, E12, F8, O5)."""
    if rules.is_duel:
        return can_complete_duel(rules, table, turn)
    if rules.has_commands:
        return can_complete_commands(rules, table, turn)
    owed, piles = turn.minimum - turn.played, fires(rules, turn)
    if piles != 0:
        return can_cover(turn.hand, turn.tops, owed, piles)
    return can_lay(turn.hand, turn.tops, owed)


@inlined
def judge(rules: Row, table: Row) -> None:
    """Record how the game ended if it is over at this moment (C10, C11, E1, F7, F8, O4)."""
    turn = progress_of(table)
    if rules.is_duel:
        if table.left[0] == 0 or table.left[1] == 0:
            table.ending = ALL_LAID
            table.winner = 0 if table.left[0] == 0 else 1
        elif not can_complete_duel(rules, table, turn):
            table.ending = STUCK
            table.winner = 1 - turn.seat
        return
    if table.left[0] > 0 and can_complete(rules, table, turn):
        return
    if rules.has_commands and not can_complete_commands(rules, table, without_minimum(turn)):
        table.ending = COMMAND_BROKEN
    elif not can_cover(turn.hand, turn.tops, 0, fires(rules, turn)):
        table.ending = FIRE
    else:
        table.ending = STUCK if table.left[0] > 0 else ALL_LAID


@inlined
def without_minimum(turn: Progress) -> Progress:
    """Return the turn with its minimum set to zero, so that only other demands count (E1)."""
    return Progress(
        turn.seat,
        0,
        turn.tops,
        turn.hand,
        turn.played,
        turn.used,
        turn.last,
        turn.has_stop,
        turn.has_three,
    )


@inlined
def begin_turn(rules: Row, table: Row, seat: int) -> None:
    """Begin a seat's turn and fix its minimum (C9)."""
    is_empty = draw_size(rules, table, draw_pile_of(rules, seat)) == 0
    table.seat = seat
    table.minimum = rules.last_minimum if is_empty else rules.minimum
    table.played = 0
    table.used = 0
    table.last = NO_PILE
    table.has_stop = 0
    table.has_three = 0
    table.first_tops = table.tops
    judge(rules, table)


@inlined
def lay(rules: Row, table: Row, card: int, pile: int) -> None:
    """Lay a legal card and apply all automatic consequences."""
    turn = after(rules, table, progress_of(table), card, pile)
    seat, source = turn.seat, draw_pile_of(rules, turn.seat)
    table.plays[table.played, 0] = card
    table.plays[table.played, 1] = pile
    hold(table, seat, turn.hand)
    table.tops = turn.tops
    table.played = turn.played
    table.used = turn.used
    table.last = pile
    if rules.has_commands:
        table.has_stop = turn.has_stop
        table.has_three = turn.has_three
    low, high = single(card)
    table.laid[source, 0] |= low
    table.laid[source, 1] |= high
    table.left[source] -= 1
    if table.talkers:
        forget(rules, table, pile)
    judge(rules, table)
    if table.ending == RUNNING and (table.has_stop or not has_any(turn.hand)):
        end_turn(rules, table)


@inlined
def forget(rules: Row, table: Row, pile: int) -> None:
    """Drop all words about a pile."""
    for seat in range(rules.seats):
        table.said[seat, pile] = NOTHING


@inlined
def end_turn(rules: Row, table: Row) -> None:
    """Let the seat to move draw, and begin the next turn (C8, C9, E10, F6)."""
    turn = progress_of(table)
    wanted = rules.hand_size - count(turn.hand)
    if rules.is_duel and not has_helped(turn):
        wanted = 2
    if rules.has_commands and shows(visible(table, turn.tops), DRAW_ONE):
        wanted = 1
    draw(rules, table, turn.seat, wanted)
    begin_turn(rules, table, next_seat(rules, table))


@inlined
def next_seat(rules: Row, table: Row) -> int:
    """Return the next seat clockwise that still has cards, possibly the same seat (C9)."""
    seat = table.seat
    for _ in range(rules.seats):
        seat = 0 if seat + 1 == rules.seats else seat + 1
        source = draw_pile_of(rules, seat)
        if has_any(hand_of(table, seat)) or draw_size(rules, table, source) > 0:
            return seat
    return seat


@inlined
def give_up(rules: Row, table: Row) -> None:
    """Resign for the seat to move, or for seat 0 in the opening."""
    table.resigned = 0 if table.seat == NOBODY else table.seat
    table.ending = RESIGNED
    table.winner = 1 - table.resigned if rules.is_duel else NOBODY


@inlined
def left_of(rules: Row, table: Row) -> int:
    """Return the number of cards not laid: the team's, or the loser's (C11)."""
    return table.left[1 - table.winner] if rules.is_duel else table.left[0]
