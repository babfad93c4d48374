"""How strong somebody is in duels, and how sure that is (docs/ratings.md).

The arithmetic is openskill's: the model of Bradley and Terry, as Weng and Lin compute it.
"""

from dataclasses import dataclass
from math import log, sqrt

from openskill.models import BradleyTerryFull

SETTLED = 10
"""Duels after which a rating is no longer provisional."""

_MODEL = BradleyTerryFull(limit_sigma=True)  # no duel makes anybody less sure
START = 1500
SCALE = 400 / log(10) / (sqrt(2) * _MODEL.beta)
"""Points for one of `mu`: those who are 400 apart, and well known, win ten to one."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player's strength: a normal distribution."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def points(self) -> int:
        """The strength as it is shown: everybody begins with 1500."""
        return round(START + SCALE * (self.mu - _MODEL.mu))

    @property
    def uncertainty(self) -> int:
        """How many points it may well be off: a standard deviation."""
        return round(SCALE * self.sigma)


def after_duel(winner: Rating, loser: Rating) -> tuple[Rating, Rating]:
    """Return the ratings of the winner and the loser after a duel.

    >>> [rating.points for rating in after_duel(Rating(), Rating())]
    [1578, 1422]
    """
    teams = [[_MODEL.rating(each.mu, each.sigma)] for each in (winner, loser)]
    (won,), (lost,) = _MODEL.rate(teams)
    return Rating(won.mu, won.sigma), Rating(lost.mu, lost.sigma)


def rating_at(points: int) -> Rating:
    """Return a well-established rating of this many points, such as that of a puzzle."""
    return Rating(_MODEL.mu + (points - START) / SCALE, _MODEL.sigma / 4)
