"""Plays games on to the end, at many tables at once, to see how often lines win.

The network plays greedily for every seat. All lines of a position meet the same hidden cards, so
luck favors none of them.
"""

import numpy as np

from tenback.batch.draws import play_lines, play_turns
from tenback.bots.master import thinker_for
from tenback.bots.thinking import Care
from tenback.fastsim import Setup
from tenback.fastsim.tables import ALL_LAID, RUNNING, Array

QUICK = Care(lines=6)
"""How the games are played: much faster than `adept` plays, and nearly as well."""


def wins_after(setup: Setup, table: Array, lines: Array, seed: int, draws: range) -> Array:
    """Return for each line and each draw of the hidden cards whether the line wins."""
    owners = np.zeros(len(lines), np.int64)
    seeds = np.array([seed], np.uint64)
    tables = play_lines(setup, table, owners, lines, seeds, draws)
    if not setup.is_duel and setup.seats > 1:
        tables["talkers"] = (1 << setup.seats) - 1
    play_to_the_end(setup, tables)
    is_won = tables["winner"] == table["seat"] if setup.is_duel else tables["ending"] == ALL_LAID
    found: Array = is_won.reshape(len(lines), len(draws))
    return found


def play_to_the_end(setup: Setup, tables: Array) -> None:
    """Play all games to the end, turn by turn."""
    thinker = thinker_for(setup, QUICK)
    while len(running := np.flatnonzero(tables["ending"] == RUNNING)) > 0:
        play_turns(setup.rules, tables, running, thinker.best_turns(tables[running]))
