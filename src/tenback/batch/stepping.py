"""Deals and steps tables, compiled: the core of every batch of tables.

deal_table ─▶ compiled players play ─▶ another player is to move ─▶ step_tables does their action
▲                                                                        │
└───────────── the game is over: its end is written, and the table dealt again
"""

from typing import Any

import numpy as np

from tenback.encoding.rows import write_row
from tenback.fastsim.actions import is_legal
from tenback.fastsim.chance import below
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.masks import write_legal
from tenback.fastsim.sittings import give_up, left_of, start_seat_streams
from tenback.fastsim.tables import ALL_LAID, NOBODY, RUNNING, Row
from tenback.policies.choosing import choose, choose_and_talk, talkers_of
from tenback.policies.policy import CALLER, CAREFUL, RANDOM
from tenback.policies.talking import act_and_talk, deal_and_talk

RUN = np.dtype(
    [
        ("seed", "u8"),
        ("stride", "i8"),  # from a deal of a table to its next; 0 if it plays only one
        ("starter", "i8"),  # the seat that begins a duel, or NOBODY to draw it
        ("silence", "i8"),  # how often a deal draws who talks, out of `CHANCES`
        ("forfeits", "i8"),  # whether an illegal action forfeits the game; otherwise it is refused
        ("deals_late", "i8"),  # whether a finished table is dealt again only by the next step
        ("alternates", "i8"),  # whether odd deals have another lineup: numbers are slow to look up
    ],
    align=True,
)
"""How the deals of a run are dealt and stepped."""
CHANCES = 1 << 16
"""The denominator of all probabilities in compiled code."""
EVERYBODY = 31
DEAL_AGAIN = 1 << 40
"""Added to the number of a deal in which nobody can move, to replace it with another."""


@compiled
def deal_table(rules: Row, layouts: Any, run: Row, lineups: Any, table: Row, number: int) -> None:
    """Deal a table, and let the compiled players play until another player is to move.

    A table that repeats is dealt again if its game is over by then.
    """
    while True:
        lineup = lineups[number & 1]
        deal_once(rules, layouts, run, lineup, table, number)
        play_on(rules, table, lineup)
        if table.ending == RUNNING or run.stride == 0:
            return
        number += DEAL_AGAIN


@inlined
def deal_once(rules: Row, layouts: Any, run: Row, lineup: Any, table: Row, number: int) -> None:
    """Deal a table to a lineup, in which some players may be silenced at random."""
    table.talkers = talkers_of(rules, lineup)
    if run.silence > 0 and table.talkers:
        start_seat_streams(table, run.seed, number)
        if below(table.seat_streams, 1, CHANCES) < run.silence:
            table.talkers = below(table.seat_streams, 1, EVERYBODY + 1)
    deal_and_talk(rules, layouts, table, run.seed, number, run.starter)


@inlined
def play_on(rules: Row, table: Row, lineup: Any) -> None:
    """Let compiled players play until another player is to move or the game is over."""
    while table.ending == RUNNING and plays_by_itself(table, lineup):
        act_and_talk(rules, table, choose(rules, table, lineup))


@inlined
def plays_by_itself(table: Row, lineup: Any) -> bool:
    """Return whether a compiled player acts next; in the opening, one may decide who begins."""
    if table.seat == NOBODY:
        return lineup[0, 0] != CALLER
    return RANDOM <= lineup[table.seat, 0] <= CAREFUL


@compiled
def play_range(
    rules: Row,
    layouts: Any,
    run: Row,
    lineups: Any,
    tables: Any,
    first: int,
    left: Any,
    winner: Any,
    won: Any,
) -> None:
    """Play consecutive deals at one table, until the result arrays are full."""
    table = tables[0]
    for index in range(len(left)):
        deal_table(rules, layouts, run, lineups, table, first + index)
        write_end(rules, table, index, left, winner, won)


@compiled
def reset_tables(
    rules: Row,
    layouts: Any,
    run: Row,
    lineups: Any,
    first_layout: int,
    tables: Any,
    first: int,
    masks: Any,
    rows: Any,
    seats: Any,
    is_done: Any,
    left: Any,
    winner: Any,
    won: Any,
) -> None:
    """Deal every table its first deal, and write its masks, row and seat."""
    for index in range(len(tables)):
        table = tables[index]
        deal_table(rules, layouts, run, lineups, table, first + index)
        is_done[index] = table.ending != RUNNING
        left[index] = 0
        winner[index] = NOBODY
        won[index] = False
        if is_done[index]:
            write_end(rules, table, index, left, winner, won)
        show(rules, table, first_layout, index, masks, rows, seats)


@compiled
def step_tables(
    rules: Row,
    layouts: Any,
    run: Row,
    lineups: Any,
    first_layout: int,
    tables: Any,
    actions: Any,
    refused: Any,
    masks: Any,
    rows: Any,
    seats: Any,
    is_done: Any,
    left: Any,
    winner: Any,
    won: Any,
) -> None:
    """Apply an action at every table where it is legal, and let the compiled players play on.

    The end of a finished game is written. If tables repeat, its table is dealt again, in this step
    or the next one. Tables that were finished before are left alone. If `refused` is empty, every
    action counts as legal.
    """
    for index in range(len(tables)):
        table = tables[index]
        is_done[index] = False
        if table.ending != RUNNING:
            if len(refused) > 0:
                refused[index] = False
            if run.deals_late:
                deal_table(rules, layouts, run, lineups, table, table.number + run.stride)
                show(rules, table, first_layout, index, masks, rows, seats)
            continue
        is_refused = len(refused) > 0 and not is_legal(rules, table, actions[index])
        if len(refused) > 0:
            refused[index] = is_refused
        if not is_refused:
            act_and_talk(rules, table, actions[index])
            play_on(rules, table, lineups[table.number & 1 if run.alternates else 0])
        elif run.forfeits:
            give_up(rules, table)
        else:
            continue
        if table.ending != RUNNING:
            is_done[index] = True
            write_end(rules, table, index, left, winner, won)
            if run.stride > 0 and not run.deals_late:
                deal_table(rules, layouts, run, lineups, table, table.number + run.stride)
        show(rules, table, first_layout, index, masks, rows, seats)


@inlined
def write_end(rules: Row, table: Row, index: int, left: Any, winner: Any, won: Any) -> None:
    """Write how a game ended to the result arrays."""
    left[index] = left_of(rules, table)
    winner[index] = table.winner
    won[index] = table.ending == ALL_LAID and table.winner == NOBODY


@inlined
def show(
    rules: Row,
    table: Row,
    first_layout: int,
    index: int,
    masks: Any,
    rows: Any,
    seats: Any,
) -> None:
    """Write the mask, row and seat of a table, as far as the buffers have lines for them."""
    seats[index] = table.seat
    if len(masks) > 0:
        write_legal(rules, table, masks[index])
    if len(rows) > 0:
        write_row(rules, table, first_layout + table.layout, rows[index])


@compiled
def show_tables(
    rules: Row, first_layout: int, tables: Any, masks: Any, rows: Any, seats: Any
) -> None:
    """Write the mask, row and seat of every table."""
    for index in range(len(tables)):
        show(rules, tables[index], first_layout, index, masks, rows, seats)


@compiled
def choose_actions(rules: Row, policies: Any, tables: Any, actions: Any) -> None:
    """Write the actions that policies choose at every table."""
    for index in range(len(tables)):
        actions[index] = choose_and_talk(rules, tables[index], policies)
