"""Custom bots for tests, and shortcuts for setting up a study."""

import gc
import os
import sys
import time
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from tenback.arena import Lineup, Local, Run, RunProgress, Simulation, read_setup
from tenback.arena.engines import Engine
from tenback.arena.study import C, Study
from tenback.bots import Greedy, Random, Recipe
from tenback.bots.bot import name_starter
from tenback.rules import END, Deal, Move, Name, Play, State, View
from tenback.rules.piles import U1

HERE = __name__
GREEDY = f"{HERE}:greedy"
"""The greedy bot without its compiled form: it plays at tables, through views."""


def greedy(*, seed: str) -> Greedy:
    return Greedy()


def greedy_0(*, seed: str) -> Greedy:
    return Greedy(reach=0)


def greedy_9(*, seed: str) -> Greedy:
    return Greedy(reach=9)


def chancy(*, seed: str) -> Random:
    return Random(seed=seed)


class Player:
    """Plays like the greedy bot, unless a subclass changes that."""

    def __init__(self, *, seed: str) -> None:
        self.seed = seed

    def choose(self, view: View) -> Move:
        if view.turn is None:
            assert view.seat is not None
            return self.open(view, view.seat)
        return self.play(view)

    def open(self, view: View, seat: int) -> Move:
        return name_starter(view, seat)

    def play(self, view: View) -> Move:
        return Greedy().choose(view)


class Slow(Player):
    def play(self, view: View) -> Move:
        time.sleep(0.002)
        return super().play(view)


class Raising(Player):
    def play(self, view: View) -> Move:
        raise LookupError("where was I?")


class RaisingInTheEnd(Player):
    def play(self, view: View) -> Move:
        if sum(view.draw_sizes) == 0:
            raise LookupError("where was I?")
        return super().play(view)


class Leaving(Player):
    def play(self, view: View) -> Move:
        sys.exit(0)


class LeavingWhenMade(Player):
    def __init__(self, *, seed: str) -> None:
        if seed != "0":
            sys.exit(0)


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise LookupError("no word for it")


class RaisingUnspeakably(Player):
    def play(self, view: View) -> Move:
        raise Unspeakable


class OddPlay(Play):
    """A move that cannot be compared, hashed or printed."""

    def __eq__(self, other: object) -> bool:
        raise LookupError("not with me")

    __hash__ = Play.__hash__

    def __str__(self) -> str:
        raise LookupError("not with me")


class Odd(Player):
    def play(self, view: View) -> Move:
        return OddPlay(view.hand[0], U1)


class OddThing:
    __eq__ = OddPlay.__eq__
    __hash__ = None  # type: ignore[assignment]
    __str__ = OddPlay.__str__


class Thing(Player):
    def play(self, view: View) -> Any:
        return OddThing()


class Numeric(Player):
    def play(self, view: View) -> Any:
        return np.arange(3)


class NumericInside(Player):
    def play(self, view: View) -> Any:
        return Play(np.arange(3), U1)  # type: ignore[arg-type]


class Unmakeable(Player):
    def __init__(self, *, seed: str) -> None:
        if seed != "0":  # the seed of the bot that is made to check its name
            raise MemoryError("too large")


class Dying(Player):
    def play(self, view: View) -> Move:
        os._exit(3)


class Sleeping(Player):
    def play(self, view: View) -> Move:
        time.sleep(3600)
        return END


class Cheating(Player):
    def play(self, view: View) -> Move:
        return Play(next(card for card in range(2, 100) if card not in view.hand), U1)


class Impatient(Player):
    def play(self, view: View) -> Move:
        return END


class Meddling(Player):
    def open(self, view: View, seat: int) -> Move:
        return Name(1 - seat, seat)


class Silent(Player):
    def choose(self, view: View) -> Any:
        return None


class Stubborn(Player):
    def open(self, view: View, seat: int) -> Move:
        return Name(seat, seat)


class Spying(Player):
    """Looks at everything that can be reached from its view."""

    def choose(self, view: View) -> Move:
        assert type(view) is View
        seen: dict[int, object] = {}
        unseen: list[object] = [view]
        while unseen:
            thing = unseen.pop()
            if id(thing) not in seen and not isinstance(thing, type | ModuleType | FunctionType):
                assert not isinstance(thing, State | Deal)
                seen[id(thing)] = thing
                unseen.extend(gc.get_referents(thing))
        return super().choose(view)


def simulation(
    *bots: str, edition: str = "classic", seats: int | None = 2, seed: str = "ABC"
) -> Simulation:
    recipes = [Recipe.read(bot) for bot in bots or ("greedy",)]
    return Simulation(Lineup.of(read_setup(edition, seats), recipes), seed)


def finish(study: Study[C], deals: int, engine: Engine | None = None) -> RunProgress[C]:
    """Play a run to its end, and return its final progress."""
    *_, standing = Run(study, deals, engine or Local(1)).progress_by_part()
    return standing


def compile_all() -> None:
    """Compile everything in advance, so that no test waits for the compiler."""
    finish(simulation("greedy", "random"), 1)
    finish(simulation(GREEDY), 1)
