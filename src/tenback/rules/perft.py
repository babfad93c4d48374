"""Perft: counts move sequences, a check that exposes a wrong rule anywhere in the tree."""

from tenback.rules.referee import apply, legal_moves
from tenback.rules.state import State


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of `depth` listed moves (plays, `end`, `begin`)."""
    if depth == 0:
        return 1
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(apply(state, move)[0], depth - 1) for move in moves)
