"""What all comparisons between two bots share."""

from dataclasses import dataclass

from tenback.arena.errors import ArenaCode
from tenback.arena.lineup import fewest_of
from tenback.arena.study import settings_of
from tenback.bots import Recipe
from tenback.fastsim import Setup
from tenback.notation.json_form import Json
from tenback.rules import BadInput, Reason


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two bots, A and B, that play the same deals."""

    setup: Setup
    bots: tuple[Recipe, Recipe]
    seed: str

    @property
    def is_compiled(self) -> bool:
        """Whether both bots are compiled."""
        return all(bot.policy is not None for bot in self.bots)

    @property
    def fewest(self) -> int:
        """The smallest number of deals worth playing together."""
        return fewest_of(self.bots)

    @property
    def settings(self) -> Json:
        """The settings of the comparison, with the two bots."""
        return settings_of(self.setup, self.bots)

    def to_keep(self, _: range) -> list[range]:
        """Return nothing: comparisons keep no records."""
        return []

    def check(self, *, is_duel: bool) -> None:
        """Refuse a duel where teams are compared, and a team where duels are."""
        if self.setup.is_duel != is_duel:
            reason = Reason("it is a duel" if self.setup.is_duel else "it is not a duel")
            raise BadInput(ArenaCode.NOT_COMPARABLE, edition=self.setup.edition.name, reason=reason)
