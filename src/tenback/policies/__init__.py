"""Compiled players, and what they say: `random`, `greedy` and `careful`, for simulated tables.

Policy                   one of them, by its name
choosing.choose_move     its move
"""

from tenback.policies.policy import POLICIES, Policy

__all__ = ["POLICIES", "Policy"]
