"""Many compiled tables at once.

play(setup, policies, seed=…, first=0, count=1_000_000)   whole sittings by compiled policies
play_with_guests(setup, players, …)                       the same, with other players too
TablePool([(setup, 4096)], seed=…)                        many tables side by side, for learning
"""

from tenback.batch.guests import Guest, play_with_guests
from tenback.batch.pool import Buffers, TablePool
from tenback.batch.runs import Results, moves, play

__all__ = ["Buffers", "Guest", "Results", "TablePool", "moves", "play", "play_with_guests"]
