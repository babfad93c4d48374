"""Checks a claimed series of events with the referee and trusts nothing else."""

from collections import deque

from tenback.notation.errors import NotationCode
from tenback.rules.errors import BadInput, Reason
from tenback.rules.events import (
    HIDDEN,
    Drew,
    Event,
    Finished,
    Laid,
    Named,
    Resigned,
    Said,
    TakenBack,
    TurnBegan,
)
from tenback.rules.moves import BACK, END, Begin, Move, Name, Play, Resign, Say
from tenback.rules.referee import apply
from tenback.rules.state import State


class Replay:
    """A game that is fed event by event, and checked against the rules.

    Events that follow automatically from a move may be given or left out; those given must be true.
    """

    def __init__(self, start: State) -> None:
        self.state = start
        self.events: list[Event] = []
        self._untold: deque[Event] = deque()

    @property
    def told(self) -> int:
        """The number of events that have been given or skipped."""
        return len(self.events) - len(self._untold)

    def move(self, move: Move) -> None:
        """Make a move; the events that follow from it need not be given."""
        self._untold.clear()
        self.state, events = apply(self.state, move)
        self.events.extend(events)
        self._untold.extend(events[1:])

    def tell(self, event: Event) -> None:
        """Add the next event; raise `TenbackError` if it is illegal or not what really happened."""
        if not self._is_expected(event):
            self.move(self._cause(event))
            self._untold.appendleft(self.events[self.told - 1])
            is_told_truly = self._is_expected(event)
            assert is_told_truly, "a move makes the event it was found for"

    def _is_expected(self, event: Event) -> bool:
        """Return whether an event follows from the last move; skip the events before it."""
        while self._untold:
            truth = self._untold.popleft()
            if _agree(event, truth):
                return True
            if type(event) is type(truth):
                raise BadInput(NotationCode.RECORD_DIFFERS, text=event, truth=truth)
        return False

    def _cause(self, event: Event) -> Move:
        """Return the move that causes an event."""
        turn = self.state.turn
        match event:
            case Laid(seat, card, pile):
                self._check_turn(event, seat)
                return Play(card, pile)
            case Drew(seat):
                self._check_turn(event, seat)
                return END
            case TakenBack(seat):
                self._check_turn(event, seat)
                return BACK
            case TurnBegan(seat):
                return Begin(seat) if turn is None else END
            case Named(seat, starter):
                return Name(seat, starter)
            case Said(seat, signal):
                return Say(seat, signal)
            case Resigned(seat):
                return Resign(seat)
            case Finished():
                raise BadInput(
                    NotationCode.RECORD_DIFFERS, text=event, truth=Reason("an unfinished game")
                )

    def _check_turn(self, event: Event, seat: int) -> None:
        turn = self.state.turn
        if self.state.outcome is None and turn is not None and turn.seat != seat:
            raise BadInput(NotationCode.RECORD_DIFFERS, text=event, truth=TurnBegan(turn.seat))


def _agree(told: Event, truth: Event) -> bool:
    """Return whether a given event matches the true one; cards drawn face down match any."""
    if isinstance(told, Drew) and isinstance(truth, Drew):
        return (
            told.seat == truth.seat
            and len(told.cards) == len(truth.cards)
            and all(a in (HIDDEN, b) for a, b in zip(told.cards, truth.cards, strict=True))
        )
    return told == truth
