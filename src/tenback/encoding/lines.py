"""Lines of play: what several tables show, and how they go on within a turn."""

from typing import Any

import numpy as np

from tenback.encoding.candidates import MOST_CANDIDATES, list_candidates, write_row
from tenback.encoding.inputs import BURNING
from tenback.encoding.rows import ROW
from tenback.fastsim.actions import act
from tenback.fastsim.compiling import compiled
from tenback.fastsim.tables import NUMBER_COUNT, TABLE, Array, Row, Setup
from tenback.rules import cards_in

KIND_PLACES = 128


def kinds_of(setup: Setup) -> Array:
    """Return the kinds of all cards in all layouts of a setup; one line at least.

    A kind is the number of a command, or says that the card burns.
    """
    commands = setup.layout_rows["commands"]
    kinds = np.zeros((max(1, len(commands)), KIND_PLACES), np.uint8)
    kinds[: len(commands), :NUMBER_COUNT] = commands
    kinds[:, list(cards_in(setup.edition.burning))] = BURNING
    return kinds


def show(setup: Setup, tables: Array, stale: Array) -> tuple[Array, Array, Array]:
    """Return the rows of the seats to move, whose candidates each is, and the actions.

    `stale` tells which piles have changed since anybody spoke.
    """
    count = len(tables)
    rows, counts = np.zeros(count, ROW), np.zeros(count, np.int64)
    listed = np.zeros((count, MOST_CANDIDATES), np.int16)
    show_tables(setup.rules, tables, rows, listed, counts)
    rows["stale"] = stale
    owners = np.repeat(np.arange(count), counts)
    places = np.arange(len(owners)) - (np.cumsum(counts) - counts)[owners]
    return rows, owners, listed[owners, places]


def imagine(setup: Setup, tables: Array, owners: Array, actions: Array) -> Array:
    """Return tables on which one more play each has been made, and nobody has said anything."""
    found = np.zeros(len(owners), TABLE)
    imagine_plays(setup.rules, tables, owners, actions, found)
    return found


@compiled
def show_tables(rules: Row, tables: Any, rows: Any, listed: Any, counts: Any) -> None:
    """Write what the seats to move know and can do."""
    for index in range(len(tables)):
        table = tables[index]
        write_row(rules, table, table.layout, rows[index])
        counts[index] = list_candidates(rules, table, listed[index])


@compiled
def imagine_plays(rules: Row, tables: Any, owners: Any, actions: Any, found: Any) -> None:
    """Copy tables, and make a play on each copy that does not end the turn."""
    for index in range(len(owners)):
        found[index] = tables[owners[index]]
        found[index].talkers = 0
        act(rules, found[index], actions[index])
