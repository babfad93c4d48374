"""Builders for rule tests: positions and moves go in as text, plain values come out."""

from collections.abc import Callable

import pytest

from tenback.notation import read_deal, read_move, read_position
from tenback.rules import (
    END,
    BadInput,
    Play,
    Refused,
    StandingSignals,
    State,
    apply,
    legal_moves,
    losing_plays,
)
from tenback.rules.errors import ErrorCode


def at(position: str) -> State:
    """Return the state of a position; cards in no hand and no draw pile count as laid."""
    return read_position(position)


def dealt(edition: str, seats: int, seed: str = "0") -> State:
    """Return the state in which a deal starts."""
    return read_deal(edition, seats, seed).start()


def after(state: State, *moves: str) -> State:
    """Return the state after some moves, which must all be allowed."""
    for move in moves:
        state, _ = apply(state, read_move(move))
    return state


def events(state: State, move: str) -> list[str]:
    """Return the events that a move causes, as texts."""
    return [str(event) for event in apply(state, read_move(move))[1]]


def refusal(state: State, move: str) -> ErrorCode:
    """Return why a move is refused; fail the test if it is allowed."""
    with pytest.raises(Refused) as caught:
        apply(state, read_move(move))
    return caught.value.code


def complaint(read: Callable[[], object]) -> ErrorCode:
    """Return why something cannot be read or made; fail the test if it can."""
    with pytest.raises(BadInput) as caught:
        read()
    return caught.value.code


def plays(state: State) -> set[str]:
    """Return the legal plays."""
    return {str(move) for move in legal_moves(state) if isinstance(move, Play)}


def losing(state: State) -> set[str]:
    """Return the plays that are marked as losing at once."""
    return {str(move) for move in losing_plays(state)}


def may_end(state: State) -> bool:
    """Return whether ending the turn is legal."""
    return END in legal_moves(state)


def to_move(state: State) -> int | None:
    """Return the seat to move; None in the opening."""
    return None if state.turn is None else state.turn.seat


def result(state: State) -> str | None:
    """Return the outcome as text; None while the sitting goes on."""
    return None if state.outcome is None else str(state.outcome)


def standing(state: State, *moves: str) -> list[list[str]]:
    """Return the signals that still stand after some moves, seat by seat."""
    standing = StandingSignals(state.seats)
    for move in moves:
        state, happened = apply(state, read_move(move))
        for event in happened:
            standing.update(event)
    return [[str(signal) for signal in said] for said in standing.signals]
