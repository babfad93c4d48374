"""Game analysis: the chance to win at every decision, what was given away, and luck.

    record ─▶ decisions with what each mover knew ─▶ chances ─▶ leads that hold ─▶ Analysis
              (moments.py)                           (chances.py) (checking.py)    (sitting.py)

Chances assume that everybody plays on as `adept` does, and use only what the mover knew.
`try_moves` values another way to play a turn in the same way. `find_turning_point` examines the
game with all cards open.

Chances need compiled code, which is imported only when it is first used, so the server can use
`errors` and `records` without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenback.analysis.sitting import (
        Analysis,
        CommandCost,
        Decision,
        Ending,
        Luck,
        Part,
        Share,
        TurnSum,
        analyse,
        analyse_part,
    )
    from tenback.analysis.summary import PHASES, SeatSummary, Summary, summarize
    from tenback.analysis.tries import Tried, try_moves
    from tenback.analysis.turning_point import TurningPoint, find_turning_point

__all__ = [
    "PHASES",
    "Analysis",
    "CommandCost",
    "Decision",
    "Ending",
    "Luck",
    "Part",
    "SeatSummary",
    "Share",
    "Summary",
    "Tried",
    "TurnSum",
    "TurningPoint",
    "analyse",
    "analyse_part",
    "find_turning_point",
    "summarize",
    "try_moves",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        for module in ("sitting", "summary", "tries", "turning_point"):
            found = getattr(import_module(f"{__name__}.{module}"), name, None)
            if found is not None:
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
