"""The master: a learned value network, and a search over whole turns with it."""

from dataclasses import dataclass, replace
from functools import lru_cache
from time import monotonic
from zlib import crc32

from tenback.bots.bot import name_starter
from tenback.bots.errors import BotCode
from tenback.bots.network import shipped
from tenback.bots.talk import name_best_start, talk
from tenback.bots.thinking import Care, IsLate, Thinker
from tenback.fastsim import Setup, move_of
from tenback.fastsim.views import table_like
from tenback.rules import BadInput, Edition, Move, Reason, Signal, View

CACHED = 64
MANY = 1 << 20
"""So many worlds nobody has time for."""
CONTROL = "mute"
ONE_AHEAD = Care(breadth=0)
"""How the control thinks: it wins less if it follows lines to the end of the turn."""


def network_for(setup: Setup, *, is_mute: bool = False) -> str:
    """Return the name of the network for a setup: alone, in a team, in a silent one, by edition."""
    name = _network_of_its_own(setup.edition)
    if name is None:
        return "solo" if setup.seats == 1 else "silent" if is_mute else "team"
    if is_mute:
        reason = Reason("it does not play {edition}", edition=setup.edition.title)
        raise BadInput(BotCode.BAD_BOT, text=CONTROL, reason=reason)
    return name


def _network_of_its_own(edition: Edition) -> str | None:
    """Return the network of an edition that differs from Classic."""
    if edition.is_duel:
        return "duel"
    if edition.has_commands:
        return edition.name
    return "fire" if edition.burning else None


@lru_cache(CACHED)
def thinker_for(setup: Setup, *, is_mute: bool = False, worlds: int = 0) -> Thinker:
    """Return who thinks in a setup."""
    care = ONE_AHEAD if is_mute else Care()
    network = shipped(network_for(setup, is_mute=is_mute))
    return Thinker(setup, network, replace(care, worlds=worlds))


@dataclass(frozen=True, slots=True)
class Master:
    """Plays the turn after which the network likes the table best; talks and listens.

    Given some seconds, it tries its best lines out in as many worlds as it has time for. Without,
    it thinks as much as is worth it, and equal views always get equal answers.
    """

    seed: str
    seconds: float | None = None

    def choose(self, view: View) -> Move:
        """Return the next move of the best line found."""
        if view.turn is None:
            return name_best_start(view)
        if self.seconds is None:
            return _thought(view, thinker_for(_setup(view)))
        begun, seconds = monotonic(), self.seconds
        return _thought(
            view,
            thinker_for(_setup(view), worlds=MANY),
            seed=crc32(f"{self.seed}:{view.hand}:{view.draw_sizes}".encode()),
            is_late=lambda: monotonic() - begun > seconds,
        )

    def talk(self, view: View) -> tuple[Signal, ...]:
        """Return what the seat has to say about the piles, and in the opening about its hand."""
        return talk(view)


@dataclass(frozen=True, slots=True)
class Mute:
    """The control: a network that has never heard a signal, and that is silent itself."""

    def choose(self, view: View) -> Move:
        """Return the move that the network likes best at once."""
        if view.turn is None:
            assert view.seat is not None
            return name_starter(view, view.seat)
        return _thought(view, thinker_for(_setup(view), is_mute=True))


def _setup(view: View) -> Setup:
    return Setup(view.edition, len(view.hand_sizes))


def _thought(view: View, thinker: Thinker, seed: int = 0, is_late: IsLate = bool) -> Move:
    action = thinker(table_like(view), seed=seed, is_late=is_late)[0]
    return move_of(view.edition, int(action))
