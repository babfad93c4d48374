"""The signals that still stand, as a fold of events (C12; `talk` says how long each stands)."""

from tenback.rules.commands import Command
from tenback.rules.events import Drew, Event, Laid, Said, TakenBack
from tenback.rules.piles import Pile
from tenback.rules.talk import Signal

Signals = tuple[tuple[Signal, ...], ...]
"""The signals that stand, seat by seat."""


class StandingSignals:
    """The signals that still stand, updated event by event."""

    def __init__(self, seats: int) -> None:
        self._said: list[dict[Pile | Command | None, Signal]] = [{} for _ in range(seats)]

    def copy(self) -> "StandingSignals":
        """Return an independent copy."""
        other = StandingSignals(0)
        other._said = [said.copy() for said in self._said]
        return other

    @property
    def signals(self) -> Signals:
        """The signals that stand now, seat by seat."""
        return tuple(tuple(said.values()) for said in self._said)

    def update(self, event: Event) -> None:
        """Add the signal of an event, or drop the signals that the event makes obsolete."""
        match event:
            case Said(seat, signal):
                self._said[seat][signal.pile or signal.command] = signal
            case _ if not any(self._said):
                pass
            case Laid(_, _, pile) | TakenBack(_, _, pile):
                for said in self._said:
                    if said:
                        said.pop(pile, None)
            case Drew(seat):
                said = self._said[seat]
                for about in [about for about in said if not isinstance(about, Pile)]:
                    del said[about]
            case _:
                pass
