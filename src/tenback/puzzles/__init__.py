"""Puzzles: turns from bot games in which one way to play is clearly better than all others.

    data/*.jsonl ─▶ Puzzle ─▶ a table to try it at ─▶ judge(moves) ─▶ right or not, and why

Reading and judging puzzles needs only the referee; `tenback.analysis` creates them.
"""

from tenback.puzzles.collection import Collection, shipped
from tenback.puzzles.judging import Verdict, judge, turn_end, turn_so_far
from tenback.puzzles.puzzle import (
    Lag,
    Line,
    Origin,
    Puzzle,
    Verification,
    read_puzzle,
    write_puzzle,
)

__all__ = [
    "Collection",
    "Lag",
    "Line",
    "Origin",
    "Puzzle",
    "Verdict",
    "Verification",
    "judge",
    "read_puzzle",
    "shipped",
    "turn_end",
    "turn_so_far",
    "write_puzzle",
]
