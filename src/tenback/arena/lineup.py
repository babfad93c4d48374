"""Lineups: an edition, a number of seats, and a bot in each seat."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenback.batch import BatchPlayer
from tenback.bots import Recipe
from tenback.fastsim import Setup
from tenback.notation import read_edition
from tenback.notation.layouts import Layouts, built_in
from tenback.policies import Policy
from tenback.policies.errors import PlayerCode
from tenback.rules import BadInput
from tenback.rules.commands import SHUFFLED

TOGETHER = 32
"""Playing this many tables in step costs about half as much as playing them one by one."""


@dataclass(frozen=True, slots=True)
class Lineup:
    """A setup with a bot in every seat."""

    setup: Setup
    bots: tuple[Recipe, ...]

    def __post_init__(self) -> None:
        if len(self.bots) != self.setup.seats:
            raise BadInput(PlayerCode.BAD_BOTS, count=len(self.bots), seats=self.setup.seats)

    @classmethod
    def of(cls, setup: Setup, bots: Sequence[Recipe]) -> "Lineup":
        """Return the lineup of these bots; a single bot takes all seats."""
        return cls(setup, tuple(bots) * setup.seats if len(bots) == 1 else tuple(bots))

    @property
    def policies(self) -> tuple[Policy, ...] | None:
        """The compiled players of all seats; None if one of them is not compiled."""
        policies = tuple(policy for bot in self.bots if (policy := bot.policy) is not None)
        return policies if len(policies) == len(self.bots) else None

    @property
    def batch_players(self) -> tuple[Policy | BatchPlayer, ...] | None:
        """The players of all seats, each compiled or thinking about many tables; else None."""
        players = tuple(player for bot in self.bots if (player := self._player(bot)) is not None)
        return players if len(players) == len(self.bots) else None

    def _player(self, bot: Recipe) -> Policy | BatchPlayer | None:
        thinker = bot.thinker(self.setup)
        return bot.policy if thinker is None else BatchPlayer(thinker, talks=bot.talks)


def fewest_of(bots: Sequence[Recipe]) -> int:
    """Return the smallest number of deals worth playing together: thinkers share their work."""
    return TOGETHER if any(bot.thinks_together for bot in bots) else 1


def read_setup(edition: str, seats: int | None, layouts: Layouts = built_in) -> Setup:
    """Return the setup for the name of an edition; `extreme@shuffled` draws a layout per deal.

    Without a number of seats, it has the fewest that the edition allows.
    """
    spelled, _, layout = edition.partition("@")
    rules = read_edition(spelled if layout == SHUFFLED else edition, layouts)
    if layout == SHUFFLED and not rules.has_commands:
        rules = read_edition(edition, layouts)  # refuses it
    return Setup(rules, rules.seats[0] if seats is None else seats, layout == SHUFFLED)
