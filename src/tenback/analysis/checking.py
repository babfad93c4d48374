"""Checks whether a line is really better, by following two lines through the same draws.

The network values the ends of lines, and the best of many values is often too high. So a better
line counts only as far as it stays ahead: one turn later, and where the network errs for longer,
after some more turns, which both sides play greedily.

    claim ─▶ lead one turn later ─▶ in duels: lead three more turns later, less its error ─▶ result
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tenback.analysis.chances import Seen, chances_after
from tenback.batch.draws import play_lines, play_turns
from tenback.batch.lines import lines_of
from tenback.bots.master import thinker_for
from tenback.bots.thinking import Care
from tenback.fastsim import Setup
from tenback.fastsim.actions import action_of
from tenback.fastsim.tables import ALL_LAID, RUNNING, Array
from tenback.policies.lines import LINE
from tenback.rules import Move, Play

CLAIM = 0.04
"""How far ahead a line must seem before its lead is checked, and checked again."""
NEXT_LINES = 8
"""How many lines of the next turn are valued: the cheapest ones, by a formula."""
GREEDILY = Care(lines=6)
"""How the turns in between are played."""
SEED = np.zeros(1, np.uint64)
"""Every check uses the same draws, so the result depends only on what the seat knows."""


@dataclass(frozen=True, slots=True)
class Check:
    """How far two lines are followed."""

    draws: int
    turns: int = 0
    """How many are played before the chances are asked for."""


NEAR = Check(draws=32)
FAR = Check(draws=64, turns=3)
"""After three turns, the side whose lines they are is to move. Where the other side is to move, the
network errs for both lines in favor of the same side."""


@dataclass(frozen=True, slots=True)
class Lead:
    """How much better a line is than another one, through the same draws."""

    mean: float
    error: float

    @property
    def sure(self) -> float:
        """What remains of it after its error: most of a clear lead, nothing of a doubtful one."""
        return self.mean * (1 - (self.error / self.mean) ** 2) if self.mean > self.error else 0.0


def confirmed(
    setup: Setup,
    table: Array,
    line: Sequence[Move],
    chance: float,
    played: Sequence[Move],
    after: float,
) -> float:
    """Return the chance of a line, counting only the lead over the played line that holds up."""
    if chance - after < CLAIM:
        return chance
    chance = min(chance, after + max(lead_of(setup, table, line, played).mean, 0.0))
    if chance - after < CLAIM or not setup.is_duel:
        return chance
    return min(chance, after + lead_of(setup, table, line, played, FAR).sure)


def lead_of(
    setup: Setup, table: Array, line: Sequence[Move], other: Sequence[Move], check: Check = NEAR
) -> Lead:
    """Return how much better a line is than another line at the same table."""
    lines = np.concatenate([line_of(table, moves) for moves in (line, other)])
    owners = np.zeros(len(lines), np.int64)
    later = play_lines(setup, table, owners, lines, SEED, range(check.draws))
    thinker = thinker_for(setup, GREEDILY)
    for _ in range(check.turns):
        running = np.flatnonzero(later["ending"] == RUNNING)
        if len(running) > 0:
            play_turns(setup.rules, later, running, thinker.best_turns(later[running]))
    one, two = _promises(setup, later, int(table["seat"][0])).reshape(2, check.draws)
    ahead = one - two
    return Lead(float(ahead.mean()), float(ahead.std(ddof=1) / check.draws**0.5))


def line_of(table: Array, moves: Sequence[Move]) -> Array:
    """Return the plays among moves as a line of the table."""
    actions = [action_of(move) for move in moves if isinstance(move, Play)]
    line = np.zeros(1, LINE)
    line["actions"][0, : len(actions)] = actions
    line["length"] = len(actions)
    line["played"] = table["played"] + len(actions)
    return line


def _promises(setup: Setup, tables: Array, seat: int) -> Array:
    """Return the chances of a seat's side at tables where a turn begins or the game is over."""
    is_won = tables["winner"] == seat if setup.is_duel else tables["ending"] == ALL_LAID
    found: Array = is_won.astype(np.float64)
    running = np.flatnonzero(tables["ending"] == RUNNING)
    if len(running) > 0:
        now = tables[running]
        _, owners, lines = lines_of(setup, now, NEXT_LINES)
        best = np.zeros(len(now))
        np.maximum.at(best, owners, chances_after(setup, Seen(now, now), owners, lines))
        is_other = setup.is_duel & (now["seat"] != seat)
        found[running] = np.where(is_other, 1 - best, best)
    return found
