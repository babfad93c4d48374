"""A tabular agent on the OpenSpiel game `tenback`, in one file: REINFORCE, Classic alone.

python examples/spiel_tabular.py [--seconds 240] [--games 100] [--out tabular.json]

The table has a row for each kind of action: how large a step it takes, whether the turn must still
lay cards, and how many cards are left to draw. A kind is preferred if more cards are laid soon
after it than is usual at that moment. The curve is saved as JSON; baselines.ipynb draws it.
"""

import argparse
import json
import sys
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from itertools import accumulate, pairwise
from math import exp, prod
from pathlib import Path
from random import Random
from typing import Any

from open_spiel.python import rl_agent, rl_environment

import tenback.envs.spiel  # noqa: F401 – registers the game
from tenback.envs.sections import LEFT_OUT, sections
from tenback.fastsim.actions import END
from tenback.fastsim.tables import LOWEST_CARD, PILES
from tenback.rules.cards import HIGHEST

GAME = "tenback(edition=classic,players=1)"
CARDS = 98
DISCOUNT, LEARNING_RATE, SLOWEST_RATE = 0.9, 0.03, 0.01
STEPS = (-10, 0, 1, 2, 3, 5, 8, 12, 18, 30)
"""The upper bounds of the kinds of steps; −10 is the backwards trick."""
SEED, EVALUATION_SEED = 1, 2
"""Evaluation uses different deals from learning."""

SHOWN = [section for section in sections() if section.name not in LEFT_OUT]
ENDS = accumulate((prod(section.shape) for section in SHOWN), initial=0)
PLACES = dict(zip((section.name for section in SHOWN), pairwise(ENDS), strict=True))
"""Where each named section is in a player's observation tensor."""

Kind = tuple[int, bool, int]


def kinds_of(seen: list[float], actions: list[int]) -> list[Kind]:
    """Return the kind of each action."""

    def number(name: str, at: int = 0) -> float:
        return seen[PLACES[name][0] + at]

    is_due = number("played") < number("minimum")
    draws = round(number("draws") * HIGHEST)
    stage = (draws > 0) + (draws > CARDS // 2)
    found = []
    for action in actions:
        step = len(STEPS) + 1
        if action < END:
            card, pile = action // PILES + LOWEST_CARD, action % PILES
            distance = card - round(number("tops", pile) * HIGHEST)
            step = bisect_left(STEPS, distance if pile < PILES // 2 else -distance)
        found.append((step, is_due, stage))
    return found


class TabularAgent(rl_agent.AbstractAgent):  # type: ignore[misc]
    """Has a preference for each kind of action, and raises it when an action turns out well."""

    def __init__(self, player_id: int = 0, *, seed: int = SEED) -> None:
        self._player, self._random = player_id, Random(seed)
        self._preferences: defaultdict[Kind, float] = defaultdict(float)
        self._usual: defaultdict[int, float] = defaultdict(float)
        """The usual number of cards laid soon after a moment, by the number laid before it."""
        self._visits: Counter[int] = Counter()
        self._episode: list[tuple[list[Kind], list[float], int]] = []

    def step(self, time_step: Any, is_evaluation: bool = False) -> Any:
        """Return an action, in an evaluation the preferred one; learn when the game is over."""
        if time_step.last():
            if not is_evaluation:
                self._learn()
            return None
        actions = time_step.observations["legal_actions"][self._player]
        kinds = kinds_of(time_step.observations["info_state"][self._player], actions)
        scores = [self._preferences[kind] for kind in kinds]
        best = max(scores)
        if is_evaluation:
            return rl_agent.StepOutput(action=actions[scores.index(best)], probs=[])
        weights = [exp(score - best) for score in scores]
        odds = [weight / sum(weights) for weight in weights]
        (chosen,) = self._random.choices(range(len(actions)), odds)
        self._episode.append((kinds, odds, chosen))
        return rl_agent.StepOutput(action=actions[chosen], probs=[])

    def _learn(self) -> None:
        """Follow the policy gradient (REINFORCE), with the usual number of cards as a baseline."""
        laid = [kinds[chosen][0] <= len(STEPS) for kinds, _, chosen in self._episode]
        before, worth = sum(laid), 0.0
        for (kinds, odds, chosen), is_card in zip(
            reversed(self._episode), reversed(laid), strict=True
        ):
            before -= is_card
            worth = 1 + DISCOUNT * worth if is_card else worth
            self._visits[before] += 1
            gain = worth - self._usual[before]
            self._usual[before] += gain * max(1 / self._visits[before], SLOWEST_RATE)
            self._preferences[kinds[chosen]] += LEARNING_RATE * gain
            for kind, chance in zip(kinds, odds, strict=True):
                self._preferences[kind] -= LEARNING_RATE * gain * chance
        self._episode.clear()


class RandomAgent(rl_agent.AbstractAgent):  # type: ignore[misc]
    """Takes random legal actions."""

    def __init__(self, player_id: int = 0) -> None:
        self._player, self._random = player_id, Random(EVALUATION_SEED)

    def step(self, time_step: Any, is_evaluation: bool = False) -> Any:
        """Return a random legal action."""
        actions = time_step.observations["legal_actions"][self._player]
        action = None if time_step.last() else self._random.choice(actions)
        return rl_agent.StepOutput(action=action, probs=[])


def table(seed: int) -> Any:
    """Return the game as OpenSpiel's environment for learning, with deals from a seed."""
    sampler = rl_environment.ChanceEventSampler(seed=seed)
    return rl_environment.Environment(GAME, chance_event_sampler=sampler)


def play(env: Any, agent: Any, *, is_evaluation: bool) -> tuple[float, int]:
    """Play a game; return the share of the cards laid, and the number of actions."""
    time_step, actions = env.reset(), 0
    while not time_step.last():
        time_step = env.step([agent.step(time_step, is_evaluation).action])
        actions += 1
    agent.step(time_step, is_evaluation)
    return time_step.rewards[0], actions


def evaluate(agent: Any, games: int) -> dict[str, float]:
    """Return the average cards left and the win rate."""
    env = table(EVALUATION_SEED)
    shares = [play(env, agent, is_evaluation=True)[0] for _ in range(games)]
    left = sum(CARDS * (1 - share) for share in shares) / games
    return {"left": left, "won": sum(share > 1 - 0.5 / CARDS for share in shares) / games}


def main(seconds: float, games: int, out: Path | None) -> None:
    """Learn for some time; print the curve and save it."""
    agent, env = TabularAgent(), table(SEED)
    steps, begun = 0, time.process_time()
    curve = [{"steps": 0, "seconds": 0.0, **evaluate(agent, games)}]
    while curve[-1]["seconds"] < seconds:
        until = time.process_time() + seconds / 8
        while time.process_time() < until:
            steps += play(env, agent, is_evaluation=False)[1]
        spent = time.process_time() - begun
        curve.append({"steps": steps, "seconds": spent, **evaluate(agent, games)})
        print(json.dumps(curve[-1]), file=sys.stderr)
    told = {"random": evaluate(RandomAgent(), games), "curve": curve}
    print(json.dumps({"random": told["random"], "last": curve[-1]}))
    if out is not None:
        out.write_text(json.dumps(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=240, help="of processor time, on one core")
    parser.add_argument("--games", type=int, default=100, help="how many each evaluation plays")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    main(arguments.seconds, arguments.games, arguments.out)
