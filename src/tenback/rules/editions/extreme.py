"""Extreme: Classic with commands on 28 of its cards (E1 to E14).

A play that an active command forbids does not fit. A demand that can no longer be met leaves the
turn without a completion, so the game is lost (E1).
"""

import re
from dataclasses import dataclass, replace
from typing import ClassVar
from urllib.parse import quote

from tenback.rules.cards import NO_CARDS, Cards
from tenback.rules.commands import STANDARD, Command, Layout
from tenback.rules.editions import end_test
from tenback.rules.editions.classic import Classic
from tenback.rules.editions.end_test import THREE, Visible
from tenback.rules.errors import Code, Refused
from tenback.rules.outcome import Ending
from tenback.rules.piles import TRICK, Pile
from tenback.rules.progress import Progress
from tenback.rules.talk import Signal, Word

NOTHING = (NO_CARDS,) * 4


@dataclass(frozen=True)
class Extreme(Classic):
    """Classic with commands; the layout says which numbers carry them (E14)."""

    name: ClassVar = "extreme"
    title: ClassVar = "Extreme"
    letter: ClassVar = "E"
    rule_letter: ClassVar = "E"
    has_commands: ClassVar = True
    words: ClassVar = tuple(Word)
    endings: ClassVar = (*Classic.endings, Ending.COMMAND_BROKEN)

    layout: Layout = STANDARD

    def visible(self, tops: Cards) -> Visible:
        """Return the command that lies on top of each pile (E6)."""
        command_of = self.layout.command_of
        return tuple([command_of[top] for top in tops])

    def fits(self, progress: Progress) -> tuple[int, ...]:
        """Return what Classic allows, minus the plays that a command forbids (E3, E5, E8, E9)."""
        return self.fits_under(progress, self.visible(progress.tops))

    def fits_under(self, progress: Progress, visible: Visible) -> tuple[int, ...]:
        """Return, pile by pile, the cards that fit while these commands are visible."""
        layout, hand, tops, last = self.layout, progress.hand, progress.tops, progress.last
        if progress.laid & layout.stops:
            return NOTHING
        if progress.laid & layout.threes:
            if progress.played >= THREE:
                return NOTHING
            if progress.played + 1 < THREE:
                hand &= ~layout.stops
        is_trick_forbidden = Command.NO_TRICK in visible
        fits = tuple(
            [
                hand & (pile.forward if is_trick_forbidden else pile.fitting)[top]
                for pile, top in zip(self.piles, tops, strict=True)
            ]
        )
        if last is not None and Command.ONE_PILE in visible:
            return (*NOTHING[:last], fits[last], *NOTHING[last + 1 :])
        return fits

    def why_not(self, progress: Progress, card: int, pile: Pile) -> Refused:
        """Return the refusal by the command that forbids the play, or that of C5."""
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

    def may_end(self, progress: Progress) -> bool:
        """Return whether the minimum is reached or waived (E3), and demands are met (E4, E5)."""
        return self.may_end_under(progress, self.visible(progress.tops))

    def is_every_play_safe(self, progress: Progress) -> bool:
        """Return False: a card may carry a command with demands of its own (E4, E5)."""
        return False

    def may_end_under(self, progress: Progress, visible: Visible) -> bool:
        """Return whether the turn may end while these commands are visible."""
        laid, layout = progress.laid, self.layout
        if Command.SKULL in visible:
            return False
        if laid & layout.threes:
            return laid.bit_count() == THREE
        return laid.bit_count() >= progress.minimum or laid & layout.stops != NO_CARDS

    def demands(self, progress: Progress) -> tuple[Command, ...]:
        """Return the commands not obeyed yet: an unmet `three` (E5), a visible skull (E4)."""
        open_three = progress.laid & self.layout.threes and progress.played != THREE
        skulls = [Command.SKULL] if Command.SKULL in self.visible(progress.tops) else []
        return (*([Command.THREE] if open_three else []), *skulls)

    def why_no_end(self, progress: Progress) -> Refused:
        """Return the refusal for a command that is not obeyed yet, or that of C7."""
        if progress.laid & self.layout.threes and progress.played != THREE:
            return Refused(Code.NOT_THREE, count=progress.played)
        if progress.played < progress.minimum:
            return super().why_no_end(progress)
        skull = self.visible(progress.tops).index(Command.SKULL)
        return Refused(Code.SKULL_VISIBLE, pile=self.piles[skull])

    def is_stopped(self, progress: Progress) -> bool:
        """Return whether a `stop` was laid in this turn (E3)."""
        return progress.laid & self.layout.stops != NO_CARDS

    def can_complete(self, progress: Progress) -> bool:
        """Return whether the turn can still be completed (E12)."""
        return end_test.can_complete(self, progress)

    def unmet_demand(self, progress: Progress) -> Ending | None:
        """Return `command-broken` if the demands could not be met even without a minimum (E1)."""
        return None if self.can_complete(progress._replace(minimum=0)) else Ending.COMMAND_BROKEN

    def draw_count(self, progress: Progress, *, seats: int) -> int:
        """Return how many cards fill the hand, but only one while a `draw-one` is visible (E10)."""
        if Command.DRAW_ONE in self.visible(progress.tops):
            return 1
        return super().draw_count(progress, seats=seats)

    def why_no_talk(self, tops: Cards, signal: Signal) -> Refused | None:
        """Refuse any signal while a `silence` is visible (E7); commands may be named (E13)."""
        if Command.SILENCE in self.visible(tops):
            return Refused(Code.SILENCE)
        return super().why_no_talk(tops, signal)

    def with_layout(self, layout: Layout) -> "Extreme":
        """Return the edition with a different layout of commands (E14)."""
        return replace(self, layout=layout)

    def __str__(self) -> str:
        """Return the edition as text; spaces in the name of a layout become %20."""
        if self.layout == STANDARD:
            return super().__str__()
        name = re.sub(r"[\s%]", lambda sign: quote(sign[0]), self.layout.name)
        return f"{super().__str__()}@{name}"
