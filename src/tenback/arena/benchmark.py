"""The benchmark: the tasks and deals that every bot is measured on, so figures can be compared."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

from tenback import __version__
from tenback.arena.duels import DuelComparison
from tenback.arena.engines import Engine
from tenback.arena.errors import ArenaCode
from tenback.arena.intervals import Interval
from tenback.arena.lineup import Lineup, read_setup
from tenback.arena.runs import Run
from tenback.arena.simulation import Simulation
from tenback.arena.study import Study
from tenback.bots import SIMPLE_BOT, STAND_IN, Bot, Recipe
from tenback.notation.errors import NotationCode
from tenback.notation.files import read_file, write_file
from tenback.notation.json_form import Json, field, read_json
from tenback.rules import EDITIONS, USUAL_EDITION, BadInput, Move, Reason, View

SEED = "BENCHMARK"
"""The seed of the deals, which are never used for tuning or training."""
DEALS = 1000
SLOW_DEALS = 200
"""Deals per figure; fewer where a bot is not compiled, or kept from talking."""
VERSION = 2
"""Changes whenever the meaning of a task does."""


class Kind(StrEnum):
    """What a figure measures."""

    SELF_PLAY = "self-play"
    WITHOUT_TALK = "without talk"
    AD_HOC = "ad hoc"
    CROSS_PLAY = "cross-play"
    DUEL = "duel"


@dataclass(frozen=True, slots=True)
class SilentRecipe(Recipe):
    """A bot with its talk switched off."""

    policy = None
    talks = False
    thinks_together = False

    @classmethod
    def of(cls, recipe: Recipe) -> "SilentRecipe":
        """Return the same bot, silenced."""
        return cls(recipe.name, recipe.folder, recipe.source, recipe.digest)

    def thinker(self, _setup: Any) -> None:
        """Return None: a batched thinker would talk as usual."""

    def make(self, *, seed: str) -> Bot:
        """Return a bot for one seat and one game."""
        return _Silent(Recipe.make(self, seed=seed))


class _Silent:
    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, view: View) -> Move:
        """Return the bot's move."""
        return self._bot.choose(view)


@dataclass(frozen=True, slots=True)
class Place:
    """Which figure of the benchmark it is."""

    kind: Kind
    edition: str
    seats: int
    bots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """One figure to measure: the edition, the number of seats, and the bots."""

    kind: Kind
    edition: str
    seats: int
    bots: tuple[Recipe, ...]

    @property
    def place(self) -> Place:
        """The place of the task's figure."""
        return Place(self.kind, self.edition, self.seats, tuple(map(str, self.bots)))

    @property
    def study(self) -> Study[Any]:
        """The study that plays the task."""
        setup = read_setup(self.edition, self.seats)
        if setup.is_duel:
            one, other = self.bots
            return DuelComparison(setup, (one, other), SEED)
        return Simulation(Lineup.of(setup, self.bots), SEED)

    @property
    def deals(self) -> int:
        """How many deals the task plays by default."""
        return DEALS if all(bot.policy is not None for bot in self.bots) else SLOW_DEALS


@dataclass(frozen=True, slots=True)
class Figure:
    """The measured result of a task."""

    place: Place
    deals: int
    rate: float
    interval: Interval
    left: float | None
    """Cards left on average; None in a duel."""

    def as_json(self) -> Json:
        """Return the figure as JSON."""
        return {
            "kind": self.place.kind.value,
            "edition": self.place.edition,
            "seats": self.place.seats,
            "bots": list(self.place.bots),
            "deals": self.deals,
            "rate": self.rate,
            "interval": list(self.interval),
            "left_mean": self.left,
        }

    @classmethod
    def from_json(cls, found: Json) -> "Figure":
        """Restore a figure from its JSON."""
        try:
            kind, seats, (low, high) = Kind(found["kind"]), int(found["seats"]), found["interval"]
            left = None if kind is Kind.DUEL else float(found["left_mean"])
            place = Place(kind, found["edition"], seats, tuple(found["bots"]))
            rate, interval = float(found["rate"]), (float(low), float(high))
            return cls(place, int(found["deals"]), rate, interval, left)
        except (KeyError, TypeError, ValueError):
            reason = Reason("it holds something that is not a figure")
            raise BadInput(NotationCode.BAD_JSON, reason=reason) from None


def tasks_of(bot: Recipe, others: Sequence[Recipe] = ()) -> Iterator[Task]:
    """Yield all tasks for a bot; with other bots, the whole cross-play matrix."""
    simple, careful = Recipe.read(SIMPLE_BOT), Recipe.read(STAND_IN)
    usual = USUAL_EDITION.name
    teams = {name: kind for name, kind in EDITIONS.items() if not kind.is_duel}
    several = [seats for seats in teams[usual].seats if seats > 1]
    for name, kind in teams.items():
        for seats in kind.seats:
            yield Task(Kind.SELF_PLAY, name, seats, (bot,) * seats)
    for seats in several:
        yield Task(Kind.WITHOUT_TALK, usual, seats, (SilentRecipe.of(bot),) * seats)
    for seats in several:
        yield Task(Kind.AD_HOC, usual, seats, (bot, *(careful,) * (seats - 1)))
    if others:
        for seats, pair in product(several, product((bot, *others), repeat=2)):
            taken = tuple(islice(cycle(pair), seats))
            yield Task(Kind.CROSS_PLAY, usual, seats, taken)
    for name in [name for name in EDITIONS if name not in teams]:
        for opponent in (simple, careful):
            yield Task(Kind.DUEL, name, 2, (bot, opponent))


def chosen(tasks: Iterable[Task], words: Collection[str]) -> list[Task]:
    """Return the tasks of some kinds and editions; without a selection, all of them."""
    kinds, editions = {*words} & {*Kind}, {*words} & {*EDITIONS}
    if unknown := [word for word in words if word not in kinds | editions]:
        known = ", ".join((*Kind, *EDITIONS))
        raise BadInput(ArenaCode.NO_SUCH_TASK, text=unknown[0], known=known)
    return [
        task
        for task in tasks
        if (not kinds or task.kind in kinds) and (not editions or task.edition in editions)
    ]


def measured(task: Task, engine: Engine, deals: int | None = None) -> Figure:
    """Play the deals of a task; return its figure."""
    *_, progress = Run(task.study, deals or task.deals, engine).progress_by_part()
    tally = progress.tally
    low, high = tally.interval
    left = None if task.kind is Kind.DUEL else tally.left_mean
    return Figure(task.place, tally.deals, tally.rate, (low, high), left)


def report(bots: Sequence[Recipe], figures: Iterable[Figure]) -> Json:
    """Return the benchmark result of the first of these bots as JSON."""
    return {**_settings(bots), "figures": [figure.as_json() for figure in figures]}


def write_report(path: Path, found: Json) -> None:
    """Write a benchmark result to a file, one figure per line."""
    *settings, figures = (f"{json.dumps(key)}: " for key in found)
    values = [json.dumps(value) for value in found.values()][:-1]
    head = ", ".join(map("".join, zip(settings, values, strict=True)))
    lines = ",\n".join(map(json.dumps, found["figures"]))
    write_file(path, f"{{{head}, {figures}[\n{lines}\n]}}\n")


def read_figures(path: Path, bots: Sequence[Recipe]) -> dict[Place, Figure]:
    """Return what a file holds of the figures of the first of these bots; none without a file."""
    if not path.exists():
        return {}
    try:
        found = read_json(read_file(path))
        for key, wanted in {"files": None, **_settings(bots)}.items():
            if (there := found.get(key)) != wanted:
                template = "its {key} is {there}, not {wanted}"
                texts = {"there": json.dumps(there), "wanted": json.dumps(wanted)}
                raise BadInput(NotationCode.BAD_JSON, reason=Reason(template, key=key, **texts))
        figures = map(Figure.from_json, field(found, "figures", list))
        return {figure.place: figure for figure in figures}
    except BadInput as error:
        raise BadInput(ArenaCode.BAD_RESULT, text=path, reason=error) from None


def _settings(bots: Sequence[Recipe]) -> Json:
    """Return what makes figures comparable, with a digest of any files that the bots come from."""
    found: Json = {
        "version": __version__,
        "benchmark": VERSION,
        "bot": str(bots[0]),
        "seed": SEED,
    }
    files = dict(bot.file for bot in bots if bot.file is not None)
    return found | {"files": files} if files else found
