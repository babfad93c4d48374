"""The running turn, reduced to what decides how it can continue."""

from typing import NamedTuple

from tenback.rules.cards import NO_CARDS
from tenback.rules.piles import Pile


class Progress(NamedTuple):
    """How far the running turn has come; small, as end tests (C10, E12, F8) make many of them."""

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
    """The index of the pile that the last card of this turn was laid on."""

    @property
    def played(self) -> int:
        """How many cards have been laid in this turn."""
        return self.laid.bit_count()

    def after(self, card: int, pile: Pile) -> "Progress":
        """Return the progress after a play, without checking that the play is allowed."""
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
