"""Extreme: Classic, with commands on 28 of its cards (E1 to E14).

A play that an active command forbids does not fit. A demand that cannot be met any more leaves the
turn without completion, and so the game is lost (E1).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tenback.rules.cards import BIT, NO_CARDS, cards_in
from tenback.rules.commands import STANDARD, Command, Layout
from tenback.rules.editions.classic import Classic
from tenback.rules.editions.edition import Cards
from tenback.rules.errors import Code, Refused
from tenback.rules.piles import TRICK, Pile
from tenback.rules.progress import Progress
from tenback.rules.talk import Signal, Word

THREE = 3
NOTHING = (NO_CARDS,) * 4
BINDING = (Command.SKULL, Command.NO_TRICK, Command.ONE_PILE)
"""What can keep a skull visible: itself, and what forbids to cover it."""


@dataclass(frozen=True)
class Extreme(Classic):
    """Classic with commands; the layout says which numbers carry them (E14)."""

    name: ClassVar = "extreme"

    layout: Layout = STANDARD

    def visible(self, tops: Cards) -> tuple[Command | None, ...]:
        """Return the command that lies on top of each pile (E6)."""
        command_of = self.layout.command_of
        return tuple([command_of[top] for top in tops])

    def fits(self, progress: Progress) -> tuple[int, ...]:
        """Return what Classic allows, less what an active command forbids (E3, E5, E8, E9)."""
        layout, hand, tops, last = self.layout, progress.hand, progress.tops, progress.last
        if progress.laid & layout.stops:
            return NOTHING
        if progress.laid & layout.threes:
            if progress.played >= THREE:
                return NOTHING
            if progress.played + 1 < THREE:
                hand &= ~layout.stops
        visible = self.visible(tops)
        is_bound = last is not None and Command.ONE_PILE in visible
        return tuple(
            [
                NO_CARDS
                if is_bound and pile.index != last
                else hand & (pile.forward if Command.NO_TRICK in visible else pile.fitting)[top]
                for pile, top in zip(self.piles, tops, strict=True)
            ]
        )

    def why_not(self, progress: Progress, card: int, pile: Pile) -> Refused:
        """Return the command that forbids the play, or the refusal of C5."""
        top, last, visible = progress.tops[pile.index], progress.last, self.visible(progress.tops)
        step = pile.step(top, card)
        if step != -TRICK and step <= 0:
            return super().why_not(progress, card, pile)
        if progress.laid & self.layout.threes and progress.played >= THREE:
            return Refused(Code.FOURTH_CARD)
        if last is not None and last != pile.index and Command.ONE_PILE in visible:
            return Refused(Code.ONE_PILE, only=self.piles[last], pile=pile)
        if step == -TRICK and Command.NO_TRICK in visible:
            return Refused(Code.NO_TRICK, card=card, pile=pile)
        return Refused(Code.STOP_TOO_EARLY)

    def is_obeyed(self, progress: Progress) -> bool:
        """Return whether every skull is covered (E4) and every three met (E5)."""
        has_three = progress.laid & self.layout.threes
        return not (
            (has_three and progress.played != THREE) or Command.SKULL in self.visible(progress.tops)
        )

    def may_end(self, progress: Progress) -> bool:
        """Ask for the minimum, which a stop waives (E3), and for obedience (E4, E5)."""
        has_enough = progress.played >= progress.minimum or self.is_stopped(progress)
        return has_enough and self.is_obeyed(progress)

    def why_no_end(self, progress: Progress) -> Refused:
        """Return the command that is not obeyed, or the refusal of C7."""
        if progress.laid & self.layout.threes and progress.played != THREE:
            return Refused(Code.NOT_THREE, count=progress.played)
        if progress.played < progress.minimum:
            return super().why_no_end(progress)
        skull = self.visible(progress.tops).index(Command.SKULL)
        return Refused(Code.SKULL_VISIBLE, pile=self.piles[skull])

    def is_stopped(self, progress: Progress) -> bool:
        """Return whether a stop was laid (E3)."""
        return progress.laid & self.layout.stops != NO_CARDS

    def can_complete(self, progress: Progress) -> bool:
        """Return whether any continuation of the turn completes it (E12)."""
        return self._can_complete(progress, set())

    def can_obey(self, progress: Progress) -> bool:
        """Return whether every demand can still be met, were there no minimum (E1)."""
        return self.can_complete(progress._replace(minimum=0))

    def _can_complete(self, progress: Progress, seen: set[object]) -> bool:
        """Search depth first, each moment once.

        Within one search the cards laid follow from the cards in hand, so tops, hand and last pile
        say everything about a moment.
        """
        if self.may_end(progress):
            return True
        moment = (progress.tops, progress.hand, progress.last)
        if moment in seen or self._is_hopeless(progress):
            return False
        seen.add(moment)
        return any(self._can_complete(then, seen) for then in self._promising(progress))

    def _is_hopeless(self, progress: Progress) -> bool:
        """Return whether a glance shows that no completion exists."""
        _, minimum, tops, hand, laid, _, _ = progress
        visible = self.visible(tops)
        if Command.SKULL in visible and not self._may_cover(progress, visible):
            return True
        if laid & self.layout.threes:
            room = THREE - progress.played
            return room < visible.count(Command.SKULL) or hand.bit_count() < room
        return not hand & self.layout.stops and hand.bit_count() < minimum - progress.played

    def _may_cover(self, progress: Progress, visible: tuple[Command | None, ...]) -> bool:
        """Return False only if the skulls cannot all be covered, whatever else is laid."""
        hand, last = progress.hand, progress.last
        is_bound_for_good = last is not None and any(
            command is Command.ONE_PILE and index != last for index, command in enumerate(visible)
        )
        all_covers = needed = 0
        for pile, top, command in zip(self.piles, progress.tops, visible, strict=True):
            if command is Command.SKULL:
                if is_bound_for_good and pile.index != last:
                    return False
                covers = hand & pile.fitting[top]
                if not self._is_covered_for_good(pile, covers, hand):
                    return False
                if Command.NO_TRICK in visible and not covers & pile.forward[top]:
                    others = hand & ~covers
                    if not self._may_cover_no_tricks(progress.tops, others):
                        return False
                all_covers |= covers
                needed += 1
        return all_covers.bit_count() >= needed

    def _is_covered_for_good(self, pile: Pile, covers: int, hand: int) -> bool:
        """Return whether one of the covers is no skull, or a skull that can be covered itself."""
        return covers & ~self.layout.skulls != NO_CARDS or any(
            self._is_covered_for_good(pile, rest & pile.fitting[skull], rest)
            for skull in cards_in(covers)
            for rest in (hand & ~BIT[skull],)
        )

    def _may_cover_no_tricks(self, tops: Cards, hand: int) -> bool:
        return all(
            hand & pile.forward[top]
            for pile, top in zip(self.piles, tops, strict=True)
            if self.layout.command_of[top] is Command.NO_TRICK
        )

    def _promising(self, progress: Progress) -> Iterator[Progress]:
        """Yield the continuations that a completion, if there is one, can begin with.

        Skulls first. Once the minimum is reached only they keep the turn from ending, and no card
        on a pile without a binding command helps to cover them: dropping all cards laid on such a
        pile from a completion leaves a completion. Only a `three` to come may need them as filling.
        """
        has_three = (progress.hand | progress.laid) & self.layout.threes
        may_fill = progress.played < (THREE if has_three else progress.minimum)
        places = zip(self.visible(progress.tops), self.piles, self.fits(progress), strict=True)
        for command, pile, cards in sorted(places, key=_urgency):
            if may_fill or command in BINDING:
                for card in cards_in(cards):
                    yield progress.after(card, pile)

    def draw_count(self, progress: Progress, *, seats: int) -> int:
        """Return a full hand's worth, but one while a draw-one is visible (E10)."""
        if Command.DRAW_ONE in self.visible(progress.tops):
            return 1
        return super().draw_count(progress, seats=seats)

    def why_no_talk(self, tops: Cards, signal: Signal) -> Refused | None:
        """Allow the naming of commands (E13), and nothing while a silence is visible (E7)."""
        if Command.SILENCE in self.visible(tops):
            return Refused(Code.SILENCE)
        return None if signal.word is Word.HOLD else super().why_no_talk(tops, signal)

    def __str__(self) -> str:
        suffix = "" if self.layout == STANDARD else f"@{self.layout}"
        return super().__str__() + suffix


def _urgency(place: tuple[Command | None, Pile, int]) -> int:
    command = place[0]
    return BINDING.index(command) if command in BINDING else len(BINDING)
