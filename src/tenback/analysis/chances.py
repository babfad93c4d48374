"""Chances at moments: the lines that a seat could play, and what their ends promise."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tenback.analysis.calibration import map_for
from tenback.batch.lines import lines_of
from tenback.bots.master import network_for
from tenback.bots.network import shipped, worth
from tenback.encoding import ROW, as_bytes, card_kinds
from tenback.encoding.rows import write_line_row
from tenback.fastsim import Setup, move_of
from tenback.fastsim.bits import whole
from tenback.fastsim.compiling import compiled
from tenback.fastsim.tables import Array, Row
from tenback.policies.endings import UNKNOWN, lefts_of
from tenback.policies.lines import LINE
from tenback.rules import END, Move

LINES = 64
"""How many lines of each moment are valued, the cheapest by a formula."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a seat could hope for at a moment."""

    chance: float
    """Of the best line."""
    line: tuple[Move, ...]
    """The best way to play the turn to its end."""
    chance_of_ending: float
    """What the turn is worth if it ends as it stands."""


def prospects_of(setup: Setup, tables: Array, kinds: Array | None = None) -> list[Prospect]:
    """Return what the seats to move at tables can hope for, from what they know.

    The layouts of the tables may differ from those of the setup: then `kinds` holds them.
    """
    owners, lines, chances = valued_lines(setup, tables, kinds)
    standing = _standing(tables)
    everyone = np.arange(len(tables))
    ended = np.zeros(len(tables), ROW)
    write_line_rows(setup.rules, tables, standing, ended)
    endings = _chances(setup, tables, everyone, standing, ended, kinds)
    best = _best_of(owners, chances, len(tables))
    return [
        Prospect(float(chances[index]), _moves(setup, lines[index]), float(ending))
        for index, ending in zip(best, endings, strict=True)
    ]


def valued_lines(
    setup: Setup, tables: Array, kinds: Array | None = None
) -> tuple[Array, Array, Array]:
    """Return the lines of tables: whose each is, the lines, and the chances to win after them."""
    rows, owners, lines = lines_of(setup, tables, LINES)
    return owners, lines, _chances(setup, tables, owners, lines, rows, kinds)


def _standing(tables: Array) -> Array:
    """Return the line of no plays of each table: the turn as it stands."""
    lines = np.zeros(len(tables), LINE)
    for name in ("tops", "played", "used", "last", "has_three"):
        lines[name] = tables[name]
    lines["hand"] = tables["hands"][np.arange(len(tables)), tables["seat"]]
    return lines


@compiled
def write_line_rows(rules: Row, tables: Any, lines: Any, rows: Any) -> None:
    """Write what seats know at the ends of lines, one of each table."""
    for index in range(len(tables)):
        table = tables[index]
        write_line_row(rules, table, whole(table.layout), lines[index], rows[index])


def _chances(
    setup: Setup, tables: Array, owners: Array, lines: Array, rows: Array, kinds: Array | None
) -> Array:
    """Return the chances to win after lines: exact where all cards are known."""
    left = lefts_of(setup, tables, owners, lines)
    found: Array = worth(left, left == 0, is_duel=setup.is_duel)[:, 0]
    unknown = np.flatnonzero(left == UNKNOWN)
    if len(unknown) > 0:
        network = shipped(network_for(setup))
        layouts = card_kinds(setup) if kinds is None else kinds
        said = network(as_bytes(rows[unknown]), layouts)[:, 0]
        found[unknown] = map_for(setup, network)(said)
    return found


def _best_of(owners: Array, chances: Array, count: int) -> Array:
    """Return the best line of each table, the first of equals."""
    order = np.lexsort((-chances, owners))
    found: Array = order[np.searchsorted(owners[order], np.arange(count))]
    return found


def _moves(setup: Setup, line: Row) -> tuple[Move, ...]:
    plays = line["actions"][: line["length"]].tolist()
    return (*(move_of(setup.edition, action) for action in plays), END)
