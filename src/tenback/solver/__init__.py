"""The solver: with all cards known, finds a way to win, or proves that there is none.

solve(state, seconds=10)                            hands and the order of the draw pile are known
sample(state, 100, seed="ABC", seconds=1)           only which cards the draw pile holds is known
"""

from tenback.solver.answers import Answer, Samples, Verdict
from tenback.solver.sampling import sample
from tenback.solver.search import SearchProgress, solve

__all__ = ["Answer", "Samples", "SearchProgress", "Verdict", "sample", "solve"]
