"""Piles: a row card and the number cards laid on it (C1, F1)."""

from dataclasses import dataclass, field

from tenback.rules.cards import ABOVE, BELOW, BIT, NO_CARDS

TRICK = 10
"""A backwards trick goes back by exactly this much (C6)."""

CardSets = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Pile:
    """A pile: `U1` is the first ascending pile of Classic, `SD` silver's descending one.

    There is one of each name, also after it has been copied or has crossed to another process.

    >>> str(U1), U1.step(top=14, card=23), D1.step(top=60, card=70)
    ('u1', 9, -10)
    """

    name: str
    index: int
    is_ascending: bool
    row_card: int
    owner: int | None = None

    forward: CardSets = field(init=False, repr=False, compare=False)
    """The cards that go forward from each top, as card sets indexed by the top (C5)."""
    backward: CardSets = field(init=False, repr=False, compare=False)
    """The cards that go back from each top by any margin, as card sets indexed by the top (F4)."""
    fitting: CardSets = field(init=False, repr=False, compare=False)
    """The cards that go forward or make the backwards trick, indexed by the top (C5, C6)."""

    def __post_init__(self) -> None:
        forward, backward = (ABOVE, BELOW) if self.is_ascending else (BELOW, ABOVE)
        tricks = [top - TRICK if self.is_ascending else top + TRICK for top in range(len(BIT))]
        fitting = tuple(
            cards | (BIT[trick] if 0 <= trick < len(BIT) else NO_CARDS)
            for cards, trick in zip(forward, tricks, strict=True)
        )
        object.__setattr__(self, "forward", forward)
        object.__setattr__(self, "backward", backward)
        object.__setattr__(self, "fitting", fitting)

    def step(self, top: int, card: int) -> int:
        """Return how far a card moves the pile forward; −10 for a backwards trick."""
        return card - top if self.is_ascending else top - card

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        return pile_named, (self.name,)


U1 = Pile("u1", 0, is_ascending=True, row_card=1)
U2 = Pile("u2", 1, is_ascending=True, row_card=1)
D1 = Pile("d1", 2, is_ascending=False, row_card=100)
D2 = Pile("d2", 3, is_ascending=False, row_card=100)
TEAM_PILES = (U1, U2, D1, D2)

GOLD, SILVER = 0, 1
GU = Pile("gu", 0, is_ascending=True, row_card=1, owner=GOLD)
GD = Pile("gd", 1, is_ascending=False, row_card=60, owner=GOLD)
SU = Pile("su", 2, is_ascending=True, row_card=1, owner=SILVER)
SD = Pile("sd", 3, is_ascending=False, row_card=60, owner=SILVER)
DUEL_PILES = (GU, GD, SU, SD)

PILES = {pile.name: pile for pile in TEAM_PILES + DUEL_PILES}


def pile_named(name: str) -> Pile:
    """Return the one pile of a name."""
    return PILES[name]
