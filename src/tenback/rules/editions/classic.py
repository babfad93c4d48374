"""Classic: one to five players together against the deck (C1 to C14)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from tenback.rules.cards import NUMBERS, Cards
from tenback.rules.editions.description import Option
from tenback.rules.editions.edition import Edition
from tenback.rules.errors import Code, Refused
from tenback.rules.outcome import Ending, Outcome
from tenback.rules.piles import TEAM_PILES, Pile
from tenback.rules.progress import Progress
from tenback.rules.talk import Word

MINIMUM_THREE = Option("min3", "M", "minimum three")
HAND_SMALLER = Option("hand-1", "H", "hands one smaller")
HAND_SIZES = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}
ON_U1, ON_U2, ON_D1, ON_D2 = (pile.fitting for pile in TEAM_PILES)


@dataclass(frozen=True)
class Classic(Edition):
    """The original game, with the two options of its Pro variant (C14).

    >>> str(Classic(is_minimum_three=True))
    'classic+min3'
    """

    name: ClassVar = "classic"
    title: ClassVar = "Classic"
    letter: ClassVar = "C"
    rule_letter: ClassVar = "C"
    piles: ClassVar = TEAM_PILES
    numbers: ClassVar = NUMBERS
    seats: ClassVar = range(1, 6)
    draw_pile_count: ClassVar = 1
    is_starter_drawn: ClassVar = False
    words: ClassVar = tuple(word for word in Word if word is not Word.HOLD)

    is_minimum_three: bool = field(default=False, metadata={"option": MINIMUM_THREE})
    is_hand_smaller: bool = field(default=False, metadata={"option": HAND_SMALLER})

    def hand_size(self, seats: int) -> int:
        """Return the hand size (C3), one smaller with the option `hand-1` (C14)."""
        return HAND_SIZES[seats] - self.is_hand_smaller

    def minimum(self, *, is_draw_pile_empty: bool) -> int:
        """Return two (C7), three with option `min3` (C14), or one without a draw pile (C9)."""
        if is_draw_pile_empty:
            return 1
        return 3 if self.is_minimum_three else 2

    def fits(self, progress: Progress) -> tuple[int, ...]:
        """Return, pile by pile, the cards that go forward or make a backwards trick (C5, C6)."""
        hand, tops = progress.hand, progress.tops
        return (
            hand & ON_U1[tops[0]],
            hand & ON_U2[tops[1]],
            hand & ON_D1[tops[2]],
            hand & ON_D2[tops[3]],
        )

    def why_not(self, progress: Progress, card: int, pile: Pile) -> Refused:
        """Return the refusal of a card that breaks C5."""
        return Refused(Code.DOES_NOT_FIT, card=card, pile=pile, top=progress.tops[pile.index])

    def is_every_play_safe(self, progress: Progress) -> bool:
        """Return whether every play keeps the minimum, the only demand on a turn, in reach.

        With two cards still to lay, a play is safe if at least two cards fit on the other three
        piles: one of them is left.
        """
        owed = progress.minimum - progress.played
        if owed != 2:
            return owed < 2
        u1, u2, d1, d2 = self.fits(progress)
        up, down = u1 | u2, d1 | d2
        elsewhere = (u2 | down, u1 | down, up | d2, up | d1)
        return all(cards.bit_count() >= 2 for cards in elsewhere)

    def can_complete(self, progress: Progress) -> bool:
        """Return whether the minimum can still be reached (C10)."""
        owed = progress.minimum - progress.played
        if owed <= 1:
            return owed <= 0 or any(self.fits(progress))
        return any(map(self.can_complete, self.continuations(progress)))

    def unmet_demand(self, progress: Progress) -> Ending | None:
        """Return the ending if demands other than the minimum cannot be met.

        Classic has no such demands.
        """
        return None

    def draw_count(self, progress: Progress, *, seats: int) -> int:
        """Return how many cards bring the hand back to its full size (C8)."""
        return self.hand_size(seats) - progress.hand.bit_count()

    def judge(
        self, progress: Progress, hands: Sequence[Cards], draw_piles: Sequence[Cards]
    ) -> Outcome | None:
        """Return a win if all cards are laid (C11), a loss if the turn has no completion (C10)."""
        if self.can_complete(progress) and (any(hands) or any(draw_piles)):
            return None
        left = _count(hands, draw_piles)
        ending = self.unmet_demand(progress) or (Ending.STUCK if left else None)
        if ending is not None:
            return Outcome(ending, won=False, winner=None, left=left)
        return Outcome(Ending.ALL_LAID, won=True, winner=None, left=0)

    def resigned(self, seat: int, hands: Sequence[Cards], draw_piles: Sequence[Cards]) -> Outcome:
        """Return the outcome of giving up: the team loses."""
        left = _count(hands, draw_piles)
        return Outcome(Ending.RESIGNED, won=False, winner=None, left=left)


def _count(hands: Sequence[Cards], draw_piles: Sequence[Cards]) -> int:
    return sum(map(len, hands)) + sum(map(len, draw_piles))
