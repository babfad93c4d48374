"""The compiled rules, which tests show to be equal to the referee.

Setup                    what is played: an edition, its options, the number of seats
Replica, trace, perft    one compiled table with the interface of the referee
start                    the state that a numbered deal of a run starts from
"""

from tenback.fastsim.actions import ACTIONS, action_of, move_of
from tenback.fastsim.chance import run_seed
from tenback.fastsim.replica import Replica, perft, start, trace
from tenback.fastsim.tables import Setup

__all__ = [
    "ACTIONS",
    "Replica",
    "Setup",
    "action_of",
    "move_of",
    "perft",
    "run_seed",
    "start",
    "trace",
]
