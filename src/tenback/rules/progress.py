"""A turn under way, reduced to what decides how it can go on."""

from typing import NamedTuple

from tenback.rules.cards import NO_CARDS
from tenback.rules.piles import Pile


class Progress(NamedTuple):
    """How far a turn has come. The end test (C10, E12, F8) searches these, so they are light."""

    seat: int
    minimum: int
    """How many cards the turn must lay, fixed when it begins (C7, C9, F5)."""
    tops: tuple[int, ...]
    hand: int
    """The cards in the seat's hand, as a set."""
    laid: int = NO_CARDS
    """The cards laid in this turn, as a set."""
    used: int = 0
    """The piles used in this turn, as a set: bit i for the pile with index i."""
    last: int | None = None
    """The index of the pile of the card laid last in this turn."""

    @property
    def played(self) -> int:
        """How many cards were laid in this turn."""
        return self.laid.bit_count()

    def after(self, card: int, pile: Pile) -> "Progress":
        """Return the progress after laying a card, without checking that it may be laid."""
        seat, minimum, tops, hand, laid, used, _ = self
        index, bit = pile.index, 1 << card
        return Progress(
            seat,
            minimum,
            (*tops[:index], card, *tops[index + 1 :]),
            hand & ~bit,
            laid | bit,
            used | 1 << index,
            index,
        )
