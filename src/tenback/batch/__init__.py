"""Many compiled tables at once.

play(setup, policies, seed=…, first=0, count=1_000_000)   whole sittings by compiled policies
Tables(setup, 4096, seed=…)                               many tables side by side, for learning
"""

from tenback.batch.observations import OBSERVATION, SECTIONS
from tenback.batch.runs import Results, moves, play
from tenback.batch.vector import Buffers, Tables

__all__ = ["OBSERVATION", "SECTIONS", "Buffers", "Results", "Tables", "moves", "play"]
