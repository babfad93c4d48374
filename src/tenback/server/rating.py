"""Ratings: the strength of a player in duels, and its uncertainty (docs/ratings.md).

openskill computes them, with the Bradley-Terry model of Weng and Lin.
"""

from dataclasses import dataclass
from math import log, sqrt

from openskill.models import BradleyTerryFull

SETTLED = 10
"""The number of duels after which a rating is no longer provisional."""

_MODEL = BradleyTerryFull(limit_sigma=True)  # A duel never increases the uncertainty.
START = 1500
SCALE = 400 / log(10) / (sqrt(2) * _MODEL.beta)
"""Points per unit of `mu`: of two settled ratings, one that is 400 higher wins ten to one."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The estimate of a player's strength: a normal distribution."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def points(self) -> int:
        """The strength in displayed points; everybody starts with 1500."""
        return round(START + SCALE * (self.mu - _MODEL.mu))

    @property
    def uncertainty(self) -> int:
        """The standard deviation, in displayed points."""
        return round(SCALE * self.sigma)


def after_duel(winner: Rating, loser: Rating) -> tuple[Rating, Rating]:
    """Return the new ratings of the winner and the loser of a duel.

    >>> [rating.points for rating in after_duel(Rating(), Rating())]
    [1578, 1422]
    """
    teams = [[_MODEL.rating(each.mu, each.sigma)] for each in (winner, loser)]
    (won,), (lost,) = _MODEL.rate(teams)
    return Rating(won.mu, won.sigma), Rating(lost.mu, lost.sigma)


def rating_at(points: int) -> Rating:
    """Return a well-established rating of this many points, for example for a puzzle."""
    return Rating(_MODEL.mu + (points - START) / SCALE, _MODEL.sigma / 4)
