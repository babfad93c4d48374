"""Computes chances: lists the lines that a seat could play, and values their ends."""

from collections.abc import Sequence
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
"""How many lines are valued at each moment: the cheapest ones, by a formula."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Tables mid-turn, as the seats to move see them; hidden cards are made up.

    A line is valued from the tables of `since`, when the seats last learned something: their own
    plays tell them nothing, so its end is worth the same at any moment of the turn.
    """

    now: Array
    since: Array

    @classmethod
    def of(cls, parts: Sequence["Seen"]) -> "Seen":
        """Join the tables of several parts."""
        return cls(
            np.concatenate([part.now for part in parts]),
            np.concatenate([part.since for part in parts]),
        )


@dataclass(frozen=True, slots=True)
class Prospect:
    """The chance of a seat at a moment, and the best line from there."""

    chance: float
    """The chance after the best line."""
    line: tuple[Move, ...]
    """The best way to play the turn to its end."""
    chance_of_ending: float
    """The chance if the turn ends as it stands."""


def prospects_of(setup: Setup, seen: Seen, kinds: Array | None = None) -> list[Prospect]:
    """Return the prospects of the seats to move, judged by what they know.

    A turn that nothing completes is lost: it has no line.

    The layouts of the tables may differ from those of the setup: then `kinds` holds them.
    """
    _, owners, lines = lines_of(setup, seen.now, LINES)
    chances = chances_after(setup, seen, owners, lines, kinds)
    everyone = np.arange(len(seen.now))
    endings = chances_after(setup, seen, everyone, _standing(seen.now), kinds)
    best = _best_of(owners, chances)
    return [
        Prospect(float(chances[best[table]]), _moves(setup, lines[best[table]]), float(ending))
        if table in best
        else Prospect(0.0, (), 0.0)
        for table, ending in enumerate(endings)
    ]


def valued_lines(setup: Setup, tables: Array) -> tuple[Array, Array, Array]:
    """Return the lines of turns that begin: each line's table, the line, the chance after it."""
    _, owners, lines = lines_of(setup, tables, LINES)
    return owners, lines, chances_after(setup, Seen(tables, tables), owners, lines)


def _standing(tables: Array) -> Array:
    """Return an empty line for each table: the turn as it stands."""
    lines = np.zeros(len(tables), LINE)
    for name in ("tops", "played", "used", "last", "has_three"):
        lines[name] = tables[name]
    lines["hand"] = tables["hands"][np.arange(len(tables)), tables["seat"]]
    return lines


@compiled
def write_end_rows(rules: Row, now: Any, since: Any, owners: Any, lines: Any, rows: Any) -> None:
    """Write rows of what the seats know at the ends of lines."""
    for index in range(len(lines)):
        table, later, row = since[owners[index]], now[owners[index]], rows[index]
        write_line_row(rules, table, whole(table.layout), lines[index], row)
        shift = 2 * whole(row.seat) if rules.is_duel else 0
        for play in range(table.played, later.played):
            row.stale |= 1 << (whole(later.plays[play, 1]) ^ shift)


def chances_after(
    setup: Setup, seen: Seen, owners: Array, lines: Array, kinds: Array | None = None
) -> Array:
    """Return the chances to win after lines: exact where all cards are known."""
    left = lefts_of(setup, seen.now, owners, lines)
    found: Array = worth(left, left == 0, is_duel=setup.is_duel)[:, 0]
    unknown = np.flatnonzero(left == UNKNOWN)
    if len(unknown) > 0:
        rows = np.zeros(len(unknown), ROW)
        write_end_rows(setup.rules, seen.now, seen.since, owners[unknown], lines[unknown], rows)
        network = shipped(network_for(setup))
        layouts = card_kinds(setup) if kinds is None else kinds
        said = network(as_bytes(rows), layouts)[:, 0]
        found[unknown] = map_for(setup, network)(said)
    return found


def _best_of(owners: Array, chances: Array) -> dict[int, int]:
    """Return the best line of each table that has one, on a tie the first."""
    order = np.lexsort((-chances, owners))
    tables, firsts = np.unique(owners[order], return_index=True)
    return dict(zip(tables.tolist(), order[firsts].tolist(), strict=True))


def _moves(setup: Setup, line: Row) -> tuple[Move, ...]:
    plays = line["actions"][: line["length"]].tolist()
    return (*(move_of(setup.edition, action) for action in plays), END)
