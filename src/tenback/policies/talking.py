"""Dealing and acting at tables where seats talk: their words are updated after every move."""

from typing import Any

from tenback.fastsim.actions import act
from tenback.fastsim.compiling import compiled, inlined
from tenback.fastsim.sittings import deal
from tenback.fastsim.tables import Row
from tenback.policies.signals import speak


@compiled
def deal_and_talk(
    rules: Row, layouts: Any, table: Row, seed: Any, number: int, starter: int
) -> None:
    """Deal a table, and update the words of its talkers."""
    deal(rules, layouts, table, seed, number, starter)
    if table.talkers:
        speak(rules, table)


@inlined
def act_and_talk(rules: Row, table: Row, action: int) -> None:
    """Apply a legal action, and update the words of the talkers."""
    act(rules, table, action)
    if table.talkers:
        speak(rules, table)
