"""The compiled players by name; their compiled code is in `choosing`."""

from dataclasses import dataclass

from tenback.policies.errors import no_such_bot

RANDOM, GREEDY, CAREFUL = range(3)
POLICIES = ("random", "greedy", "careful")
FORMS = (*POLICIES, f"{POLICIES[GREEDY]}:STEP")
"""Their names."""
TALKING_PLAYER, SILENT_PLAYER, CALLER = 3, -1, -2
"""Players that are not compiled: one that talks as `careful` does, one that never talks, and one
that also says who begins."""

REACH = 3
"""The largest optional step `greedy` takes: the value that wins most in Classic with 2 to 5."""
FURTHEST = 99
COVERING_GAIN = 200
"""What `greedy` gains by covering a fire that must be covered in this turn (O2): more than any step
costs. Laying a burning card costs it nothing extra: it wins less if it puts that off."""


@dataclass(frozen=True)
class Policy:
    """A compiled player; prints as the name that it is read from.

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
        """Return the policy that a text names: one of `POLICIES`, or `greedy:STEP`."""
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
