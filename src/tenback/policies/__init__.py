"""Compiled players, and what they say: `random`, `greedy` and `careful`, for simulated tables."""

from tenback.policies.choosing import choose_move
from tenback.policies.policy import POLICIES, Policy

__all__ = ["POLICIES", "Policy", "choose_move"]
