"""What a bot is, and how bots agree who begins."""

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
        """Return what the seat says now, empty if it has nothing new to say (C12).

        It is asked after every move by anybody, from the opening until the game is over.
        """


def name_starter(view: View, wish: int) -> Name:
    """Follow the lowest seat that has named somebody; the first to speak names its wish (C4)."""
    assert view.seat is not None
    return Name(view.seat, next((named for named in view.named if named is not None), wish))
