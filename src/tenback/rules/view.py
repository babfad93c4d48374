"""Views: what one seat may know (C13, F9). A view holds no reference to the state."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenback.rules.commands import Command
from tenback.rules.editions import Edition
from tenback.rules.events import HIDDEN, Drew, Event
from tenback.rules.moves import Move, Name, Play
from tenback.rules.outcome import Outcome
from tenback.rules.piles import Pile
from tenback.rules.referee import check_seats, legal_moves, losing_among
from tenback.rules.standing_signals import Signals
from tenback.rules.state import State, Turn


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat sees it, with the moves open to it; a spectator has no seat."""

    edition: Edition
    seat: int | None
    tops: tuple[int, ...]
    hand: tuple[int, ...]
    """The seat's own cards; a spectator sees none."""
    hand_sizes: tuple[int, ...]
    draw_sizes: tuple[int, ...]
    laid: tuple[int, ...] | None
    """The cards laid so far, as a card set per draw pile; None where the table hides them (C13)."""
    turn: Turn | None
    named: tuple[int | None, ...]
    outcome: Outcome | None
    moves: tuple[Move, ...]
    """What the seat may do now: plays and `end`, or in the opening, the seats that it may name."""
    losing: tuple[Play, ...]
    """The plays in `moves` that lose at once."""
    minimum: int | None
    """How many cards the running turn must lay."""
    demands: tuple[Command, ...]
    """The commands that still demand something of the running turn (E4, E5)."""
    fires: tuple[Pile, ...]
    """The piles with a burning card that the running turn must still cover (O2)."""
    signals: Signals
    """The signals that still stand, seat by seat."""
    history: tuple[Event, ...]
    """All events, as the seat saw them; empty if they are not kept or are hidden (C13)."""


def view_of(
    state: State,
    seat: int | None,
    *,
    signals: Signals | None = None,
    history: Sequence[Event] = (),
    is_past_shown: bool = True,
) -> View:
    """Return what a seat, or a spectator if the seat is None, may know of a state.

    The cards that others drew are hidden in the history. A table may hide the past from people who
    want to remember it themselves (C13).
    """
    if seat is not None:
        check_seats(state, seat)
    is_to_move = state.turn is not None and state.turn.seat == seat
    moves: tuple[Move, ...] = ()
    if is_to_move:
        moves = legal_moves(state)
    elif state.turn is None and state.outcome is None and seat is not None:
        moves = tuple(Name(seat, starter) for starter in range(state.seats))
    return View(
        edition=state.edition,
        seat=seat,
        tops=state.tops,
        hand=() if seat is None else state.hands[seat],
        hand_sizes=tuple(map(len, state.hands)),
        draw_sizes=tuple(map(len, state.draw_piles)),
        laid=state.laid if is_past_shown else None,
        turn=state.turn,
        named=state.named,
        outcome=state.outcome,
        moves=moves,
        losing=losing_among(state, moves) if is_to_move else (),
        minimum=None if state.turn is None else state.progress.minimum,
        demands=() if state.turn is None else state.edition.demands(state.progress),
        fires=() if state.turn is None else state.edition.fires(state.progress),
        signals=((),) * state.seats if signals is None else signals,
        history=tuple(seen_by(event, seat) for event in history) if is_past_shown else (),
    )


def seen_by(event: Event, seat: int | None) -> Event:
    """Return an event as a seat, or None for a spectator, sees it: other draws are hidden (F9)."""
    if isinstance(event, Drew) and event.seat != seat:
        return Drew(event.seat, (HIDDEN,) * len(event.cards))
    return event
