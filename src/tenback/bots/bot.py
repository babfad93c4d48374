"""The interface of bots, and how bots agree on who begins."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from tenback.rules import Move, Name, Signal, View


class Bot(Protocol):
    """A player that is a program: it sits in one seat for one game."""

    def choose(self, view: View) -> Move:
        """Return one of `view.moves`.

        Bots made with the same seed choose the same when asked with equal views in the same order.
        """


@runtime_checkable
class Talker(Bot, Protocol):
    """A bot that also talks. A bot without `talk` is silent."""

    def talk(self, view: View) -> Sequence[Signal]:
        """Return the signals that the seat gives now; empty if it has nothing new to say (C12).

        Called after every move of any player, from the opening until the game is over.
        """


def name_starter(view: View, wish: int) -> Name:
    """Name whom the lowest seat so far has named; the first seat to speak names `wish` (C4)."""
    assert view.seat is not None
    return Name(view.seat, next((named for named in view.named if named is not None), wish))
