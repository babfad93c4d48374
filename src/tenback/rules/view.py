"""Views: what one seat may know (C13, F9). A view holds no way back to the state."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenback.rules.editions import Edition
from tenback.rules.events import Drew, Event, Laid, Said, TakenBack
from tenback.rules.moves import Move, Name, Play
from tenback.rules.outcome import Outcome
from tenback.rules.referee import legal_moves, losing_plays
from tenback.rules.state import State, Turn
from tenback.rules.talk import Signal


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat sees it, with what the seat may do. A spectator has no seat."""

    edition: Edition
    seat: int | None
    tops: tuple[int, ...]
    hand: tuple[int, ...]
    """The seat's own cards; a spectator sees none."""
    hand_sizes: tuple[int, ...]
    draw_sizes: tuple[int, ...]
    laid: tuple[int, ...]
    """What was laid so far, deck by deck, as card sets: everybody saw it (C13)."""
    turn: Turn | None
    named: tuple[int | None, ...]
    outcome: Outcome | None
    moves: tuple[Move, ...]
    """What the seat may do now: its plays and `end`, or in the opening, whom it may name."""
    losing: tuple[Play, ...]
    """The plays among the moves that lose at once."""
    minimum: int | None
    """How many cards the running turn must lay."""
    history: tuple[Event, ...]
    """All that happened, as the seat saw it; empty where nobody kept it."""

    @property
    def signals(self) -> tuple[tuple[Signal, ...], ...]:
        """The signals that still stand, seat by seat."""
        return standing(self.history, seats=len(self.hand_sizes))


def view_of(state: State, seat: int | None, history: Sequence[Event] = ()) -> View:
    """Return what a seat may know of a state, or with None a spectator.

    The history must be the events as this seat saw them (`events.seen_by`).
    """
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
        laid=state.laid,
        turn=state.turn,
        named=state.named,
        outcome=state.outcome,
        moves=moves,
        losing=losing_plays(state) if is_to_move else (),
        minimum=None if state.turn is None else state.progress.minimum,
        history=tuple(history),
    )


def standing(history: Sequence[Event], *, seats: int) -> tuple[tuple[Signal, ...], ...]:
    """Return the signals that still stand, seat by seat (see `talk`)."""
    signals: list[dict[object, Signal]] = [{} for _ in range(seats)]
    for event in history:
        match event:
            case Said(seat, signal):
                about = signal.pile or signal.command
                signals[seat].pop(about, None)
                signals[seat][about] = signal
            case Laid(_, _, pile) | TakenBack(_, _, pile):
                for said in signals:
                    said.pop(pile, None)
            case Drew(seat):
                signals[seat] = {a: s for a, s in signals[seat].items() if s.pile is not None}
            case _:
                pass
    return tuple(tuple(said.values()) for said in signals)
