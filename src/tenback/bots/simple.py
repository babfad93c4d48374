"""The two simplest bots. `tenback.policies` has both compiled; `greedy` chooses the same there."""

from dataclasses import dataclass
from functools import partial
from random import Random as Dice

from tenback.bots.bot import name_starter
from tenback.policies.policy import COVERING_GAIN, REACH
from tenback.rules import END, Move, Play, View


class Random:
    """Makes a random legal move, all equally likely."""

    def __init__(self, *, seed: str) -> None:
        self._dice = Dice(seed)

    def choose(self, view: View) -> Move:
        """Return a random move."""
        if view.turn is None:
            return name_starter(view, self._dice.randrange(len(view.hand_sizes)))
        return self._dice.choice(view.moves)


@dataclass(frozen=True, slots=True)
class Greedy:
    """Takes the smallest step that does not lose; ends its turn rather than exceed its reach."""

    reach: int = REACH

    def choose(self, view: View) -> Move:
        """Return the cheapest play (the first of equals), or `end`."""
        if view.turn is None:
            assert view.seat is not None
            return name_starter(view, view.seat)
        cost = partial(_cost, view)
        plays = [m for m in view.moves if isinstance(m, Play) and m not in view.losing]
        if END in view.moves:
            plays = [play for play in plays if cost(play) <= self.reach]
        return min(plays, key=cost, default=END)


def _cost(view: View, play: Play) -> int:
    """Return the step of a play, less for a fire (O2); on an opponent's pile, its gift (F4)."""
    step = play.pile.step(view.tops[play.pile.index], play.card)
    if play.pile in view.fires:
        step -= COVERING_GAIN
    return step if play.pile.owner in (None, view.seat) else -step
