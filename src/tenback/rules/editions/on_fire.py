"""On Fire: Classic with six burning cards that must be covered in time (O1 to O5)."""

from dataclasses import dataclass
from typing import ClassVar

from tenback.rules.cards import card_set, cards_in
from tenback.rules.editions.classic import Classic
from tenback.rules.errors import Code, Refused
from tenback.rules.outcome import Ending
from tenback.rules.piles import Pile
from tenback.rules.progress import Progress

BURNING = card_set((22, 33, 44, 55, 66, 77))


@dataclass(frozen=True)
class OnFire(Classic):
    """Classic with fires: a card that burns when a turn begins must be covered in it (O2)."""

    name: ClassVar = "on-fire"
    title: ClassVar = "On Fire"
    letter: ClassVar = "B"  # as in burning
    rule_letter: ClassVar = "O"
    burning: ClassVar = BURNING
    endings: ClassVar = (*Classic.endings, Ending.FIRE)

    def fires(self, progress: Progress) -> tuple[Pile, ...]:
        """Return the piles that burned when the turn began and are not covered yet (O2).

        A burning top on a pile that the turn has used was laid in this turn, so it need not be
        covered yet (O3).
        """
        return tuple(
            [
                pile
                for pile, top in zip(self.piles, progress.tops, strict=True)
                if BURNING >> top & 1 and not progress.used >> pile.index & 1
            ]
        )

    def may_end(self, progress: Progress) -> bool:
        """Return whether the minimum is reached and every fire is covered (O2)."""
        return super().may_end(progress) and not self.fires(progress)

    def why_no_end(self, progress: Progress) -> Refused:
        """Return the refusal of C7, or that of the first fire that is not covered."""
        if progress.played < progress.minimum:
            return super().why_no_end(progress)
        return Refused(Code.FIRE_VISIBLE, pile=self.fires(progress)[0])

    def is_every_play_safe(self, progress: Progress) -> bool:
        """Return whether no play can put the minimum out of reach, and no fire is left to cover."""
        return not self.fires(progress) and super().is_every_play_safe(progress)

    def can_complete(self, progress: Progress) -> bool:
        """Return whether the minimum can be reached with every fire covered (O5).

        The pile of a fire stays untouched until the fire is covered, so no other play changes which
        cards cover it. If the minimum asks for no more cards than there are fires, the question is
        only whether each fire can get a card of its own.
        """
        fires = self.fires(progress)
        if not fires:
            return super().can_complete(progress)
        if progress.minimum - progress.played > len(fires):
            return any(map(self.can_complete, self.continuations(progress)))
        fits = self.fits(progress)
        return _has_one_for_each([fits[pile.index] for pile in fires])

    def unmet_demand(self, progress: Progress) -> Ending | None:
        """Return `fire` if the fires could not all be covered even without a minimum (O5)."""
        return None if self.can_complete(progress._replace(minimum=0)) else Ending.FIRE


def _has_one_for_each(choices: list[int]) -> bool:
    """Return whether each set can be given a card of its own."""
    if not choices:
        return True
    first, *others = choices
    return any(
        _has_one_for_each([cards & ~(1 << card) for cards in others]) for card in cards_in(first)
    )
