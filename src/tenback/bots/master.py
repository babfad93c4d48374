"""The bots that think with a network: how hard each thinks, and which network it uses."""

from dataclasses import dataclass, replace
from functools import lru_cache
from time import monotonic

from tenback.bots.bot import name_starter
from tenback.bots.errors import BotCode
from tenback.bots.network import read_network, shipped, shipped_networks
from tenback.bots.registry import CONTROL, STRONGEST_BOT
from tenback.bots.talk import name_best_start, talk
from tenback.bots.thinking import Care, IsLate, Stage, Thinker
from tenback.encoding import scheme_of
from tenback.fastsim import Setup, move_of
from tenback.fastsim.views import table_like
from tenback.rules import BadInput, Move, Reason, Signal, View

CACHED = 64
PIECES = ("is_duel", "has_commands", "burning")
"""What an edition may have that a network must have been trained with."""
AT_ONCE = Care()
"""How `adept` and the control think: they play the turn whose end looks best."""
THROUGH_DRAWS = Care(stages=(Stage(6, 16), Stage(3, 48), Stage(2, 64)))
"""How `master` thinks alone. A few draws can mislead, so the last two lines get 128."""
ENDLESS = Stage(2, 1 << 20, may_be_late=True)
"""The stage that a time limit adds after all others, so `master` never thinks less than usual."""


def through_rounds(setup: Setup) -> Care:
    """Return how `master` thinks in a team: through draws to the end of its own next turn.

    The next seat's turn alone would not do, because that seat does not see what we hold. Others
    choose from fewer lines the more there are, so a round takes the same time. A longer round also
    brings more luck, so the network's word counts for more.
    """
    return Care(
        stages=(Stage(4, 16), Stage(2, 32)),
        turns=setup.seats,
        next_lines=max(3, 12 // setup.seats),
        margin=0.05,
        trust=8 * setup.seats,
    )


def care_for(setup: Setup, *, has_time: bool = False) -> Care:
    """Return how `master` thinks; without a time limit, it uses draws only where they help."""
    care = THROUGH_DRAWS if setup.seats == 1 else through_rounds(setup)
    if has_time:
        return replace(care, stages=(*care.stages, ENDLESS))
    return care if setup.seats == 1 or setup.edition.has_commands else AT_ONCE


def network_for(setup: Setup, *, is_mute: bool = False) -> str:
    """Return the name of the network for a setup: by what the edition has, seats and talk."""
    pieces = {name for name in PIECES if getattr(setup.edition, name)}
    for name, plays in shipped_networks().items():
        if (
            pieces == {*plays["pieces"]}
            and setup.seats in plays.get("seats", (setup.seats,))
            and (not is_mute) in plays["talking"]
        ):
            return name
    reason = Reason("it does not play {edition}", edition=setup.edition.title)
    bot = CONTROL if is_mute else STRONGEST_BOT
    raise BadInput(BotCode.BAD_BOT, text=bot, reason=reason)


@lru_cache(CACHED)
def thinker_for(setup: Setup, care: Care, *, file: str = "", is_mute: bool = False) -> Thinker:
    """Return the thinker for a setup, with our network or the one in a file."""
    if not file:
        return Thinker(setup, shipped(network_for(setup, is_mute=is_mute)), care)
    network = read_network(file)
    if network.scheme != scheme_of(setup.edition):
        reason = Reason("it does not play {edition}", edition=setup.edition.title)
        raise BadInput(BotCode.BAD_BOT, text=file, reason=reason)
    return Thinker(setup, network, care)


@dataclass(frozen=True, slots=True)
class Adept:
    """Plays the turn whose end the network rates best; talks and listens."""

    file: str = ""
    """The file of the network, if it is not one of ours."""

    def choose(self, view: View) -> Move:
        """Return the next move of the best line found."""
        if view.turn is None:
            return name_best_start(view)
        return _thought(view, self.thinker(_setup(view)))

    def thinker(self, setup: Setup) -> Thinker:
        """Return the thinker for many tables of a setup at once."""
        return thinker_for(setup, AT_ONCE, file=self.file)

    def talk(self, view: View) -> tuple[Signal, ...]:
        """Return what the seat has to say about the piles, and in the opening about its hand."""
        return talk(view)


@dataclass(frozen=True, slots=True)
class Master:
    """Plays the turn that turns out best over many draws; talks and listens.

    With a time limit, it follows its best lines through as many draws as it has time for: alone
    and in duels once a turn, in a team after each card. Without a time limit, equal views get equal
    answers.
    """

    seconds: float | None = None

    def choose(self, view: View) -> Move:
        """Return the next move of the best line found."""
        if view.turn is None:
            return name_best_start(view)
        setup = _setup(view)
        if self.seconds is None:
            return _thought(view, self.thinker(setup))
        begun, seconds = monotonic(), self.seconds
        thinker = thinker_for(setup, care_for(setup, has_time=True))
        return _thought(view, thinker, is_late=lambda: monotonic() - begun > seconds)

    @staticmethod
    def thinker(setup: Setup) -> Thinker:
        """Return the thinker for many tables of a setup at once."""
        return thinker_for(setup, care_for(setup))

    def talk(self, view: View) -> tuple[Signal, ...]:
        """Return what the seat has to say about the piles, and in the opening about its hand."""
        return talk(view)


@dataclass(frozen=True, slots=True)
class Mute:
    """The control: its network was trained without signals, and it never talks."""

    def choose(self, view: View) -> Move:
        """Return the next move of the turn whose end the network rates best."""
        if view.turn is None:
            assert view.seat is not None
            return name_starter(view, view.seat)
        return _thought(view, self.thinker(_setup(view)))

    @staticmethod
    def thinker(setup: Setup) -> Thinker:
        """Return the thinker for many tables of a setup at once."""
        return thinker_for(setup, AT_ONCE, is_mute=True)


def _setup(view: View) -> Setup:
    return Setup(view.edition, len(view.hand_sizes))


def _thought(view: View, thinker: Thinker, is_late: IsLate = bool) -> Move:
    action = thinker(table_like(view), is_late=is_late)[0]
    return move_of(view.edition, int(action))
