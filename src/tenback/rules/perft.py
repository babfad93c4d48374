"""Perft: counting move sequences, the check that finds a wrong rule anywhere in the tree."""

from tenback.rules.referee import apply, legal_moves
from tenback.rules.state import State


def perft(state: State, depth: int) -> int:
    """Return how many sequences of listed moves (plays, `end`, `begin`) of a length there are."""
    if depth == 0:
        return 1
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(apply(state, move)[0], depth - 1) for move in moves)
