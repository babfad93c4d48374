"""`python -m bench.search`: see the package."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from time import perf_counter

import torch
from torch import Tensor

from bench.search.playing import Mind, played
from tenback.arena import read_setup
from tenback.bots.thinking import Care, Stage
from tenback.fastsim import Setup
from tenback.rules.chance import check_seed
from tenback.training.run import find_device

GAMES = 1024
NUMBERS = {"lines": int, "next_lines": int, "turns": int, "margin": float, "trust": int}


def care_of(text: str) -> Care:
    """Parse a way to think: `lines=64 stages=6x16,3x48 turns=2 margin=0.05 trust=16`."""
    care = Care()
    for part in text.split():
        name, _, value = part.partition("=")
        if name == "stages":
            stages = (each.split("x") for each in value.split(","))
            care = replace(care, stages=tuple(Stage(int(a), int(b)) for a, b in stages))
        else:
            care = replace(care, **{name: NUMBERS[name](value)})
    return care


@dataclass(slots=True)
class Score:
    """The results of one way, deal by deal, compared with the first way."""

    wins: list[float] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)
    """How much more this way won of each deal than the first way."""
    against: list[float] = field(default_factory=list)
    """In a duel, what this way won against the first way."""
    left: int = 0
    seconds: float = 0.0

    def add(self, wins: Tensor, first: Tensor, left: Tensor, seconds: float) -> None:
        """Add the results of some deals."""
        self.wins += wins.tolist()
        self.gains += (wins - first).tolist()
        self.left += int(left.sum())
        self.seconds += seconds

    @property
    def as_json(self) -> dict[str, object]:
        """Return the figures in percent."""
        return {
            "won": _percent(self.wins),
            "gain": _percent(self.gains),
            "against_first": _percent(self.against) if self.against else None,
            "left": round(self.left / len(self.wins), 3),
            "seconds": round(self.seconds, 1),
        }


def _percent(values: Sequence[float]) -> list[float]:
    """Return a mean in percent, and half the width of its 95 % interval."""
    found = torch.tensor(values, dtype=torch.float64)
    reach = 1.96 * found.std() / len(found) ** 0.5
    return [round(100 * float(found.mean()), 2), round(100 * float(reach), 2)]


class Comparison:
    """Compares ways to think about one setup, on the same deals."""

    def __init__(self, setup: Setup, ways: Sequence[str], device: torch.device) -> None:
        self.setup, self._device = setup, device
        cares = [care_of(way) for way in ways]
        self._most = max(care.lines for care in cares)
        self._minds = [Mind(setup, care, device) for care in cares]
        self.scores = {way: Score() for way in ways}

    def play(self, games: int, seed: str) -> None:
        """Play some more deals with all ways."""
        first: Tensor | None = None
        for mind, score in zip(self._minds, self.scores.values(), strict=True):
            begun = perf_counter()
            if self.setup.is_duel:
                wins, left = self._duels(mind, None, games, seed)
            else:
                wins, left = self._played([mind] * self.setup.seats, games, seed)
            if first is None:
                first = wins
            score.add(wins, first, left, perf_counter() - begun)
            if self.setup.is_duel and mind is not self._minds[0]:
                score.against += self._duels(mind, self._minds[0], games, seed)[0].tolist()

    def _played(self, minds: Sequence[Mind | None], games: int, seed: str) -> tuple[Tensor, Tensor]:
        won, left = played(
            self.setup, minds, most=self._most, games=games, seed=seed, device=self._device
        )
        return won.double().cpu(), left.cpu()

    def _duels(
        self, mind: Mind, other: Mind | None, games: int, seed: str
    ) -> tuple[Tensor, Tensor]:
        """Return the share won of the two duels of each deal, one with each color."""
        winner, left = self._played([mind, other], games, seed)
        again, more = self._played([other, mind], games, seed)
        return ((1 - winner) + again) / 2, (left + more) // 2


def main(arguments: Sequence[str]) -> None:
    """Compare ways, round by round, until all deals are played or time is up."""
    parser = argparse.ArgumentParser(prog="python -m bench.search")
    parser.add_argument("--setup", action="append", required=True, help='such as "extreme 2"')
    parser.add_argument("--way", action="append", required=True, help="how to think")
    parser.add_argument("--seed", type=check_seed, default="SEARCH", help="of the deals")
    parser.add_argument("--games", type=int, default=GAMES, help="of each way in each round")
    parser.add_argument("--rounds", type=int, default=0, help="how many; else until time is up")
    parser.add_argument("--minutes", type=float, default=9.0, help="begin no round after these")
    parser.add_argument("--out", type=Path, required=True, help="the file for the results")
    parser.add_argument("--device", default=None, help="cuda or cpu; the fastest by default")
    options = parser.parse_args(arguments)
    torch.set_grad_enabled(False)
    begun, device = perf_counter(), find_device(options.device)
    setups = [read_setup(name.split()[0], int(name.split()[1])) for name in options.setup]
    comparisons = [Comparison(setup, options.way, device) for setup in setups]
    for number in range(options.rounds) if options.rounds else count():
        for comparison in comparisons:
            if perf_counter() - begun > 60 * options.minutes:
                return
            comparison.play(options.games, f"{options.seed}{number}")
            _write(options.out, [each for each in comparisons if each.scores[options.way[0]].wins])
            for way, score in comparison.scores.items():
                text = json.dumps(score.as_json)
                print(comparison.setup, len(score.wins), repr(way), text, flush=True)


def _write(path: Path, comparisons: Sequence[Comparison]) -> None:
    found = [
        {"setup": str(each.setup), "way": way, "games": len(score.wins), **score.as_json}
        for each in comparisons
        for way, score in each.scores.items()
    ]
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
