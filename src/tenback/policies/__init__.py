"""The compiled bots `random`, `greedy` and `careful` for simulated tables, and what they say.

Policy                   one of these bots, by its name
choosing.choose_move     its move
"""

from tenback.policies.policy import POLICIES, Policy

__all__ = ["POLICIES", "Policy"]
