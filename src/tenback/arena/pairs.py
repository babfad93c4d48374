"""Compares two bots on the same deals, each filling a team of its own."""

from dataclasses import dataclass

import numpy as np

from tenback.arena.comparison import Comparison
from tenback.arena.intervals import Interval, bounded_interval, mean, mean_interval
from tenback.arena.lineup import Lineup
from tenback.arena.sittings import play_deals
from tenback.arena.study import PartResult, does_not_add_up
from tenback.arena.tally import Tally, add
from tenback.notation.json_form import Json, field


@dataclass(frozen=True, slots=True)
class Pairs:
    """How many deals two teams won, and how their results differed."""

    a: Tally
    b: Tally
    both: int
    """How many deals both teams won."""
    differences: tuple[int, ...]
    """Counts of how many more cards A had left than B: from all fewer to all more."""

    def __add__(self, other: "Pairs") -> "Pairs":
        return Pairs(
            self.a + other.a,
            self.b + other.b,
            self.both + other.both,
            add(self.differences, other.differences),
        )

    @property
    def deals(self) -> int:
        """How many deals were played by both teams."""
        return self.a.deals

    @property
    def only_a(self) -> int:
        """How many deals only A won."""
        return self.a.won - self.both

    @property
    def only_b(self) -> int:
        """How many deals only B won."""
        return self.b.won - self.both

    @property
    def neither(self) -> int:
        """How many deals both teams lost."""
        return self.deals - self.both - self.only_a - self.only_b

    @property
    def difference(self) -> float | None:
        """A's win rate minus B's."""
        return (self.only_a - self.only_b) / self.deals if self.deals else None

    @property
    def difference_interval(self) -> Interval:
        """The confidence interval of `difference`, from the deals on which the two differ."""
        same = self.both + self.neither
        return bounded_interval([(1, self.only_a), (0, same), (-1, self.only_b)], -1, 1)

    @property
    def left_difference(self) -> float | None:
        """How many more cards A has left than B on average; fewer are better."""
        return mean(self.by_difference) if self.deals else None

    @property
    def left_difference_interval(self) -> Interval:
        """The confidence interval of `left_difference`."""
        most = len(self.differences) // 2
        return mean_interval(self.by_difference, -most, most)

    @property
    def by_difference(self) -> list[tuple[int, int]]:
        """The differences in cards left that occurred, with their counts."""
        middle = len(self.differences) // 2
        return [(at - middle, count) for at, count in enumerate(self.differences) if count]


@dataclass(frozen=True, slots=True)
class TeamComparison(Comparison):
    """Plays every deal twice: with A in all seats, then with B in all seats."""

    def __post_init__(self) -> None:
        self.check(is_duel=False)

    @property
    def nothing(self) -> Pairs:
        """An empty tally."""
        none = Tally.nothing(self.setup)
        return Pairs(none, none, 0, (0,) * self._spread)

    def play(self, deals: range) -> PartResult[Pairs]:
        """Play each deal with both teams."""
        a, b = (play_deals(Lineup.of(self.setup, [bot]), self.seed, deals) for bot in self.bots)
        differences = a.left.astype(np.int64) - b.left + self._spread // 2
        return PartResult(
            Pairs(
                Tally.of(self.setup, a),
                Tally.of(self.setup, b),
                int(np.count_nonzero(a.won & b.won)),
                tuple(np.bincount(differences, minlength=self._spread).tolist()),
            )
        )

    def figures(self, tally: Pairs) -> Json:
        """Return both results, and the differences A − B on the same deals."""
        return {
            "a": tally.a.as_json(),
            "b": tally.b.as_json(),
            "both_won": tally.both,
            "only_a": tally.only_a,
            "only_b": tally.only_b,
            "neither": tally.neither,
            "difference": tally.difference,
            "difference_interval": list(tally.difference_interval),
            "left_difference": tally.left_difference,
            "left_difference_interval": list(tally.left_difference_interval),
            "left_difference_histogram": [list(pair) for pair in tally.by_difference],
        }

    def recall(self, found: Json) -> Pairs:
        """Restore a tally from its figures."""
        a, b = (Tally.from_json(self.setup, field(found, key, dict)) for key in ("a", "b"))
        differences = [0] * self._spread
        for pair in field(found, "left_difference_histogram", list):
            match pair:
                case [int(difference), int(count)] if abs(difference) <= self._spread // 2:
                    differences[difference + self._spread // 2] = count
                case _:
                    raise does_not_add_up()
        tally = Pairs(a, b, field(found, "both_won", int), tuple(differences))
        parts = (tally.both, tally.only_a, tally.only_b, tally.neither, *differences)
        if min(parts) < 0 or not a.deals == b.deals == sum(differences):
            raise does_not_add_up()
        return tally

    @property
    def _spread(self) -> int:
        """How many values a difference in cards left can have."""
        return 2 * len(self.setup.edition.numbers) + 1
