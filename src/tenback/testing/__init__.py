"""Checks that you run against your own referees, bots and environments.

first_difference(ask, …)    a referee that answers like `tenback referee` (`tenback conform`)
check_bot(make)             a bot: legal, the same for the same seed, blind to hidden cards
check_env(make)             a Gymnasium environment with masks: repeatable, legal, it ends

The checks raise `CheckFailed`, an `AssertionError` that names a position to paste.
"""

from tenback.testing.bot_check import check_bot
from tenback.testing.conformance import Difference, Questions, first_difference
from tenback.testing.env_check import check_env
from tenback.testing.failures import CheckFailed
from tenback.testing.look_alikes import look_alike
from tenback.testing.programs import Program

__all__ = [
    "CheckFailed",
    "Difference",
    "Program",
    "Questions",
    "check_bot",
    "check_env",
    "first_difference",
    "look_alike",
]
