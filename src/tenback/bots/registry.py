"""The bots that come with Tenback, weakest first. No other module lists them.

Compiled bots are imported only when one is made, so code that needs no more than the names, like
the server, needs no compiler.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tenback.bots.bot import Bot
from tenback.bots.simple import Greedy, Random
from tenback.policies.errors import no_such_bot
from tenback.policies.policy import CAREFUL, GREEDY, POLICIES, RANDOM, Policy
from tenback.rules import Reason

SECONDS = "SECONDS"
A_TIME = re.compile(r"[0-9]+(?:[.][0-9]+)?", re.ASCII)
MOST_SECONDS = 3600.0
CONTROL = "mute"
NETWORK = "FILE.safetensors"
"""The parameter of a bot that plays with a custom network."""


@dataclass(frozen=True, slots=True)
class BuiltInBot:
    """A bot named by its name alone, or by its name and one parameter: `greedy:5`."""

    name: str
    description: Reason
    make: Callable[[str, str], Bot]
    """Makes a bot for one seat and one game, from a seed and the parameter, which may be empty."""
    parameter: str | None = None
    """The name of the parameter, if the bot takes one."""
    talks: bool = False
    is_policy: bool = False
    """Whether the bot is also compiled into the simulator."""
    has_network: bool = False
    """Whether the bot uses a network and can think about many tables at once: `thinker(setup)`."""
    compiled_module: str | None = None
    """The compiled module that only this bot needs, if there is one."""
    is_control: bool = False
    """Whether the bot exists only for comparison."""

    def spelled(self, parameter: str) -> str:
        """Return the name with a parameter, in its canonical spelling; refuse an invalid one."""
        if not parameter:
            return self.name
        text = f"{self.name}:{parameter}"
        if self.is_policy:
            return str(Policy.read(text))
        if self.takes_network and Path(parameter).suffix == Path(NETWORK).suffix:
            return text
        if self.parameter != SECONDS or (seconds := _seconds(parameter)) is None:
            raise no_such_bot(text, FORMS)
        return f"{self.name}:{seconds:g}"

    @property
    def takes_network(self) -> bool:
        """Whether the parameter is a file with a network."""
        return self.parameter == NETWORK

    def thinks_together(self, parameter: str) -> bool:
        """Return whether the bot thinks about many tables at once: not if it has a time limit."""
        return self.has_network and (self.takes_network or not parameter)


def _module(name: str) -> ModuleType:
    """Import a module of this package now, and return it."""
    return import_module(f"{__package__}.{name}")


REGISTRY = (
    BuiltInBot(
        POLICIES[RANDOM],
        Reason("makes any legal move"),
        lambda seed, _: Random(seed=seed),
        is_policy=True,
    ),
    BuiltInBot(
        POLICIES[GREEDY],
        Reason("takes the smallest step; it neither talks nor listens"),
        lambda _, step: Greedy(int(step)) if step else Greedy(),
        parameter="STEP",
        is_policy=True,
    ),
    BuiltInBot(
        POLICIES[CAREFUL],
        Reason("searches every way to play its turn, talks and listens"),
        lambda _seed, _: _module("careful").Careful(),
        talks=True,
        is_policy=True,
        compiled_module="tenback.policies.careful",
    ),
    BuiltInBot(
        "adept",
        Reason("values whole turns with a trained network, talks and listens"),
        lambda _seed, file: _module("master").Adept(file),
        parameter=NETWORK,
        talks=True,
        has_network=True,
        compiled_module="tenback.bots.memory",
    ),
    BuiltInBot(
        "master",
        Reason("plays like adept, and tests its best turns with many draws"),
        lambda _seed, seconds: _module("master").Master(_seconds(seconds)),
        parameter=SECONDS,
        talks=True,
        has_network=True,
        compiled_module="tenback.batch.draws",
    ),
    BuiltInBot(
        CONTROL,
        Reason("the control: never talks, and was trained without signals"),
        lambda _seed, _: _module("master").Mute(),
        has_network=True,
        is_control=True,
    ),
)
"""All bots, weakest first."""
BY_NAME = {bot.name: bot for bot in REGISTRY}
BOTS = tuple(bot.name for bot in REGISTRY if not bot.is_control)
"""The names that people choose from."""
FORMS = (*BOTS, *(f"{bot.name}:{bot.parameter}" for bot in REGISTRY if bot.parameter is not None))
"""All the forms that a bot's name can take."""
SIMPLE_BOT = next(bot.name for bot in reversed(REGISTRY) if bot.is_policy and not bot.talks)
"""The strongest bot that needs no compiler: the default, and the fallback when others fail."""
STAND_IN = next(bot.name for bot in reversed(REGISTRY) if bot.is_policy)
"""The strongest bot that needs no network: it takes over for people who have left."""
STRONGEST_BOT = BOTS[-1]
"""The bot that gives hints."""


def built_in(text: str) -> tuple[BuiltInBot, str] | None:
    """Return the bot that a text names and its parameter; None if it is not one of ours."""
    name, colon, parameter = text.partition(":")
    bot = BY_NAME.get(name)
    if bot is None:
        return None
    if colon and not parameter:
        raise no_such_bot(text, FORMS)
    return bot, parameter


def _seconds(text: str) -> float | None:
    """Return the seconds that a move may take; None if the text is not a valid number."""
    found = A_TIME.fullmatch(text)
    seconds = 0.0 if found is None else float(found[0])
    return seconds if 0 < seconds <= MOST_SECONDS else None
