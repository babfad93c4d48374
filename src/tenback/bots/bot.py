"""What a bot is, and how bots agree who begins."""

from typing import Protocol

from tenback.rules import Move, Name, View


class Bot(Protocol):
    """A player that is a program: it sits in one seat for one sitting."""

    def choose(self, view: View) -> Move:
        """Return one of `view.moves`.

        Asked with equal views in equal order, bots made with the same seed choose alike.
        """


def name_starter(view: View, wish: int) -> Name:
    """Follow the lowest seat that has named somebody; the first to speak says its wish (C4)."""
    assert view.seat is not None
    return Name(view.seat, next((named for named in view.named if named is not None), wish))
