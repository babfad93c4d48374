"""Face to Face: a duel in which each player has their own deck and two piles (F1 to F9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tenback.rules.cards import NO_CARDS, Cards
from tenback.rules.editions.edition import Edition
from tenback.rules.errors import Code, Refused
from tenback.rules.outcome import Ending, Outcome
from tenback.rules.piles import DUEL_PILES, Pile
from tenback.rules.progress import Progress

PILES_OF = tuple(sum(1 << pile.index for pile in DUEL_PILES if pile.owner == s) for s in (0, 1))


@dataclass(frozen=True)
class FaceToFace(Edition):
    """The duel, which has no options."""

    name: ClassVar = "face-to-face"
    title: ClassVar = "Face to Face"
    letter: ClassVar = "F"
    rule_letter: ClassVar = "F"
    is_duel: ClassVar = True
    piles: ClassVar = DUEL_PILES
    numbers: ClassVar = range(2, 60)
    seats: ClassVar = range(2, 3)
    draw_pile_count: ClassVar = 2
    is_starter_drawn: ClassVar = True

    def hand_size(self, seats: int) -> int:
        """Return six, the only hand size (F1)."""
        return 6

    def minimum(self, *, is_draw_pile_empty: bool) -> int:
        """Return two, even when the draw pile is empty (F5)."""
        return 2

    def fits(self, progress: Progress) -> tuple[int, ...]:
        """Return what fits on the seat's own piles (C5, C6, F3) or improves an opponent's (F4)."""
        seat, hand = progress.seat, progress.hand
        with_opponent = NO_CARDS if self.has_helped(progress) else hand
        return tuple(
            [
                hand & pile.fitting[top]
                if pile.owner == seat
                else with_opponent & pile.backward[top]
                for pile, top in zip(self.piles, progress.tops, strict=True)
            ]
        )

    def is_every_play_safe(self, progress: Progress) -> bool:
        """Return whether at most one card is still owed; the minimum is the only demand."""
        return progress.played + 1 >= progress.minimum

    def has_helped(self, progress: Progress) -> bool:
        """Return whether a card was laid on an opponent's pile in this turn (F4)."""
        return progress.used & PILES_OF[1 - progress.seat] != 0

    def why_not(self, progress: Progress, card: int, pile: Pile) -> Refused:
        """Return the refusal by C5 for the seat's own piles, or by F4 for the opponent's."""
        if pile.owner != progress.seat and self.has_helped(progress):
            return Refused(Code.ONE_WITH_OPPONENT)
        code = Code.DOES_NOT_FIT if pile.owner == progress.seat else Code.NO_IMPROVEMENT
        return Refused(code, card=card, pile=pile, top=progress.tops[pile.index])

    def draw_count(self, progress: Progress, *, seats: int) -> int:
        """Return two, or enough to fill the hand after a card on an opponent's pile (F6)."""
        if self.has_helped(progress):
            return self.hand_size(seats) - progress.hand.bit_count()
        return 2

    def judge(
        self, progress: Progress, hands: Sequence[Cards], draw_piles: Sequence[Cards]
    ) -> Outcome | None:
        """Return a win with all cards laid (F7), a loss if two cannot be laid (F8), else None."""
        left = [len(hand) + len(draw) for hand, draw in zip(hands, draw_piles, strict=True)]
        if 0 in left:
            winner = left.index(0)
            return Outcome(Ending.ALL_LAID, won=None, winner=winner, left=left[1 - winner])
        if self.can_complete(progress):
            return None
        seat = progress.seat
        return Outcome(Ending.STUCK, won=None, winner=1 - seat, left=left[seat])

    def resigned(self, seat: int, hands: Sequence[Cards], draw_piles: Sequence[Cards]) -> Outcome:
        """Return the outcome of giving up: the other seat wins."""
        left = len(hands[seat]) + len(draw_piles[seat])
        return Outcome(Ending.RESIGNED, won=None, winner=1 - seat, left=left)
