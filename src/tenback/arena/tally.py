"""Tallies: counts over many games, in whole numbers, so the order of adding does not matter."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tenback.arena.intervals import Interval, mean, wilson
from tenback.arena.study import counts, does_not_add_up
from tenback.batch import Results
from tenback.fastsim import Setup
from tenback.notation.json_form import Json, field


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games ended with how many cards left, and how many were won."""

    left: tuple[int, ...]
    """How many ended with no card left, with one, with two …; in a duel, the loser's cards."""
    wins: tuple[int, ...]
    """How many the team won; in a duel, how many each seat won."""

    @classmethod
    def nothing(cls, setup: Setup) -> "Tally":
        """Return the tally of no games."""
        return cls((0,) * (len(setup.edition.numbers) + 1), (0,) * (2 if setup.is_duel else 1))

    @classmethod
    def of(cls, setup: Setup, results: Results) -> "Tally":
        """Return the tally of some games."""
        left = np.bincount(results.left, minlength=len(setup.edition.numbers) + 1)
        if setup.is_duel:
            wins = [np.count_nonzero(results.winner == seat) for seat in range(setup.seats)]
        else:
            wins = [np.count_nonzero(results.won)]
        return cls(tuple(left.tolist()), tuple(map(int, wins)))

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(add(self.left, other.left), add(self.wins, other.wins))

    @property
    def deals(self) -> int:
        """How many games there were."""
        return sum(self.left)

    @property
    def won(self) -> int:
        """How many were won: by the team, or in a duel by seat 0."""
        return self.wins[0]

    @property
    def rate(self) -> float | None:
        """The share of games won; None if none was played."""
        return self.won / self.deals if self.deals else None

    @property
    def interval(self) -> Interval:
        """The confidence interval of the rate."""
        return wilson(self.won, self.deals)

    @property
    def left_mean(self) -> float | None:
        """How many cards were left on average."""
        return mean(enumerate(self.left)) if self.deals else None

    def as_json(self) -> Json:
        """Return the figures as JSON."""
        return {
            "won": self.won,
            "rate": self.rate,
            "interval": list(self.interval),
            "left_mean": self.left_mean,
            "left_histogram": list(self.left),
        }

    @classmethod
    def from_json(cls, setup: Setup, found: Json) -> "Tally":
        """Restore a tally from its figures."""
        left = counts(found, "left_histogram", len(setup.edition.numbers) + 1)
        won = field(found, "won", int)
        # A team wins when no card is left, but not if its last card is a skull (E4).
        if not 0 <= won <= (sum(left) if setup.is_duel else left[0]):
            raise does_not_add_up()
        return cls(left, (won, sum(left) - won) if setup.is_duel else (won,))


def add(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """Return the sums, element by element."""
    return tuple(a + b for a, b in zip(one, other, strict=True))
