"""What a record shows without computing chances: decisions made, and the state at each turn."""

from collections.abc import Callable
from dataclasses import dataclass

from tenback.notation import Record
from tenback.rules import State, evolve
from tenback.rules.events import Drew, Laid, Resigned, TurnBegan

OnTurn = Callable[[int, int], None]
"""Receives the number of turns examined so far, and the total."""


@dataclass(frozen=True, slots=True)
class TurnStart:
    """The beginning of a turn, with all cards."""

    turn: int
    state: State


def has_decisions(record: Record) -> bool:
    """Return whether any player had a decision to make in the record."""
    is_running = record.start.turn is not None
    for event in record.events:
        if is_running and isinstance(event, Laid | Drew | Resigned):
            return True
        is_running |= isinstance(event, TurnBegan)
    return is_running and record.outcome is None


def turn_starts(record: Record) -> list[TurnStart]:
    """Return the turns of a record, each with the state in which it began."""
    state = record.start
    starts = [] if state.turn is None else [TurnStart(1, state)]
    for event in record.events:
        state = evolve(state, event)
        if isinstance(event, TurnBegan):
            starts.append(TurnStart(len(starts) + 1, state))
    return starts
