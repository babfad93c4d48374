"""Verifies puzzles: plays their lines again, in a number of games fixed beforehand.

The search for puzzles plays games until one line is ahead, which flatters that line. So the lines
are played again with a seed of their own, and the figures come from these games alone.
"""

from dataclasses import replace

import numpy as np

from tenback import __version__
from tenback.analysis.checking import line_of
from tenback.analysis.rollouts import wins_after
from tenback.bots.master import network_for
from tenback.bots.network import shipped
from tenback.fastsim import Setup, run_seed
from tenback.fastsim.views import table_like
from tenback.puzzles import Lag, Line, Puzzle, Verification
from tenback.table import Table

AHEAD, SURE = 0.05, 3.0
"""How far ahead of every other line the best must be: in chance, and in standard errors."""
SPARE = 1.5
"""The factor by which a lead of the size found before should exceed `SURE` standard errors."""
FEWEST, MOST, STEP = 128, 1024, 64
SEED = "CHECK"


def games_for(puzzle: Puzzle) -> int:
    """Return how many games a puzzle is verified in; it follows from how it was found."""
    best, second = (line.chance for line in puzzle.lines[:2])
    spread = best * (1 - best) + second * (1 - second)
    wanted = (SPARE * SURE / max(best - second, AHEAD)) ** 2 * spread
    return min(max(STEP * int(np.ceil(wanted / STEP)), FEWEST), MOST)


def checked(puzzle: Puzzle, seed: str = SEED) -> Puzzle | None:
    """Return the puzzle with its verified figures; None if its best line does not hold up."""
    setup, games = Setup(puzzle.state.edition, puzzle.seats), games_for(puzzle)
    table = Table(puzzle.state)
    table.tell(puzzle.signals)
    seen = table_like(table.view(puzzle.seat))
    lines = np.concatenate([line_of(seen, line.moves) for line in puzzle.lines])
    hidden = run_seed(f"{seed}{puzzle.origin.deal}")
    wins = wins_after(setup, seen, lines, hidden, range(games)).astype(np.float64)
    first, *others = (
        replace(line, chance=mean, error=(mean * (1 - mean) / games) ** 0.5)
        for line, mean in zip(puzzle.lines, wins.mean(axis=1).tolist(), strict=True)
    )
    behind = [
        replace(line, lag=_lag(wins[0] - own)) for line, own in zip(others, wins[1:], strict=True)
    ]
    network = network_for(setup)
    found = replace(
        puzzle,
        lines=(first, *sorted(behind, key=lambda line: -line.chance)),
        verification=Verification(games, f"{network} {shipped(network).digest}", __version__, seed),
    )
    return found if all(holds(line) for line in found.lines[1:]) else None


def holds(line: Line) -> bool:
    """Return whether the best line is far enough ahead of another line."""
    return line.lag is not None and line.lag.mean >= max(AHEAD, SURE * line.lag.error)


def _lag(ahead: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Lag:
    return Lag(float(ahead.mean()), float(ahead.std(ddof=1) / len(ahead) ** 0.5))
