"""The rules compiled: sittings by the million, many tables at once, proven equal to the referee.

play(setup, policies, seed=…, first=0, count=1_000_000)   whole sittings by compiled policies
Tables(setup, 4096, seed=…)                               many tables side by side, for learning
Replica, trace, perft                                     one table, to be compared with the referee
"""

from tenback.fastsim.actions import ACTIONS, action_of, move_of
from tenback.fastsim.chance import run_seed
from tenback.fastsim.observations import OBSERVATION, SECTIONS
from tenback.fastsim.policies import POLICIES, Policy
from tenback.fastsim.replica import Replica, perft, trace
from tenback.fastsim.runs import Results, moves, play, start
from tenback.fastsim.tables import Setup
from tenback.fastsim.vector import Buffers, Tables

__all__ = [
    "ACTIONS",
    "OBSERVATION",
    "POLICIES",
    "SECTIONS",
    "Buffers",
    "Policy",
    "Replica",
    "Results",
    "Setup",
    "Tables",
    "action_of",
    "move_of",
    "moves",
    "perft",
    "play",
    "run_seed",
    "start",
    "trace",
]
