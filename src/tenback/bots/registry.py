"""The bots that come with Tenback, weakest first: here they get their names, and nowhere else.

A bot that is compiled is imported when one is made: who only needs the names, as the server does,
has no use for a compiler.
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
"""The parameter of a bot that plays with a network of one's own."""


@dataclass(frozen=True, slots=True)
class BuiltInBot:
    """A bot that is called by its name alone, or by its name and one parameter: `greedy:5`."""

    name: str
    description: Reason
    make: Callable[[str, str], Bot]
    """Returns a bot for one seat and one sitting: from a seed and the parameter, or no text."""
    parameter: str | None = None
    """What the parameter is called, if there can be one."""
    talks: bool = False
    is_policy: bool = False
    """Whether it is also compiled into the simulator."""
    has_network: bool = False
    """Whether it thinks with a network, about many tables at once: `thinker(setup)`."""
    compiled_module: str | None = None
    """A module that is compiled for this bot alone, if it cannot play without."""
    is_control: bool = False
    """Whether it is only there to be compared with."""

    def spelled(self, parameter: str) -> str:
        """Return the name with a parameter, in its one spelling; refuse one that cannot be."""
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
        """Return whether it thinks about many tables at once: not if the time is limited."""
        return self.has_network and (self.takes_network or not parameter)


def _module(name: str) -> ModuleType:
    """Return a module of this package that is imported only now."""
    return import_module(f"{__package__}.{name}")


REGISTRY = (
    BuiltInBot(
        POLICIES[RANDOM],
        Reason("makes any move that is legal"),
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
        Reason("searches its turn through, talks and listens"),
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
        Reason("does that, and alone tries its best turns out in many draws"),
        lambda _seed, seconds: _module("master").Master(_seconds(seconds)),
        parameter=SECONDS,
        talks=True,
        has_network=True,
        compiled_module="tenback.bots.draws",
    ),
    BuiltInBot(
        CONTROL,
        Reason("the control: never talks, and was trained without signals"),
        lambda _seed, _: _module("master").Mute(),
        has_network=True,
        is_control=True,
    ),
)
"""In the order of their strength."""
BY_NAME = {bot.name: bot for bot in REGISTRY}
BOTS = tuple(bot.name for bot in REGISTRY if not bot.is_control)
"""The names that people choose from."""
FORMS = (*BOTS, *(f"{bot.name}:{bot.parameter}" for bot in REGISTRY if bot.parameter is not None))
"""How they can be called."""
SIMPLE_BOT = next(bot.name for bot in reversed(REGISTRY) if bot.is_policy and not bot.talks)
"""The strongest that needs nothing compiled: the default, and a stopgap when others fail."""
STAND_IN = next(bot.name for bot in reversed(REGISTRY) if bot.is_policy)
"""The strongest that needs no network: plays on for people who have left."""
STRONGEST_BOT = BOTS[-1]
"""Gives hints."""


def built_in(text: str) -> tuple[BuiltInBot, str] | None:
    """Return the bot that a text names and its parameter; None if it is none of ours."""
    name, colon, parameter = text.partition(":")
    bot = BY_NAME.get(name)
    if bot is None:
        return None
    if colon and not parameter:
        raise no_such_bot(text, FORMS)
    return bot, parameter


def _seconds(text: str) -> float | None:
    """Return how long a move may take; None where that is not the text."""
    found = A_TIME.fullmatch(text)
    seconds = 0.0 if found is None else float(found[0])
    return seconds if 0 < seconds <= MOST_SECONDS else None
