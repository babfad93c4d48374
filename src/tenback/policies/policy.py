"""The names and parameters of the compiled bots; their compiled code is in `choosing`."""

from dataclasses import dataclass

from tenback.policies.errors import no_such_bot

RANDOM, GREEDY, CAREFUL = range(3)
POLICIES = ("random", "greedy", "careful")
FORMS = (*POLICIES, f"{POLICIES[GREEDY]}:STEP")
"""The forms of their names."""
TALKING_PLAYER, SILENT_PLAYER, CALLER = 3, -1, -2
"""The numbers of players that are not compiled.

The first talks as `careful` does and the second never talks; the third also decides who begins.
"""

REACH = 3
"""The largest optional step of `greedy`: the value that wins most in Classic with 2 to 5."""
FURTHEST = 99
COVERING_GAIN = 200
"""What `greedy` gains by covering a fire that must be covered in this turn (O2).

It is more than any step costs. Laying a burning card costs nothing extra: `greedy` wins less often
if it postpones that.
"""


@dataclass(frozen=True)
class Policy:
    """A compiled bot; prints as the name that it is read from.

    >>> Policy.read("greedy:5"), str(Policy("greedy", reach=5)), str(Policy("greedy"))
    (Policy(name='greedy', reach=5), 'greedy:5', 'greedy')
    """

    name: str
    reach: int = REACH

    def __post_init__(self) -> None:
        reaches = range(FURTHEST + 1) if self.name == POLICIES[GREEDY] else (REACH,)
        if self.name not in POLICIES or self.reach not in reaches:
            raise no_such_bot(str(self), FORMS)

    @classmethod
    def read(cls, text: str) -> "Policy":
        """Return the policy with this name: one of `POLICIES`, or `greedy:STEP`."""
        name, colon, reach = text.partition(":")
        if not colon:
            return cls(name)
        if name != POLICIES[GREEDY] or not (
            reach.isascii() and reach.isdigit() and len(reach) <= 2
        ):
            raise no_such_bot(text, FORMS)
        return cls(name, int(reach))

    def __str__(self) -> str:
        return self.name if self.reach == REACH else f"{self.name}:{self.reach}"
