"""The settings of a training run, read from a file."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from tenback.arena.lineup import read_setup
from tenback.bots.network import GRADES
from tenback.encoding import Scheme, scheme_of
from tenback.fastsim import Setup
from tenback.notation.files import read_file
from tenback.rules import BadInput, Reason
from tenback.rules.chance import ALPHABET, LONGEST_SEED
from tenback.rules.errors import LONGEST_QUOTE
from tenback.training.errors import TrainingCode
from tenback.training.network import Shape

NETWORKS = Path(__file__).parent / "networks"
"""The settings of our own networks."""
LARGEST_FILE = 1 << 16
NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
SETUP = re.compile(r"(\S+) ([1-9])")
SEED = re.compile(f"[{ALPHABET}]{{1,{LONGEST_SEED}}}")
MOST_PLAYS, MOST_DEALS, MOST_TABLES, MOST_UNITS = 10**15, 10**9, 1 << 22, 1 << 14
MOST_LINES = 256


@dataclass(frozen=True, slots=True)
class Settings:
    """What a network learns, and how."""

    name: str
    setups: dict[str, int]
    """Editions with seats, like `classic+min3 2`, and each one's share of the tables."""
    plays: int
    """How many cards are laid in all."""
    talks: bool = True
    """Whether seats hear each other's signals."""
    silence: float = 0.25
    """The share of tables where each seat may belong to a player who never talks."""
    lines: int = 16
    """How many ways to play a turn are compared: the best ones, by `careful`'s formula."""
    grades: list[float] = field(default_factory=lambda: list(GRADES))
    """How much closeness counts next to the chance to win, at the end of training and in play."""
    tables: int = 32768
    steps: int = 16
    """How many turns are played at each table between two rounds of learning."""
    batch: int = 8192
    uses: int = 4
    """How often each turn is learned from."""
    rate: float = 2e-4
    final_rate: float = 1e-5
    trust: float = 0.75
    final_trust: float = 0.55
    """λ: how far the targets look ahead."""
    exploration: float = 0.01
    """The share of turns played at random at the start; it falls to zero."""
    averaging: float = 0.97
    """The share of the acting network that each round keeps."""
    evaluate_every: int = 100_000_000
    """After how many plays the win rate is measured."""
    evaluation_deals: int = 4096
    seed: str = "0"
    shape: Shape = field(default_factory=Shape)

    @classmethod
    def named(cls, network: str) -> "Settings":
        """Return the settings of one of our networks, or those in a file."""
        if NAME.fullmatch(network) and (NETWORKS / f"{network}.toml").exists():
            return cls.read(NETWORKS / f"{network}.toml")
        if not Path(network).exists():
            known = ", ".join(sorted(path.stem for path in NETWORKS.glob("*.toml")))
            reason = Reason("it is neither a file nor one of our networks: {known}", known=known)
            raise _bad(network, reason)
        return cls.read(Path(network))

    @classmethod
    def read(cls, path: Path) -> "Settings":
        """Return the settings in a file; refuse a file with mistakes and say what they are."""
        content = read_file(path, largest=LARGEST_FILE)
        try:
            found = tomllib.loads(content)
        except (ValueError, RecursionError) as error:
            raise _bad(path, Reason("not TOML, {error}", error=error)) from None
        for reason in _complaints(found):
            raise _bad(path, reason)
        return _made(found)

    @property
    def tables_of_setups(self) -> list[Setup]:
        """The setups, parsed."""
        return [_setup(name) for name in self.setups]

    @property
    def scheme(self) -> Scheme:
        """The scheme of the network's inputs."""
        return scheme_of(self.tables_of_setups[0].edition)

    def shares(self, count: int) -> list[int]:
        """Return how many of `count` tables or deals each setup gets."""
        weights = list(accumulate(self.setups.values(), initial=0))
        bounds = [round(count * weight / weights[-1]) for weight in weights]
        return [last - first for first, last in pairwise(bounds)]


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement for a value: a test, and a description of it."""

    is_right: Callable[[Any], bool]
    words: Reason

    def times(self, count: int) -> "Requirement":
        """Return the requirement that a value is a list of `count` such values."""
        words = Reason("a list of {count}, each {wanted}", count=count, wanted=self.words)
        return Requirement(
            lambda value: (
                isinstance(value, list) and len(value) == count and all(map(self.is_right, value))
            ),
            words,
        )


def whole(least: int, most: int) -> Requirement:
    """Return the requirement that a value is a whole number within bounds."""
    words = Reason("a whole number from {least} to {most}", least=least, most=most)
    return Requirement(lambda value: type(value) is int and least <= value <= most, words)


def real(least: float, most: float) -> Requirement:
    """Return the requirement that a value is a number within bounds."""
    words = Reason("a number from {least} to {most}", least=least, most=most)
    return Requirement(lambda value: type(value) in (int, float) and least <= value <= most, words)


def text(pattern: re.Pattern[str], words: Reason) -> Requirement:
    """Return the requirement that a value is a text that matches a pattern."""
    return Requirement(
        lambda value: isinstance(value, str) and bool(pattern.fullmatch(value)), words
    )


A_NAME = Reason("a string of at most 40 lowercase letters, digits and dashes")
A_SEED = Reason("a string of 1 to 64 characters from {alphabet}", alphabet=ALPHABET)
A_FLAG = Requirement(lambda value: isinstance(value, bool), Reason("true or false"))
SETUPS = Requirement(
    lambda value: isinstance(value, dict) and bool(value),
    Reason("a table with lines like {line}", line='"classic+min3 2" = 1'),
)
SHAPE = Requirement(
    lambda value: isinstance(value, dict),
    Reason("a table with lines like {line}", line="trunk = 512"),
)
A_SHARE, A_RATE = real(0, 1), real(1e-8, 1)
KEYS = {
    "name": text(NAME, A_NAME),
    "setups": SETUPS,
    "plays": whole(1, MOST_PLAYS),
    "talks": A_FLAG,
    "silence": A_SHARE,
    "lines": whole(1, MOST_LINES),
    "grades": A_SHARE.times(len(GRADES)),
    "tables": whole(2, MOST_TABLES),
    "steps": whole(1, 1000),
    "batch": whole(1, MOST_TABLES),
    "uses": whole(1, 100),
    "rate": A_RATE,
    "final_rate": A_RATE,
    "trust": A_SHARE,
    "final_trust": A_SHARE,
    "exploration": A_SHARE,
    "averaging": real(0, 0.9999),
    "evaluate_every": whole(1, MOST_PLAYS),
    "evaluation_deals": whole(1, MOST_DEALS),
    "seed": text(SEED, A_SEED),
    "shape": SHAPE,
}
NEEDED = ("name", "setups", "plays")
SHAPE_KEYS = {
    "encoder": whole(1, MOST_UNITS),
    "trunk": whole(1, MOST_UNITS),
    "layers": whole(0, 100),
}


def _complaints(found: dict[str, Any]) -> Iterator[Reason]:
    """Yield what is wrong with settings. Later checks run only if earlier ones found nothing."""
    yield from (Reason("{name} is missing", name=key) for key in NEEDED if key not in found)
    yield from _about_keys(found, KEYS)
    yield from _about_keys(found.get("shape", {}), SHAPE_KEYS, prefix="shape.")
    yield from _about_setups(found["setups"])
    yield from _about_sizes(_made(found))


def _about_keys(
    found: Mapping[str, object], known: Mapping[str, Requirement], *, prefix: str = ""
) -> Iterator[Reason]:
    for key, value in found.items():
        if key not in known:
            names = ", ".join(known)
            yield Reason("{key} is unknown: use one of {known}", key=prefix + key, known=names)
        elif not known[key].is_right(value):
            yield _instead(prefix + key, value, known[key].words)


def _about_setups(setups: Mapping[str, object]) -> Iterator[Reason]:
    share, first = whole(1, 1000), next(iter(setups))
    for name, value in setups.items():
        if not SETUP.fullmatch(name):
            yield Reason(
                "the setup {setup} should look like {line}", setup=_shown(name), line='"classic 2"'
            )
        try:
            edition = _setup(name).edition
        except BadInput as error:
            yield Reason("the setup {setup}: {error}", setup=_shown(name), error=error)
        if not share.is_right(value):
            yield _instead(f"setups.{_shown(name)}", value, share.words)
        if scheme_of(edition) != scheme_of(_setup(first).edition):
            one, other = _shown(first), _shown(name)
            yield Reason("no network plays both {one} and {other}", one=one, other=other)


def _about_sizes(settings: Settings) -> Iterator[Reason]:
    samples = settings.tables * settings.steps
    if settings.tables % 2:
        yield _instead("tables", settings.tables, Reason("an even number"))
    if settings.batch > samples:
        words = Reason("at most tables × steps, {most}", most=samples)
        yield _instead("batch", settings.batch, words)
    if not all(settings.shares(settings.tables // 2)):
        yield _instead("tables", settings.tables, Reason("enough for two of every setup"))
    if not all(settings.shares(settings.evaluation_deals)):
        words = Reason("enough for one of every setup")
        yield _instead("evaluation_deals", settings.evaluation_deals, words)


def _instead(key: str, value: object, wanted: Reason) -> Reason:
    return Reason("{key} is {value}, not {wanted}", key=key, value=_shown(value), wanted=wanted)


def _shown(value: object) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)[:LONGEST_QUOTE]


def _made(found: dict[str, Any]) -> Settings:
    return Settings(**{**found, "shape": Shape(**found.get("shape", {}))})


def _setup(name: str) -> Setup:
    edition, seats = name.split(" ")
    return read_setup(edition, int(seats))


def _bad(source: Path | str, reason: Reason) -> BadInput:
    return BadInput(TrainingCode.BAD_SETTINGS, text=source, reason=reason)
