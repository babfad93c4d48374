"""Understanding a sitting: the chance to win at every decision, what was given away, and luck.

    record ─▶ decisions with what each mover knew ─▶ chances ─▶ Analysis
              (moments.py)                           (chances.py)  (sitting.py)

A chance is that of players who go on as `master` does, seen from what the mover knew and nothing
else. `try_moves` values another way to play a turn in the same way. `find_turning_point` looks at
the same sitting with all cards open.
"""

from tenback.analysis.sitting import Analysis, Decision, Luck, Share, analyse
from tenback.analysis.tries import Tried, try_moves
from tenback.analysis.turning_point import TurningPoint, find_turning_point

__all__ = [
    "Analysis",
    "Decision",
    "Luck",
    "Share",
    "Tried",
    "TurningPoint",
    "analyse",
    "find_turning_point",
    "try_moves",
]
