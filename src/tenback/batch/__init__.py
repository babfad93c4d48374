"""Many compiled tables at once.

play(setup, policies, seed=…, first=0, count=1_000_000)   whole games by compiled policies
play_batched(setup, players, …)                           the same, with other players too
TablePool([(setup, 4096)], seed=…)                        many tables side by side, for learning
"""

from tenback.batch.players import BatchPlayer, play_batched
from tenback.batch.pool import Buffers, TablePool
from tenback.batch.runs import Results, moves, play

__all__ = ["BatchPlayer", "Buffers", "Results", "TablePool", "moves", "play", "play_batched"]
