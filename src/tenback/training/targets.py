"""The targets that a network learns: four numbers between 0 and 1 for every moment.

The first is the chance to win. A beginner never wins, so the others say how close it came. In a
duel, where somebody always wins, they say how clearly.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from tenback.bots.network import SPREADS

START_WEIGHTS = (1.0, 0.5, 0.5, 1.0)
FADES = (float("inf"), 0.7, 0.4, 0.15)
"""The share of the training after which each output has lost its initial say in choosing."""


def weights_at(progress: float, grades: Sequence[float]) -> list[float]:
    """Return the weight of each output in choosing a move; `grades` are the final weights."""
    return [
        start * max(0.0, 1 - progress / fade) + last
        for start, fade, last in zip(START_WEIGHTS, FADES, (0.0, *grades), strict=True)
    ]


def outcomes(left: Tensor, is_won: Tensor, *, is_duel: bool) -> Tensor:
    """Return the value of finished games to the seat that moved last.

    The same as `tenback.bots.network.worth`, with torch.
    """
    won = is_won.float()
    closeness = [torch.exp(-left.float() / spread) for spread in SPREADS]
    if is_duel:
        closeness = [0.5 + (won - 0.5) * (1 - close) for close in closeness]
    return torch.stack([won, *closeness], dim=-1)


def returns(
    best: Tensor,
    is_explored: Tensor,
    is_done: Tensor,
    ends: Tensor,
    is_turned: Tensor,
    trust: float,
) -> Tensor:
    """Return the targets of all moves but the last, by TD(λ).

    All tensors have a row for each step and a column for each table. `best` holds the values of the
    best moves, `ends` the values of games that the move ended; `is_turned` marks moves by the
    opponent of the seat that moved before. A move left to chance leads to a worse future than a
    player would choose: there only the best move's value counts.
    """
    targets = torch.empty_like(best[:-1])
    ahead = best[-1]
    for step in range(len(targets) - 1, -1, -1):
        then = (1 - trust) * best[step + 1] + trust * ahead
        then = torch.where(is_explored[step + 1, :, None], best[step + 1], then)
        then = torch.where(is_turned[step + 1, :, None], 1 - then, then)
        ahead = torch.where(is_done[step, :, None], ends[step], then)
        targets[step] = ahead
    return targets
