"""The end test of Extreme (E12): an exact search with shortcuts for the common cases.

In Classic a turn can always end once the minimum is reached. In Extreme skulls must be covered, a
`three` demands exactly three cards, and visible commands forbid tricks and piles, so the search can
be deep.
"""

from collections.abc import Iterator
from typing import Protocol

from tenback.rules.cards import BIT, NO_CARDS, cards_in
from tenback.rules.commands import Command, Layout
from tenback.rules.piles import TEAM_PILES, Pile
from tenback.rules.progress import Progress

THREE = 3
"""How many cards a `three` demands (E5)."""

Visible = tuple[Command | None, ...]
"""The command on top of each pile, or None."""

MORE_THAN_ANY_HAND = 99

BINDING = (Command.SKULL, Command.NO_TRICK, Command.ONE_PILE)
"""What can keep a skull visible: the skull itself, and the commands that forbid covering it."""


class Judge(Protocol):
    """The part of the edition that the search uses."""

    @property
    def layout(self) -> Layout:
        """The numbers that carry each command."""

    def visible(self, tops: tuple[int, ...]) -> Visible:
        """Return the command on top of each pile."""

    def fits_under(self, progress: Progress, visible: Visible) -> tuple[int, ...]:
        """Return, pile by pile, the cards that fit while these commands are visible."""

    def may_end_under(self, progress: Progress, visible: Visible) -> bool:
        """Return whether the turn may end while these commands are visible."""


def can_complete(edition: Judge, progress: Progress) -> bool:
    """Return whether the turn can still be completed.

    A turn without a `three` may be long, but then only covering skulls matters. A turn with a
    `three` has exactly three cards. So the two kinds are searched separately.
    """
    threes = edition.layout.threes
    if progress.laid & threes:
        return _Search(edition, most=THREE).succeeds(progress)
    without = progress._replace(hand=progress.hand & ~threes)
    if _Search(edition, most=MORE_THAN_ANY_HAND).succeeds(without):
        return True
    may_lay_three = progress.hand & threes and progress.played < THREE
    return bool(may_lay_three) and _Search(edition, most=THREE).succeeds(progress)


class _Search:
    """A depth-first search for a completion of at most `most` cards; skips known situations."""

    def __init__(self, edition: Judge, *, most: int) -> None:
        self._edition = edition
        self._layout = edition.layout
        self._most = most
        self._seen: set[object] = set()

    def succeeds(self, progress: Progress) -> bool:
        """Return whether the turn can be completed within the search's limit on cards.

        Within one search the cards in hand determine the cards laid, so a situation is fully
        described by its tops and hand, plus the last pile while a `one-pile` is visible.
        """
        visible = self._edition.visible(progress.tops)
        if self._edition.may_end_under(progress, visible):
            return True
        bound_to = progress.last if Command.ONE_PILE in visible else None
        moment = (progress.tops, progress.hand, bound_to)
        if moment in self._seen or self._is_hopeless(progress, visible):
            return False
        self._seen.add(moment)
        return any(map(self.succeeds, self._promising(progress, visible)))

    def _promising(self, progress: Progress, visible: Visible) -> Iterator[Progress]:
        """Yield the continuations that a completion can begin with, most promising first.

        Cards without demands of their own come first, and piles with binding commands. If there is
        room for only as many cards as there are skulls, only skulls matter. If the minimum is
        reached and no `three` was laid, only skulls keep the turn from ending. Then cards on piles
        without a binding command cannot help to cover them: a completion stays one if such cards
        are dropped.
        """
        played, fits = progress.played, self._edition.fits_under(progress, visible)
        must_cover = visible.count(Command.SKULL) == self._most - played
        may_fill = played < (self._most if self._most == THREE else progress.minimum)
        helpful = (Command.SKULL,) if must_cover else BINDING
        places = [
            (pile, cards)
            for is_helpful in ((True,) if must_cover or not may_fill else (True, False))
            for pile, command, cards in zip(TEAM_PILES, visible, fits, strict=True)
            if (command in helpful) is is_helpful
        ]
        demanding = self._layout.skulls | self._layout.threes
        for kind in (~demanding, demanding):
            for pile, cards in places:
                for card in cards_in(cards & kind):
                    yield progress.after(card, pile)

    def _is_hopeless(self, progress: Progress, visible: Visible) -> bool:
        """Return whether a quick check shows that there is no completion."""
        hand, played = progress.hand, progress.played
        skulls = visible.count(Command.SKULL)
        if skulls and (skulls > self._most - played or not self._may_cover(progress, visible)):
            return True
        if progress.laid & self._layout.threes:
            return hand.bit_count() < THREE - played
        return not hand & self._layout.stops and hand.bit_count() < progress.minimum - played

    def _may_cover(self, progress: Progress, visible: Visible) -> bool:
        """Return False only if the skulls cannot all be covered, whatever else is laid."""
        hand, tops, last, layout = progress.hand, progress.tops, progress.last, self._layout
        others = [*visible[:last], *visible[last + 1 :]] if last is not None else ()
        is_bound_for_good = Command.ONE_PILE in others
        all_covers = NO_CARDS
        left_to_the_end = 0
        for pile in TEAM_PILES:
            index = pile.index
            if visible[index] is not Command.SKULL:
                continue
            covers = hand & pile.fitting[tops[index]]
            if is_bound_for_good and index != last:
                return False
            if not self._gets_past(layout.skulls, pile, covers, hand):
                return False
            lingering = layout.skulls | layout.one_piles | layout.stops
            left_to_the_end += not self._gets_past(lingering, pile, covers, hand)
            needs_trick = Command.NO_TRICK in visible and not covers & pile.forward[tops[index]]
            if needs_trick and not self._may_free_tricks(tops, hand & ~covers):
                return False
            all_covers |= covers
        return left_to_the_end <= 1 and all_covers.bit_count() >= visible.count(Command.SKULL)

    def _gets_past(self, risky: int, pile: Pile, covers: int, hand: int) -> bool:
        """Return whether cards of the hand can cover a pile until its top is not in `risky`."""
        return covers & ~risky != NO_CARDS or any(
            self._gets_past(risky, pile, rest & pile.fitting[card], rest)
            for card in cards_in(covers & ~self._layout.stops)
            for rest in (hand & ~BIT[card],)
        )

    def _may_free_tricks(self, tops: tuple[int, ...], hand: int) -> bool:
        """Return whether every `no-trick` might be covered so that the turn goes on elsewhere."""
        layout = self._layout
        lingering = layout.no_tricks | layout.one_piles | layout.stops
        return all(
            self._gets_past(lingering, pile, hand & pile.forward[top], hand)
            for pile, top in zip(TEAM_PILES, tops, strict=True)
            if layout.command_of[top] is Command.NO_TRICK
        )
