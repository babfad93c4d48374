"""What a bot is, and how bots agree who begins."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from tenback.rules import Move, Name, Signal, View


class Bot(Protocol):
    """A player that is a program: it sits in one seat for one sitting."""

    def choose(self, view: View) -> Move:
        """Return one of `view.moves`.

        Asked with equal views in equal order, bots made with the same seed choose alike.
        """


@runtime_checkable
class Talker(Bot, Protocol):
    """A bot that talks too. One that has no `talk` is silent."""

    def talk(self, view: View) -> Sequence[Signal]:
        """Return what the seat says now; nothing, if it has nothing new to say (C12).

        It is asked after every move of anybody, in the opening and until the sitting is over.
        """


def name_starter(view: View, wish: int) -> Name:
    """Follow the lowest seat that has named somebody; the first to speak says its wish (C4)."""
    assert view.seat is not None
    return Name(view.seat, next((named for named in view.named if named is not None), wish))
