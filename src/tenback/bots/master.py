"""The master: a learned value network, and a search over whole turns with it."""

from dataclasses import dataclass
from functools import lru_cache

from tenback.bots.bot import name_starter
from tenback.bots.network import shipped
from tenback.bots.talk import name_best_start, talk
from tenback.bots.thinking import Care, Thinker
from tenback.fastsim import Setup, move_of
from tenback.fastsim.views import table_like
from tenback.rules import Move, Signal, View

CACHED = 64
NETWORKS = {"extreme": "extreme", "face-to-face": "duel"}


def network_for(setup: Setup, *, is_mute: bool = False) -> str:
    """Return the name of the network for a setup: alone, in a team, in a silent one, by edition."""
    if setup.edition.name in NETWORKS:
        return NETWORKS[setup.edition.name]
    if setup.seats == 1:
        return "solo"
    return "silent" if is_mute else "team"


@lru_cache(CACHED)
def thinker_for(setup: Setup, *, is_mute: bool = False) -> Thinker:
    """Return who thinks in a setup."""
    return Thinker(setup, shipped(network_for(setup, is_mute=is_mute)), Care())


@dataclass(frozen=True, slots=True)
class Master:
    """Plays the turn after which the network likes the table best; talks and listens."""

    def choose(self, view: View) -> Move:
        """Return the next move of the best line found."""
        if view.turn is None:
            return name_best_start(view)
        return _thought(view, is_mute=False)

    def talk(self, view: View) -> tuple[Signal, ...]:
        """Return what the seat has to say about the piles, and in the opening about its hand."""
        return talk(view)


@dataclass(frozen=True, slots=True)
class Mute:
    """The control: as the master, with a network that has never heard a signal, and silent."""

    def choose(self, view: View) -> Move:
        """Return the next move of the best line found."""
        if view.turn is None:
            assert view.seat is not None
            return name_starter(view, view.seat)
        return _thought(view, is_mute=True)


def _thought(view: View, *, is_mute: bool) -> Move:
    setup = Setup(view.edition, len(view.hand_sizes))
    action = thinker_for(setup, is_mute=is_mute)(table_like(view))[0]
    return move_of(view.edition, int(action))
