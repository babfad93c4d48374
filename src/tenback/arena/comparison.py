"""What all comparisons of two bots share."""

from dataclasses import dataclass

from tenback.arena.study import settings_of
from tenback.bots import Recipe
from tenback.fastsim import Setup
from tenback.notation.json_form import Json


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two bots, A and B, that play the same deals."""

    setup: Setup
    bots: tuple[Recipe, Recipe]
    seed: str

    @property
    def is_compiled(self) -> bool:
        """Whether both bots are."""
        return all(bot.policy is not None for bot in self.bots)

    @property
    def settings(self) -> Json:
        """What is played, with the two bots."""
        return settings_of(self.setup, self.bots)
