"""The careful bot searches its whole turn, talks and listens, just like its compiled policy."""

from dataclasses import dataclass

from tenback.bots.talk import name_best_start, talk
from tenback.fastsim import Setup, move_of
from tenback.fastsim.views import table_like
from tenback.policies import POLICIES, Policy
from tenback.policies.choosing import choose, compiled_policies
from tenback.policies.policy import CAREFUL
from tenback.rules import Move, Signal, View

POLICY = Policy(POLICIES[CAREFUL])


@dataclass(frozen=True, slots=True)
class Careful:
    """Plays the turn that does the least harm, to the piles and to what others said about them."""

    def choose(self, view: View) -> Move:
        """Return the next move of the best way to play the turn."""
        if view.turn is None:
            return name_best_start(view)
        setup = Setup(view.edition, len(view.hand_sizes))
        policies = compiled_policies([POLICY], setup.seats)
        action = choose(setup.rules, table_like(view)[0], policies)
        return move_of(view.edition, int(action))

    def talk(self, view: View) -> tuple[Signal, ...]:
        """Return what the seat has to say about the piles, and in the opening about its hand."""
        return talk(view)
