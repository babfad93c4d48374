"""The end test of Extreme (E12): a search that is exact, and quick where it hurts.

Classic can always end once the minimum is reached. Here skulls must be covered, a three wants
exactly three cards, and what lies visible forbids tricks and piles; so the search can be deep.
"""

from collections.abc import Iterator
from typing import Protocol

from tenback.rules.cards import BIT, NO_CARDS, cards_in
from tenback.rules.commands import Command, Layout
from tenback.rules.piles import TEAM_PILES, Pile
from tenback.rules.progress import Progress

THREE = 3
"""How many cards a `three` asks for (E5)."""

Visible = tuple[Command | None, ...]
"""The command on top of each pile."""

BINDING = (Command.SKULL, Command.NO_TRICK, Command.ONE_PILE)
"""What can keep a skull visible: itself, and what forbids to cover it."""


class Judge(Protocol):
    """What the search asks of the edition."""

    @property
    def layout(self) -> Layout:
        """Which numbers carry which command."""

    def visible(self, tops: tuple[int, ...]) -> Visible:
        """Return the command on top of each pile."""

    def fits_under(self, progress: Progress, visible: Visible) -> tuple[int, ...]:
        """Return, pile by pile, what may be laid while these commands are visible."""

    def may_end_under(self, progress: Progress, visible: Visible) -> bool:
        """Return whether the turn is complete while these commands are visible."""


class EndTest:
    """One search for a completion, depth first, looking at each moment once."""

    def __init__(self, edition: Judge) -> None:
        self._edition = edition
        self._layout = edition.layout
        self._seen: set[object] = set()

    def can_complete(self, progress: Progress) -> bool:
        """Return whether any continuation of the turn completes it.

        Within one search the cards laid follow from the cards in hand, so tops, hand and last pile
        say everything about a moment.
        """
        visible = self._edition.visible(progress.tops)
        if self._edition.may_end_under(progress, visible):
            return True
        moment = (progress.tops, progress.hand, progress.last)
        if moment in self._seen or self._is_hopeless(progress, visible):
            return False
        self._seen.add(moment)
        return any(map(self.can_complete, self._promising(progress, visible)))

    def _promising(self, progress: Progress, visible: Visible) -> Iterator[Progress]:
        """Yield the continuations that a completion, if there is one, can begin with.

        Cards that demand nothing come first, and piles that bind. Once the minimum is reached only
        skulls keep the turn from ending, and no card on a pile without a binding command helps to
        cover them: dropping all cards laid on such a pile from a completion leaves a completion.
        Only a `three` to come may need them as filling.
        """
        layout, played = self._layout, progress.played
        has_three = (progress.hand | progress.laid) & layout.threes
        may_fill = played < (THREE if has_three else progress.minimum)
        fits = self._edition.fits_under(progress, visible)
        places = [
            (pile, cards)
            for is_binding in ((True, False) if may_fill else (True,))
            for pile, command, cards in zip(TEAM_PILES, visible, fits, strict=True)
            if (command in BINDING) is is_binding
        ]
        demanding = layout.skulls | layout.threes
        for kind in (~demanding, demanding):
            for pile, cards in places:
                for card in cards_in(cards & kind):
                    yield progress.after(card, pile)

    def _is_hopeless(self, progress: Progress, visible: Visible) -> bool:
        """Return whether a glance shows that no completion exists."""
        hand, layout = progress.hand, self._layout
        if Command.SKULL in visible and not self._may_cover(progress, visible):
            return True
        if progress.laid & layout.threes:
            room = THREE - progress.played
            return room < visible.count(Command.SKULL) or hand.bit_count() < room
        return not hand & layout.stops and hand.bit_count() < progress.minimum - progress.played

    def _may_cover(self, progress: Progress, visible: Visible) -> bool:
        """Return False only if the skulls cannot all be covered, whatever else is laid."""
        hand, last = progress.hand, progress.last
        is_bound_for_good = last is not None and any(
            command is Command.ONE_PILE and index != last for index, command in enumerate(visible)
        )
        all_covers = needed = 0
        for pile, top, command in zip(TEAM_PILES, progress.tops, visible, strict=True):
            if command is not Command.SKULL:
                continue
            covers = hand & pile.fitting[top]
            if is_bound_for_good and pile.index != last:
                return False
            if not self._is_covered_for_good(pile, covers, hand):
                return False
            needs_trick = Command.NO_TRICK in visible and not covers & pile.forward[top]
            if needs_trick and not self._may_cover_no_tricks(progress.tops, hand & ~covers):
                return False
            all_covers |= covers
            needed += 1
        return all_covers.bit_count() >= needed

    def _is_covered_for_good(self, pile: Pile, covers: int, hand: int) -> bool:
        """Return whether one of the covers is no skull, or a skull that can be covered itself."""
        return covers & ~self._layout.skulls != NO_CARDS or any(
            self._is_covered_for_good(
                pile, hand & ~BIT[skull] & pile.fitting[skull], hand & ~BIT[skull]
            )
            for skull in cards_in(covers)
        )

    def _may_cover_no_tricks(self, tops: tuple[int, ...], hand: int) -> bool:
        """Return whether every no-trick might be covered, without a trick."""
        return all(
            hand & pile.forward[top]
            for pile, top in zip(TEAM_PILES, tops, strict=True)
            if self._layout.command_of[top] is Command.NO_TRICK
        )
