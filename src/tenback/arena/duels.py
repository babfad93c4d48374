"""Two bots against each other: every deal is played four times, so neither gets better cards."""

from dataclasses import dataclass

import numpy as np

from tenback.arena.comparison import Comparison
from tenback.arena.intervals import Interval, bounded_interval
from tenback.arena.lineup import Lineup
from tenback.arena.sittings import play_deals
from tenback.arena.study import PartResult, counts, does_not_add_up
from tenback.arena.tally import add
from tenback.fastsim.tables import Array
from tenback.notation.json_form import Json, field
from tenback.rules.piles import GOLD, SILVER

CASES = {
    "gold-first": (GOLD, True),
    "gold-second": (GOLD, False),
    "silver-first": (SILVER, True),
    "silver-second": (SILVER, False),
}
"""The four duels of a deal: A's color, and whether A begins."""


@dataclass(frozen=True, slots=True)
class Duels:
    """How many of the four duels of each deal A won."""

    by_deal: tuple[int, ...]
    """How many deals brought A no win, one, two, three or four."""
    by_case: tuple[int, ...]
    """How many duels A won in each of the `CASES`."""

    def __add__(self, other: "Duels") -> "Duels":
        return Duels(add(self.by_deal, other.by_deal), add(self.by_case, other.by_case))

    @property
    def deals(self) -> int:
        """How many deals were played, four duels each."""
        return sum(self.by_deal)

    @property
    def won(self) -> int:
        """How many duels A won."""
        return sum(self.by_case)

    @property
    def rate(self) -> float | None:
        """A's share of all duels."""
        return self.won / (len(CASES) * self.deals) if self.deals else None

    @property
    def interval(self) -> Interval:
        """The confidence interval of the rate, which allows for the duels of a deal being alike."""
        low, high = bounded_interval(enumerate(self.by_deal), 0, len(CASES))
        return low / len(CASES), high / len(CASES)

    def won_as(self, *, seat: int | None = None, begins: bool | None = None) -> int:
        """Return how many duels A won with a color, or when it did or did not begin."""
        cases = zip(CASES.values(), self.by_case, strict=True)
        return sum(won for (s, b), won in cases if seat in (None, s) and begins in (None, b))


@dataclass(frozen=True, slots=True)
class DuelComparison(Comparison):
    """Plays every deal four times: A with either color, and as the starter or not."""

    def __post_init__(self) -> None:
        self.check(is_duel=True)

    @property
    def nothing(self) -> Duels:
        """An empty tally."""
        return Duels((0,) * (len(CASES) + 1), (0,) * len(CASES))

    def play(self, deals: range) -> PartResult[Duels]:
        """Play the four duels of each deal."""
        wins = np.array([self._won(deals, seat, begins=begins) for seat, begins in CASES.values()])
        by_deal = np.bincount(wins.sum(axis=0), minlength=len(CASES) + 1)
        return PartResult(Duels(tuple(by_deal.tolist()), tuple(wins.sum(axis=1).tolist())))

    def figures(self, tally: Duels) -> Json:
        """Return how many duels A won, in all and case by case."""
        return {
            "won": tally.won,
            "rate": tally.rate,
            "interval": list(tally.interval),
            "wins": dict(zip(CASES, tally.by_case, strict=True)),
            "wins_per_deal": list(tally.by_deal),
        }

    def recall(self, found: Json) -> Duels:
        """Restore a tally from its figures."""
        by_deal = counts(found, "wins_per_deal", len(CASES) + 1)
        wins = field(found, "wins", dict)
        tally = Duels(by_deal, tuple(field(wins, case, int) for case in CASES))
        in_all = sum(wins * deals for wins, deals in enumerate(by_deal))
        if tally.won != in_all or not all(0 <= won <= tally.deals for won in tally.by_case):
            raise does_not_add_up()
        return tally

    def _won(self, deals: range, seat: int, *, begins: bool) -> Array:
        """Return for each deal whether A wins from a seat."""
        a, b = self.bots
        lineup = Lineup(self.setup, (a, b) if seat == 0 else (b, a))
        starter = seat if begins else 1 - seat
        results = play_deals(lineup, self.seed, deals, starter=starter)
        return np.equal(results.winner, seat)
