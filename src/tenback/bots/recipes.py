"""How bots are named and made: `greedy:5`, `adept:mine.safetensors`, `my_bot.py:MyBot`."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tenback.bots.bot import Bot, Talker
from tenback.bots.errors import BotCode
from tenback.bots.registry import FORMS, built_in
from tenback.notation.files import read_file
from tenback.policies import Policy
from tenback.policies.errors import no_such_bot
from tenback.rules import BadInput, Reason

if TYPE_CHECKING:
    from tenback.bots.thinking import Thinker
    from tenback.fastsim import Setup

FILE_ENDING = ".py"
ANY_SEED = "0"


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything needed to make a bot. It can be sent to another process or machine."""

    name: str
    folder: str = ""
    """Where a custom bot finds the modules that it imports."""
    source: str | None = None
    """The text of the bot's file, which travels with the recipe."""
    digest: str | None = None
    """The digest of the file or module: a changed file is a different bot."""

    @classmethod
    def read(cls, text: str) -> "Recipe":
        """Parse the name of a bot and make the bot once; refuse a name that does not work."""
        where, _, name = text.rpartition(":")
        if (known := built_in(text)) is not None:
            bot, parameter = known
            recipe = cls(bot.spelled(parameter))
            has_own_network = parameter and bot.takes_network
            return replace(recipe, digest=_network_digest(parameter)) if has_own_network else recipe
        if not (where and name.isidentifier()):
            raise no_such_bot(text, FORMS)
        if where.endswith(FILE_ENDING):
            path, source = Path(where), read_file(Path(where))
            digest = sha256(source.encode()).hexdigest()
            recipe = cls(text, str(path.absolute().parent), source, digest)
        else:
            recipe = cls(text, str(Path.cwd()))
        try:
            made: object = recipe.make(seed=ANY_SEED)
        except (Exception, SystemExit) as error:
            if isinstance(error, BadInput):
                raise
            raise _bad(
                text, "calling it with a seed fails: {error}", error=describe(error)
            ) from None
        if not callable(getattr(made, "choose", None)):
            raise _bad(text, "what it returns has no method choose")
        if isinstance(made, Talker) and not callable(made.talk):
            raise _bad(text, "what it returns has an attribute talk that is not a function")
        return recipe if recipe.source is not None else replace(recipe, digest=_digest(where))

    @property
    def policy(self) -> Policy | None:
        """The compiled version of the bot, if there is one."""
        known = built_in(self.name)
        return Policy.read(self.name) if known is not None and known[0].is_policy else None

    @property
    def talks(self) -> bool:
        """Whether the bot is built in and talks."""
        known = built_in(self.name)
        return known is not None and known[0].talks

    @property
    def file(self) -> tuple[str, str] | None:
        """The file or module that the bot comes from, if any, and a digest of its text."""
        if self.digest is None:
            return None
        known = built_in(self.name)
        return self.name.rpartition(":")[0] if known is None else known[1], self.digest

    def thinker(self, setup: "Setup") -> "Thinker | None":
        """Return the bot's thinker for many tables at once, if it has one."""
        thinker: Thinker | None = None
        if self.thinks_together:
            thinker = self.make(seed=ANY_SEED).thinker(setup)  # type: ignore[attr-defined]
        return thinker

    @property
    def thinks_together(self) -> bool:
        """Whether the bot can think about many tables at once."""
        known = built_in(self.name)
        return known is not None and known[0].thinks_together(known[1])

    def make(self, *, seed: str) -> Bot:
        """Return a bot for one seat and one game."""
        if (known := built_in(self.name)) is not None:
            bot, parameter = known
            return bot.make(seed, parameter)
        made: Bot = _maker(self)(seed=seed)
        return made

    def __str__(self) -> str:
        return self.name


def make_bot(name: str, *, seed: str) -> Bot:
    """Return the bot with a name.

    >>> make_bot("greedy:5", seed="ABC")
    Greedy(reach=5)
    """
    return Recipe.read(name).make(seed=seed)


def describe(error: BaseException) -> str:
    """Describe an error raised by custom code, with the line of that code."""
    try:
        what = f"{type(error).__name__}: {error}"
    except Exception:  # even printing the error fails
        what = type(error).__name__
    *_, (frame, line) = walk_tb(error.__traceback__)
    path = frame.f_code.co_filename
    return what if path == __file__ else f"{what} ({Path(path).name}, line {line})"


@cache
def _maker(recipe: Recipe) -> Callable[..., Any]:
    """Return the callable that makes a custom bot."""
    where, _, name = recipe.name.rpartition(":")
    if recipe.folder not in sys.path:
        sys.path.append(recipe.folder)
    try:
        if recipe.source is None:
            module = import_module(where)
        else:
            module = _executed(str(Path(recipe.folder, Path(where).name)), recipe.source)
    except (Exception, SystemExit) as error:
        raise _bad(recipe.name, "it cannot be loaded: {error}", error=describe(error)) from None
    maker = getattr(module, name, None)
    if not callable(maker):
        known = ", ".join(_own_names(module)) or "–"
        raise _bad(recipe.name, "it has no {name}, only {known}", name=name, known=known)
    return maker  # type: ignore[no-any-return]


def _network_digest(path: str) -> str:
    """Return the digest of a network file, after reading the file once to check it."""
    from tenback.bots.network import read_network  # noqa: PLC0415 – NumPy, for those who need it

    read_network(path)
    return sha256(Path(path).read_bytes()).hexdigest()


def _digest(module: str) -> str | None:
    """Return a digest of the file that a module was loaded from, if any."""
    try:
        return sha256(Path(sys.modules[module].__file__ or "").read_bytes()).hexdigest()
    except (AttributeError, OSError):  # built in, or from an archive
        return None


def _executed(path: str, source: str) -> ModuleType:
    """Run the source of a file as a module."""
    module = sys.modules[path] = ModuleType(path)
    module.__file__ = path
    exec(compile(source, path, "exec"), module.__dict__)
    return module


def _own_names(module: ModuleType) -> list[str]:
    """Return the callables that a module itself defines."""
    return [
        name
        for name, value in vars(module).items()
        if callable(value)
        and getattr(value, "__module__", None) == module.__name__
        and not name.startswith("_")
    ]


def _bad(text: str, template: str, **details: object) -> BadInput:
    return BadInput(BotCode.BAD_BOT, text=text, reason=Reason(template, **details))
