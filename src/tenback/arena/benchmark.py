"""The benchmark: the tasks and deals that every bot is measured on, so figures can be compared."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import cycle, islice, product
from typing import Any

from tenback import __version__
from tenback.arena.duels import DuelComparison
from tenback.arena.engines import Engine
from tenback.arena.errors import ArenaCode
from tenback.arena.lineup import Lineup, read_setup
from tenback.arena.runs import Run
from tenback.arena.simulation import Simulation
from tenback.arena.study import Study
from tenback.bots import SIMPLE_BOT, STAND_IN, Bot, Recipe
from tenback.notation.json_form import Json
from tenback.rules import EDITIONS, USUAL_EDITION, BadInput, Move, View

SEED = "BENCHMARK"
"""The seed of the deals, which are never used for tuning or training."""
DEALS = 1000
SLOW_DEALS = 200
"""Deals per figure; fewer where the plain referee has to play them."""
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
class Task:
    """One figure to measure: the edition, the number of seats, and the bots."""

    kind: Kind
    edition: str
    seats: int
    bots: tuple[Recipe, ...]

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

    task: Task
    deals: int
    rate: float
    interval: tuple[float, float]
    left: float | None
    """Cards left on average; None in a duel."""

    def as_json(self) -> Json:
        """Return the figure as JSON."""
        return {
            "kind": self.task.kind.value,
            "edition": self.task.edition,
            "seats": self.task.seats,
            "bots": [str(bot) for bot in self.task.bots],
            "deals": self.deals,
            "rate": self.rate,
            "interval": list(self.interval),
            "left_mean": self.left,
        }


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
    return Figure(task, tally.deals, tally.rate, (low, high), left)


def report(bot: Recipe, figures: Sequence[Figure]) -> Json:
    """Return the whole benchmark result as JSON."""
    return {
        "version": __version__,
        "benchmark": VERSION,
        "bot": str(bot),
        "seed": SEED,
        "figures": [figure.as_json() for figure in figures],
    }
